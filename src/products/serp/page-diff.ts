// Compares two readings of one page by array, position and field.
import { ITEM_ARRAYS } from '../../contract/items.ts';

export interface PageChange {
  /** Empty for the outcome of the page itself. */
  readonly array: string;
  /** From 1, in the later reading where the item is in both. 0 for the page itself. */
  readonly position: number;
  /** `item` when a whole item was gained or lost. */
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

export interface PageDiff {
  readonly changes: readonly PageChange[];
  readonly gained: number;
  readonly lost: number;
}

type Item = Readonly<Record<string, unknown>>;
type Reading = Readonly<Record<string, unknown>>;

export interface DiffOptions {
  /** Compare only fields that the old items have: expectations may leave fields out. */
  readonly statedOnly?: boolean;
}

const KEYS = ['url', 'question', 'keyword', 'title', 'imageUrl'] as const;
/** `position` counts the items, and an inserted item would change all later ones. Changes of the order are reported. Expectations may state it. */
const COUNTED = 'position';
/** Counts the items of all arrays, so it says something only while these stay the same. Expectations may state it. */
const RANK = 'rank';

export function diffPages(before: Reading, after: Reading, options: DiffOptions = {}): PageDiff {
  const changes: PageChange[] = [];
  let [gained, lost] = [0, 0];
  for (const field of ['outcome', 'next']) {
    if (field === 'next' && !options.statedOnly) continue;
    if ((before[field] ?? false) !== (after[field] ?? false))
      changes.push({ array: '', position: 0, field, old: before[field] ?? null, new: after[field] ?? null });
  }
  for (const array of ITEM_ARRAYS) {
    const [olds, news] = [itemsIn(before, array), itemsIn(after, array)];
    const partners = matchItems(olds, news);
    let last = -1;
    for (const [index, old] of olds.entries()) {
      const partner = partners[index]!;
      if (partner < 0) {
        lost++;
        changes.push({ array, position: index + 1, field: 'item', old, new: null });
        continue;
      }
      if (partner < last) changes.push({ array, position: partner + 1, field: COUNTED, old: index + 1, new: partner + 1 });
      last = Math.max(last, partner);
      changes.push(...fieldChanges(array, partner + 1, old, news[partner]!, options.statedOnly === true));
    }
    const matched = new Set(partners);
    for (const [index, item] of news.entries()) {
      if (matched.has(index)) continue;
      gained++;
      changes.push({ array, position: index + 1, field: 'item', old: null, new: item });
    }
  }
  const hasOtherItems = gained + lost > 0 || changes.some(({ field }) => field === COUNTED);
  return { changes: hasOtherItems && !options.statedOnly ? changes.filter(({ field }) => field !== RANK) : changes, gained, lost };
}

const itemsIn = (reading: Reading, array: string): Item[] => (Array.isArray(reading[array]) ? (reading[array] as Item[]) : []);
const keysOf = (item: Item): string[] => KEYS.flatMap((key) => (typeof item[key] === 'string' ? [`${key} ${item[key]}`] : []));

/**
 * Returns for each old item the index of the same new one, or -1. Items are the same by the first key of the old one, which
 * may state only a title where the new one has a URL as well, else by their place.
 */
function matchItems(olds: readonly Item[], news: readonly Item[]): number[] {
  const known = new Map<string, number[]>();
  for (const [index, item] of news.entries()) for (const key of keysOf(item)) known.set(key, [...(known.get(key) ?? []), index]);
  const taken = new Set<number>();
  const partners = olds.map((old) => {
    const partner = known.get(keysOf(old)[0] ?? '')?.find((index) => !taken.has(index));
    if (partner !== undefined) taken.add(partner);
    return partner ?? -1;
  });
  const isSame = (one: Item, other: Item): boolean => keysOf(one).length === 0 || (one.title !== undefined && one.title === other.title);
  return partners.map((partner, index) => {
    const other = news[index];
    if (partner >= 0 || !other || taken.has(index) || !isSame(olds[index]!, other)) return partner;
    taken.add(index);
    return index;
  });
}

function fieldChanges(array: string, position: number, old: Item, item: Item, statedOnly: boolean): PageChange[] {
  const fields = statedOnly ? Object.keys(old) : [...new Set([...Object.keys(old), ...Object.keys(item)])];
  return fields
    .filter((field) => (statedOnly ? !includes(item[field], old[field]) : field !== COUNTED && !isEqual(item[field], old[field])))
    .map((field) => ({ array, position, field, old: old[field] ?? null, new: item[field] ?? null }));
}

const isObject = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((value, n) => isEqual(value, other[n]));
  if (!isObject(one) || !isObject(other)) return (one ?? null) === (other ?? null);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isEqual(one[key], other[key]));
}

/** Whether `actual` has everything that `stated` states, as in `toMatchObject`. Lists must have the same length. */
function includes(actual: unknown, stated: unknown): boolean {
  if (Array.isArray(stated))
    return Array.isArray(actual) && actual.length === stated.length && stated.every((value, n) => includes(actual[n], value));
  if (!isObject(stated)) return actual === stated;
  return isObject(actual) && Object.keys(stated).every((key) => includes(actual[key], stated[key]));
}
