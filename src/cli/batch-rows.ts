// Parses the rows of a batch: a CSV file with a header, or one subject per line.

import { UsageProblem } from './arguments.ts';
import { csvLines, headerOf, plainLines } from './batch-csv.ts';
import { BATCH_KINDS, type BatchKind, type Given } from './batch-kinds.ts';
import { meant } from './commands.ts';

export interface BatchRow {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** The keyword, prompt, URL or domain. */
  readonly subject: string;
  readonly ask: object;
  /** Text of the caller that is copied to the result. */
  readonly reference?: string;
}

/** `defaults` apply to rows without these columns. All values are text, as given. */
export function readRows(text: string, defaults: Given, kind: BatchKind = BATCH_KINDS.serp): BatchRow[] {
  const header = headerOf(text);
  if (!header.includes(kind.subject))
    return plainLines(text).map(({ number, cells }) => rowOf(number, { [kind.subject]: cells[0]! }, defaults, kind));
  const columns = [kind.subject, ...kind.columns, 'reference'];
  for (const name of header)
    if (!columns.includes(name)) throw new UsageProblem(`Unknown column "${name}".${meant(name, columns)} Allowed: ${columns.join(', ')}.`);
  const [, ...lines] = csvLines(text);
  return lines.map(({ number, cells }) => {
    if (cells.length > header.length) throw new UsageProblem(`Line ${number} has more cells than the header.`);
    const given = Object.fromEntries(cells.map((cell, column) => [header[column]!, cell.trim()]).filter(([, cell]) => cell !== ''));
    return rowOf(number, given, defaults, kind);
  });
}

const SHAPES: readonly [column: 'mobile' | 'suggestions' | 'results', shape: RegExp, problem: string][] = [
  ['mobile', /^(?:true|false|1|0|yes|no)$/i, 'mobile must be true or false.'],
  ['suggestions', /^(?:true|false|1|0|yes|no)$/i, 'suggestions must be true or false.'],
  ['results', /^\d{1,3}$/, 'results must be a whole number.'],
];

function rowOf(line: number, given: Readonly<Record<string, string>>, defaults: Given, kind: BatchKind): BatchRow {
  const { reference, [kind.subject]: subject, ...rest } = given;
  const said: Given = { ...defaults, ...rest };
  const fail = (problem: string): never => {
    throw new UsageProblem(`Line ${line}: ${problem}`);
  };
  if (!subject) return fail(`${kind.subject} is missing.`);
  for (const column of kind.columns) {
    const [word, known] = [said[column], kind.known[column]];
    if (word !== undefined && known && !known.includes(word)) fail(`unknown ${column} "${word}".${meant(word, known)}`);
  }
  for (const [column, shape, problem] of SHAPES) {
    const word = said[column];
    if (word !== undefined && !shape.test(word)) fail(problem);
  }
  return { line, subject, ask: kind.ask(subject, said), ...(reference === undefined ? {} : { reference }) };
}
