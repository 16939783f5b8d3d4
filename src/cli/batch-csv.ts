// Reads the lines of a batch file: CSV cells, or whole lines.
import { UsageProblem } from './arguments.ts';

export interface Line {
  /** Number of its first line in the file, from 1. */
  readonly number: number;
  readonly cells: string[];
}

/**
 * Returns the cells of a CSV text. A quoted cell may contain commas, doubled quotes and line breaks. Empty lines are
 * skipped.
 */
export function csvLines(text: string): Line[] {
  const lines: Line[] = [];
  let [cells, cell, quoted, number, firstLine] = [[] as string[], '', false, 1, 1];
  const end = (): void => {
    cells.push(cell);
    if (cells.some((value) => value.trim() !== '')) lines.push({ number: firstLine, cells });
    [cells, cell] = [[], ''];
  };
  for (let index = text.charCodeAt(0) === 0xfeff ? 1 : 0; index < text.length; index++) {
    const char = text[index]!;
    if (char === '\n') number += 1;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (char === '"' && cell.trim() === '') [quoted, cell] = [true, ''];
    else if (char === ',') {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      end();
      firstLine = number;
    } else if (char !== '\r') cell += char;
  }
  if (quoted) throw new UsageProblem(`Line ${firstLine}: a quotation mark is never closed.`);
  end();
  return lines;
}

/**
 * For a file without a header: returns every line unchanged, including commas, but without quotes around the whole
 * line.
 */
export function plainLines(text: string): Line[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line, index) => ({
      number: index + 1,
      cells: [line.trim().replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll('""', '"'))],
    }))
    .filter(({ cells }) => cells[0] !== '');
}

/** Returns the names in the first line, as written, if it is a header. */
export const headerOf = (text: string): string[] =>
  (text.replace(/^\ufeff/, '').split('\n', 1)[0] ?? '').split(',').map((cell) => cell.trim().replace(/^"|"$/g, ''));
