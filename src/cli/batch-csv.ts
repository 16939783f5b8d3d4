// Reads the lines of a batch's file: cells of CSV, or every line as it stands.
import { UsageProblem } from './arguments.ts';

export interface Line {
  /** Where it begins in the file, from 1. */
  readonly number: number;
  readonly cells: string[];
}

/** Cells of a CSV text; a quoted cell may hold commas, doubled quotes and line ends. Empty lines are left out. */
export function csvLines(text: string): Line[] {
  const lines: Line[] = [];
  let [cells, cell, quoted, number, begun] = [[] as string[], '', false, 1, 1];
  const end = (): void => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) lines.push({ number: begun, cells });
    [cells, cell] = [[], ''];
  };
  for (let index = text.charCodeAt(0) === 0xfeff ? 1 : 0; index < text.length; index++) {
    const letter = text[index]!;
    if (letter === '\n') number += 1;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (letter === '"' && cell.trim() === '') [quoted, cell] = [true, ''];
    else if (letter === ',') {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') {
      end();
      begun = number;
    } else if (letter !== '\r') cell += letter;
  }
  if (quoted) throw new UsageProblem(`Line ${begun}: a quotation mark is never closed.`);
  end();
  return lines;
}

/** A file without a header: every line as it stands, commas and all, but for quotes around the whole of it. */
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

/** The names in the first line, if it is a header. */
export const headerOf = (text: string): string[] =>
  (text.replace(/^\ufeff/, '').split('\n', 1)[0] ?? '').split(',').map((cell) => cell.trim().replace(/^"|"$/g, '').toLowerCase());
