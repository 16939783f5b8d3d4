// Pages of results. A search always starts at the first result, and the page that the client wants is cut out of it.

import { errors } from '../../contract/errors.ts';
import type { ItemPosition } from '../../contract/items.ts';
import { MAX_RESULTS } from '../../contract/serp.ts';

export const RESULTS_MAX = MAX_RESULTS.at(-1)!;

export interface Slice {
  readonly from: number;
  readonly count: number;
}

/** Searches are ordered in steps of ten results. */
const stepAt = (last: number): number => Math.ceil(last / 10) * 10;

/** Returns how many results the search for a page needs. */
export function resultsFor({ from, count }: Slice, name: string): number {
  const last = from + count;
  if (count < 1 || from < 0 || last > RESULTS_MAX) {
    throw errors.badParameter(name, `are beyond the first ${RESULTS_MAX} results`, `Request only the first ${RESULTS_MAX} results.`);
  }
  return stepAt(last);
}

/** The pages of the engine that a search has fetched. */
export interface FetchedPages {
  /** The results that the search counts, with their pages. */
  readonly organic: readonly ItemPosition[];
  /** Results on a full page of the engine. */
  readonly pageSize: number;
}

/** A search does not fetch another page of the engine when fewer results than this are missing. */
const missingMax = (pageSize: number): number => Math.min(pageSize / 2, 10);

/** Returns the last page that a search for `wanted` results fetches. Engines often show fewer results than a full page has. */
function lastPage({ organic, pageSize }: FetchedPages, wanted: number): number {
  const isLast = ({ page }: ItemPosition, index: number): boolean =>
    organic[index + 1]?.page !== page && wanted - (index + 1) < missingMax(pageSize);
  return organic.find(isLast)?.page ?? Number.POSITIVE_INFINITY;
}

/**
 * Returns the items of one page, with positions from 1. The page begins after the last item of the page before it, which may have had
 * fewer results than it was asked for.
 */
export function cut<T extends ItemPosition>(items: readonly T[], { from, count }: Slice, fetched: FetchedPages): T[] {
  let start = from;
  if (from % count === 0) {
    start = 0;
    for (let last = count; last <= from; last += count) {
      const page = lastPage(fetched, stepAt(last));
      start = Math.min(start + count, items.filter((item) => item.page <= page).length);
    }
  }
  return items.slice(start, start + count).map((item, index) => ({ ...item, position: index + 1 }));
}
