// Tables of `sextant track` that fit the width of the terminal.
import { table } from './arguments.ts';

type Row = Readonly<Record<string, string>>;

const GAP = 2;
/** A shorter URL says nothing, so its column is left out. */
const URL_CHARACTERS_MIN = 20;
const URL_CHARACTERS_MAX = 60;
const KEYWORD_CHARACTERS_MIN = 16;

export const shortened = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** A URL without its protocol. */
export const shortUrl = (url: string | null): string => (url ?? '').replace(/^https?:\/\//, '');

const widthOf = (rows: readonly Row[], name: string): number => Math.max(name.length, ...rows.map((row) => row[name]!.length));
const without = (rows: readonly Row[], name: string): Row[] => rows.map(({ [name]: _left, ...row }) => row);

/**
 * Returns the rows as a table. URLs are shortened to the space that is left. If it is not enough, the columns in `optional` are
 * left out one by one, and then keywords are shortened. A null width means that there is no terminal.
 */
export function fitted(rows: readonly Row[], width: number | null, optional: readonly string[] = []): string {
  if (rows.length === 0) return '';
  const names = Object.keys(rows[0]!);
  const space = width ?? Number.POSITIVE_INFINITY;
  /** Space that is left when all other columns are shown in full. */
  const leftFor = (name: string): number =>
    names.filter((other) => other !== name).reduce((left, other) => left - widthOf(rows, other) - GAP, space);
  const cut = (name: string, most: number): string => table(rows.map((row) => ({ ...row, [name]: shortened(row[name]!, most) })));
  if (names.includes('url'))
    return leftFor('url') >= URL_CHARACTERS_MIN
      ? cut('url', Math.min(URL_CHARACTERS_MAX, leftFor('url')))
      : fitted(without(rows, 'url'), width, optional);
  const [first] = names as [string];
  const [next, ...later] = optional.filter((name) => names.includes(name));
  if (next !== undefined && leftFor(first) < widthOf(rows, first)) return fitted(without(rows, next), width, later);
  return names.includes('keyword') ? cut('keyword', Math.max(KEYWORD_CHARACTERS_MIN, leftFor('keyword'))) : table(rows);
}
