// What is counted on the pages of a layout.

import type { PageOutcome } from '../../contract/cases.ts';
import { ITEM_ARRAYS } from '../../contract/items.ts';

export interface LayoutCounts {
  readonly pages: number;
  /** First pages with results. `found`, `requested` and `filled` count only these. */
  readonly judged: number;
  /** Organic results. `found` is at most `requested` on each page. */
  readonly found: number;
  readonly requested: number;
  readonly unparsed: number;
  readonly suspect: number;
  /** Pages with items, in the order of `ITEM_ARRAYS`. */
  readonly filled: readonly number[];
}

export const NO_COUNTS: LayoutCounts = { pages: 0, judged: 0, found: 0, requested: 0, unparsed: 0, suspect: 0, filled: [] };

export const plus = (one: LayoutCounts, other: LayoutCounts): LayoutCounts => ({
  pages: one.pages + other.pages,
  judged: one.judged + other.judged,
  found: one.found + other.found,
  requested: one.requested + other.requested,
  unparsed: one.unparsed + other.unparsed,
  suspect: one.suspect + other.suspect,
  filled: ITEM_ARRAYS.map((_, n) => (one.filled[n] ?? 0) + (other.filled[n] ?? 0)),
});

export const sumOf = (all: readonly LayoutCounts[]): LayoutCounts => all.reduce(plus, NO_COUNTS);

/** One parsed page, or one that could not be parsed. */
export interface PageFigures {
  readonly outcome: PageOutcome;
  /** Further pages of a search have fewer kinds of results, so only the first one is judged. */
  readonly isFirst: boolean;
  readonly requested: number;
  /** The arrays of items that were found. Empty for a page that could not be parsed. */
  readonly found: Readonly<Partial<Record<(typeof ITEM_ARRAYS)[number], { readonly length: number }>>>;
}

export function countsOf({ outcome, isFirst, requested, found }: PageFigures): LayoutCounts {
  const isJudged = isFirst && outcome === 'valid';
  return {
    pages: 1,
    judged: isJudged ? 1 : 0,
    found: isJudged ? Math.min(found.organic?.length ?? 0, requested) : 0,
    requested: isJudged ? requested : 0,
    unparsed: outcome === 'unparsed' ? 1 : 0,
    suspect: outcome === 'suspect' ? 1 : 0,
    filled: isJudged ? ITEM_ARRAYS.map((name) => ((found[name]?.length ?? 0) > 0 ? 1 : 0)) : [],
  };
}

export type YieldCounts = Pick<LayoutCounts, 'judged' | 'found' | 'requested'>;

/** The sums that a yield needs, without those of the arrays. */
export function yieldsOf(all: Iterable<YieldCounts>): YieldCounts {
  let [judged, found, requested] = [0, 0, 0];
  for (const one of all) {
    judged += one.judged;
    found += one.found;
    requested += one.requested;
  }
  return { judged, found, requested };
}

/** Returns null where no results were requested. */
export const yieldIn = ({ found, requested }: Pick<LayoutCounts, 'found' | 'requested'>): number | null =>
  requested === 0 ? null : found / requested;
