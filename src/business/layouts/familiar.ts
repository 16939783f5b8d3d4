// Decides which layouts are familiar: a page that is like one of them is not doubted. Pure functions.
import type { CaseState } from '../../contract/cases.ts';
import { type YieldCounts, yieldIn, yieldsOf } from './counts.ts';
import { AS_MUCH, type Doubt, NEIGHBOURS_JUDGED_MIN, NEW_DAYS } from './rules.ts';

/** The page itself may be the only one of a new layout. */
const PAGES_MIN = 3;
/**
 * After this time a layout that finds less is familiar, unless a check doubts it: rare kinds of pages rightly have fewer
 * results, and such a layout must not lower the quality for ever.
 */
const ESTABLISHED_DAYS = 1;

export interface KnownLayout {
  readonly pages: number;
  /** Days since its first page. */
  readonly ageDays: number;
  readonly doubt: Doubt | null;
  readonly caseState: CaseState | null;
  /** Of the last week. */
  readonly yields: YieldCounts;
}

/**
 * How much the structure of a page has in common with familiar layouts of its engine, each from 0 to 1: with one that is near
 * enough in both, else the most that it has in common with any.
 */
export interface Familiarity {
  readonly shapes: number;
  readonly names: number;
}

/** Known layouts of one engine have at least this much in common with the pages of that layout. */
export const SHAPES_MIN = 0.3;
/** Names change more often than shapes. This much less in common means new names in a known structure. */
export const NAMES_PER_SHAPES_MIN = 0.45;

/**
 * Returns whether one familiar layout with this familiarity is enough. A page has at most all shapes in common with another
 * one, so it is not doubted, and need not be compared with others.
 */
export const isSurelyFamiliar = ({ shapes, names }: Familiarity): boolean => shapes >= SHAPES_MIN && names >= NAMES_PER_SHAPES_MIN;

/** Returns the yield of the established layouts of one engine and device. Null while too few of their pages are known. */
export function usualYieldIn(layouts: readonly KnownLayout[]): number | null {
  const established = layouts.filter(
    ({ ageDays, doubt, caseState }) => ageDays >= ESTABLISHED_DAYS && doubt === null && caseState !== 'open' && caseState !== 'dismissed',
  );
  const usual = yieldsOf(established.map(({ yields }) => yields));
  return usual.judged < NEIGHBOURS_JUDGED_MIN ? null : yieldIn(usual);
}

/** `usualYield` is that of the established layouts of the same engine and device. */
export function isFamiliar({ pages, ageDays, doubt, caseState, yields }: KnownLayout, usualYield: number | null): boolean {
  if (pages < PAGES_MIN) return false;
  // An operator has looked at a dismissed layout.
  if (ageDays >= NEW_DAYS || caseState === 'dismissed') return true;
  if (doubt !== null || caseState === 'open') return false;
  if (ageDays >= ESTABLISHED_DAYS || caseState === 'corrected' || usualYield === null) return true;
  // Further pages of a search have no yield.
  return (yieldIn(yields) ?? 1) >= usualYield * AS_MUCH;
}
