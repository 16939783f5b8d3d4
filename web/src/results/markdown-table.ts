// Splits the lines of a Markdown table into cells.

/** The line below the header, such as `|---|:--:|`. */
const DELIMITER_ROW = /^\|? *:?-+:? *(?:\| *:?-+:? *)*\|?$/;

export interface TableLines {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The line after the table. */
  readonly next: number;
}

export const isTableAt = (lines: readonly string[], at: number): boolean =>
  lines[at]!.includes('|') && DELIMITER_ROW.test((lines[at + 1] ?? '').trim());

/** Reads the table whose header is on line `at`. Rows may have more or fewer cells than the header. */
export function readTableLines(lines: readonly string[], at: number): TableLines {
  let next = at + 2;
  while (next < lines.length && lines[next]!.includes('|')) next++;
  return { header: cellsOf(lines[at]!), rows: lines.slice(at + 2, next).map(cellsOf), next };
}

/** Splits a row at its bars. A bar after a backslash or in code belongs to the cell. */
export function cellsOf(line: string): string[] {
  const cells = [''];
  let isCode = false;
  for (const part of line.trim().match(/\\\||[`|]|[^\\`|]+|\\/g) ?? []) {
    if (part === '`') isCode = !isCode;
    if (part === '|' && !isCode) cells.push('');
    else cells[cells.length - 1] += part === '\\|' ? '|' : part;
  }
  const trimmed = cells.map((cell) => cell.trim());
  // The bars at both ends separate nothing.
  if (trimmed.length > 1 && trimmed[0] === '') trimmed.shift();
  if (trimmed.length > 1 && trimmed.at(-1) === '' && line.trimEnd().endsWith('|')) trimmed.pop();
  return trimmed;
}
