// Reads CSV by RFC 4180, with commas, semicolons or tabs, row by row.

export interface CsvRow {
  /** Number of its first line in the text, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type Delimiter = ',' | ';' | '\t';

const BOM = 0xfeff;
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Returns the delimiter that occurs most often in the first line, outside of quotes. Default: a comma. */
export function delimiterOf(text: string): Delimiter {
  const counts: Record<Delimiter, number> = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const char of text.slice(0, 10_000)) {
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '\n' || char === '\r') break;
    else if (char in counts) counts[char as Delimiter]++;
  }
  const [best] = (Object.entries(counts) as [Delimiter, number][]).sort(([, a], [, b]) => b - a);
  return best![1] > 0 ? best![0] : ',';
}

/**
 * Yields the rows of a text. Cells are trimmed unless they are quoted. Blank rows are left out. A quote that is never
 * closed ends at the end of the text, so that the row is named as a problem and not the whole file.
 */
export function* csvRows(text: string, delimiter: Delimiter): Generator<CsvRow, void> {
  const separator = delimiter.charCodeAt(0);
  let index = text.charCodeAt(0) === BOM ? 1 : 0;
  let line = 1;
  while (index < text.length) {
    const firstLine = line;
    const cells: string[] = [];
    let isRowOver = false;
    while (!isRowOver) {
      let cell: string;
      while (text.charCodeAt(index) === 0x20) index++;
      if (text.charCodeAt(index) === QUOTE) {
        const parts: string[] = [];
        for (;;) {
          const close = text.indexOf('"', index + 1);
          const end = close < 0 ? text.length : close;
          parts.push(text.slice(index + 1, end));
          index = end + 1;
          if (text.charCodeAt(index) !== QUOTE) break;
        }
        cell = parts.join('"');
        for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) line++;
        // Text after a closing quote belongs to the cell, as in spreadsheets.
        const rest = endOfCell(text, index, separator);
        cell += text.slice(index, rest).trimEnd();
        index = rest;
      } else {
        const end = endOfCell(text, index, separator);
        cell = text.slice(index, end).trim();
        index = end;
      }
      cells.push(cell);
      const code = text.charCodeAt(index);
      isRowOver = code !== separator;
      if (code === CARRIAGE_RETURN && text.charCodeAt(index + 1) === LINE_FEED) index++;
      index++;
    }
    line++;
    if (cells.some((cell) => cell !== '')) yield { line: firstLine, cells };
  }
}

/** Returns the index of the next separator or line end, or the length of the text. */
function endOfCell(text: string, from: number, separator: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === separator || code === LINE_FEED || code === CARRIAGE_RETURN) return index;
  }
  return text.length;
}

/** Yields whole lines, for lists without columns. Quotes around a line are removed. */
export function* textLines(text: string): Generator<CsvRow, void> {
  let line = 0;
  for (const part of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    line++;
    const content = part.trim().replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll('""', '"'));
    if (content !== '') yield { line, cells: [content] };
  }
}
