// The items of a result as a table: its lists, columns, order and CSV text.
import { cellText } from '../parts/csv.ts';
import type { ApiObject } from './use-progress.ts';

export type Item = Readonly<Record<string, unknown>>;
export interface ItemList {
  readonly name: string;
  readonly items: readonly Item[];
}
export interface ItemOrder {
  readonly column: string;
  readonly descending: boolean;
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the non-empty lists of an object, from its `data`, its `response` or its top level. */
export function itemListsOf(object: ApiObject): readonly ItemList[] {
  const data = isItem(object.data) ? object.data : isItem(object.response) ? object.response : object;
  return Object.entries(data)
    .filter(([name, value]) => name !== 'raw' && name !== 'attempts' && Array.isArray(value) && value.length > 0 && value.every(isItem))
    .map(([name, items]) => ({ name, items: items as readonly Item[] }));
}

export const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);

const FIRST_COLUMNS = ['position', 'name', 'keyword', 'title', 'question', 'url', 'domain', 'snippet', 'searchVolume', 'type', 'rank'];
const SHOWN_MAX = 6;

/** Returns the fields that at least one item has, the usual ones first. */
export function columnsOf(items: readonly Item[]): string[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item).filter((name) => isFilled(item[name]))))];
  const order = (name: string) => (FIRST_COLUMNS.includes(name) ? FIRST_COLUMNS.indexOf(name) : FIRST_COLUMNS.length);
  return names.sort((a, b) => order(a) - order(b));
}

/** Returns the columns that are shown until the user chooses others: those with short values. */
export function defaultColumnsOf(items: readonly Item[], columns = columnsOf(items)): string[] {
  const isScalar = (name: string) => items.every((item) => typeof item[name] !== 'object' || item[name] === null);
  const short = columns.filter(isScalar).slice(0, SHOWN_MAX);
  return short.length > 0 ? short : columns.slice(0, SHOWN_MAX);
}

export const isNumeric = (items: readonly Item[], name: string): boolean =>
  items.every((item) => typeof item[name] === 'number' || !isFilled(item[name]));

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts a copy. Items without a value are last in both directions. */
export function sortItems(items: readonly Item[], order: ItemOrder | null): readonly Item[] {
  if (order === null) return items;
  const { column, descending } = order;
  const compare = (a: unknown, b: unknown): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : COLLATOR.compare(cellText(a), cellText(b));
  return [...items].sort((one, other) => {
    const [a, b] = [one[column], other[column]];
    if (!isFilled(a) || !isFilled(b)) return Number(isFilled(b)) - Number(isFilled(a));
    return descending ? compare(b, a) : compare(a, b);
  });
}
