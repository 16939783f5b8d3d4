// Marks that engines write into every result of one response. They show when a list has results of another response.
import { treeOf } from './html.ts';

/** What one result says about its response. It is content of the page: compare it, but do not store it. */
export interface ListMark {
  /** Equal for all results of one response, and different for any other. */
  readonly response?: string | null;
  /** Rises from each result to the next. */
  readonly number?: number | null;
}

/** A single odd result may be a part that the page loaded later. */
const FOREIGN_MIN = 2;

const marksByPage = new WeakMap<object, ListMark[]>();

/** Called by parsers for each organic result, in page order. `page` is the page, or its tree. */
export function noteMark(page: object, mark: ListMark): void {
  const marks = marksByPage.get(page);
  if (marks) marks.push(mark);
  else marksByPage.set(page, [mark]);
}

/** Call it after the page was parsed. False for a page without marks. */
export function isMixed(page: object): boolean {
  const tree = treeOf(page);
  return foreignIn(marksByPage.get(tree ?? page) ?? []) >= FOREIGN_MIN;
}

/** Returns how many results belong to other responses than most results, as far as their marks tell. */
export function foreignIn(marks: readonly ListMark[]): number {
  const first = marks.find(({ response }) => response)?.response;
  const agree = first === undefined || marks.every(({ response }) => !response || response === first);
  return Math.max(agree ? 0 : minorityOf(marks), outOfOrder(marks));
}

function minorityOf(marks: readonly ListMark[]): number {
  const counts = new Map<string, number>();
  for (const { response } of marks) if (response) counts.set(response, (counts.get(response) ?? 0) + 1);
  let [sum, most] = [0, 0];
  for (const count of counts.values()) {
    sum += count;
    most = Math.max(most, count);
  }
  return sum - most;
}

/** Returns how many numbers would have to go, so that the others rise from each to the next. */
function outOfOrder(marks: readonly ListMark[]): number {
  /** The smallest last number of a rise, by its length. */
  const lasts: number[] = [];
  let count = 0;
  for (const { number } of marks) {
    if (number === undefined || number === null) continue;
    count++;
    lasts[placeOf(number, lasts)] = number;
  }
  return count - lasts.length;
}

/** Returns the place of the first number that is not smaller, or the length. A hostile page may have tens of thousands of results. */
function placeOf(number: number, rising: readonly number[]): number {
  let [from, to] = [0, rising.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (rising[middle]! < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the number in a text of digits, or null for any other text. */
export const markNumber = (text: string | null | undefined): number | null => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);
