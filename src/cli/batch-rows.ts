// Parses the rows of a batch: a CSV file with a header, or one subject per line.

import { UsageProblem } from './arguments.ts';
import { columnsOf } from './batch-columns.ts';
import { csvLines, headerOf, plainLines } from './batch-csv.ts';
import { readField } from './batch-fields.ts';
import { BATCH_KINDS, type BatchKind, type ColumnValues } from './batch-kinds.ts';
import { meant } from './commands.ts';

export interface BatchRow {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** The keyword, prompt, URL or domain. */
  readonly subject: string;
  readonly request: object;
  /** Text of the caller that is copied to the result. */
  readonly reference?: string;
}

/** `defaults` apply to rows without these columns. All values are text, as given. */
export function readRows(text: string, defaults: ColumnValues, kind: BatchKind = BATCH_KINDS.serp): BatchRow[] {
  const columns = columnsOf(headerOf(text), kind);
  if (columns === null) return plainLines(text).map(({ number, cells }) => rowOf(number, { [kind.subject]: cells[0]! }, defaults, kind));
  const [, ...lines] = csvLines(text);
  return lines.map(({ number, cells }) => {
    if (cells.length > columns.length) throw new UsageProblem(`Line ${number} has more cells than the header.`);
    const rowValues = Object.fromEntries(cells.map((cell, column) => [columns[column]!, cell.trim()]).filter(([, cell]) => cell !== ''));
    return rowOf(number, rowValues, defaults, kind);
  });
}

const PATTERNS: readonly [column: 'mobile' | 'suggestions' | 'results', shape: RegExp, problem: string][] = [
  ['mobile', /^(?:true|false|1|0|yes|no)$/i, 'mobile must be true or false.'],
  ['suggestions', /^(?:true|false|1|0|yes|no)$/i, 'suggestions must be true or false.'],
  ['results', /^\d{1,3}$/, 'results must be a whole number.'],
];

function rowOf(line: number, rowValues: Readonly<Record<string, string>>, defaults: ColumnValues, kind: BatchKind): BatchRow {
  const { reference, [kind.subject]: subject, ...rest } = rowValues;
  const values: ColumnValues = { ...defaults, ...rest };
  const fail = (problem: string): never => {
    throw new UsageProblem(`Line ${line}: ${problem}`);
  };
  if (!subject) return fail(`${kind.subject} is missing.`);
  for (const column of kind.columns) {
    const [value, allowed] = [values[column], kind.allowed[column]];
    if (value !== undefined && allowed && !allowed.includes(value)) fail(`unknown ${column} "${value}".${meant(value, allowed)}`);
  }
  for (const [column, pattern, problem] of PATTERNS) {
    const value = values[column];
    if (value !== undefined && !pattern.test(value)) fail(problem);
  }
  const request = { ...kind.toRequest(subject, values), ...fieldsOf(rowValues, kind, fail) };
  return { line, subject, request, ...(reference === undefined ? {} : { reference }) };
}

/** Returns the fields of the API that no option of the command sets. */
function fieldsOf(rowValues: Readonly<Record<string, string>>, kind: BatchKind, fail: (problem: string) => never): object {
  const given = Object.entries(kind.fields).filter(([name]) => rowValues[name] !== undefined);
  return Object.fromEntries(
    given.map(([name, type]) => {
      const value = readField(rowValues[name]!, type);
      return [name, value ?? fail(`${name} must be ${type === 'flag' ? 'true or false' : 'a whole number'}.`)];
    }),
  );
}
