// Reads the searches of a batch: a CSV file with a header, or one keyword per line.
import { ENGINES, PRIORITIES } from '../contract/vocabulary.ts';
import { meant } from './verbs.ts';
import { UsageProblem } from './words.ts';

/** A request as the service takes it. */
export interface BatchAsk {
  readonly keyword: string;
  readonly region: string;
  readonly searchEngine: string;
  readonly language?: string;
  readonly maxResults?: number;
  readonly isMobile?: boolean;
  readonly priority?: string;
  readonly asynchronous: true;
}

/** A result page as the service shows it. */
export interface BatchObject {
  readonly id: string;
  readonly keyword: string;
  readonly searchEngine?: string;
  readonly ready: boolean;
  readonly faulty?: boolean;
  readonly verdict?: string | null;
}

export interface BatchRow {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  readonly ask: BatchAsk;
  /** The caller's own word for it, handed through. */
  readonly reference?: string;
}

/** What holds for every row that does not say otherwise; all of it text, as it was given. */
export type BatchDefaults = Readonly<Partial<Record<'engine' | 'region' | 'language' | 'results' | 'mobile' | 'priority', string>>>;

const COLUMNS = ['keyword', 'engine', 'region', 'language', 'results', 'mobile', 'priority', 'reference'] as const;
type Column = (typeof COLUMNS)[number];

interface Line {
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

/** A file without a header: every line is a keyword as it stands, commas and all, but for quotes around the whole of it. */
function plainLines(text: string): Line[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line, index) => ({
      number: index + 1,
      cells: [line.trim().replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll('""', '"'))],
    }))
    .filter(({ cells }) => cells[0] !== '');
}

export function readRows(text: string, defaults: BatchDefaults): BatchRow[] {
  const first = (text.replace(/^\ufeff/, '').split('\n', 1)[0] ?? '')
    .split(',')
    .map((cell) => cell.trim().replace(/^"|"$/g, '').toLowerCase());
  if (!first.includes('keyword')) return plainLines(text).map(({ number, cells }) => rowOf(number, { keyword: cells[0]! }, defaults));
  const [, ...lines] = csvLines(text);
  for (const name of first)
    if (!COLUMNS.includes(name as Column))
      throw new UsageProblem(`There is no column “${name}”.${meant(name, COLUMNS)} Known: ${COLUMNS.join(', ')}.`);
  return lines.map(({ number, cells }) => {
    if (cells.length > first.length) throw new UsageProblem(`Line ${number} has more cells than the header.`);
    const given = Object.fromEntries(cells.map((cell, column) => [first[column]!, cell.trim()]).filter(([, cell]) => cell !== ''));
    return rowOf(number, given, defaults);
  });
}

function rowOf(line: number, given: Readonly<Partial<Record<Column, string>>>, defaults: BatchDefaults): BatchRow {
  const { reference, keyword, ...rest } = given;
  const { engine = 'google', region = 'US', language, results, mobile, priority } = { ...defaults, ...rest };
  const fail = (problem: string): never => {
    throw new UsageProblem(`Line ${line}: ${problem}`);
  };
  if (!keyword) return fail('there is no keyword.');
  if (!(ENGINES as readonly string[]).includes(engine)) fail(`there is no engine “${engine}”.${meant(engine, ENGINES)}`);
  if (priority !== undefined && !(PRIORITIES as readonly string[]).includes(priority))
    fail(`there is no priority “${priority}”.${meant(priority, PRIORITIES)}`);
  if (mobile !== undefined && !/^(?:true|false|1|0|yes|no)$/i.test(mobile)) fail('mobile must be true or false.');
  if (results !== undefined && !/^\d{1,3}$/.test(results)) fail('results must be a whole number.');
  const ask: BatchAsk = {
    keyword,
    region,
    searchEngine: engine,
    ...(language === undefined ? {} : { language }),
    ...(results === undefined ? {} : { maxResults: Number(results) }),
    ...(mobile === undefined ? {} : { isMobile: /^(?:true|1|yes)$/i.test(mobile) }),
    ...(priority === undefined ? {} : { priority }),
    asynchronous: true,
  };
  return { line, ask, ...(reference === undefined ? {} : { reference }) };
}
