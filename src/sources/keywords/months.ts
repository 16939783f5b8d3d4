// The twelve months of a search volume.
import type { MonthlyVolume } from './query.ts';

const NAMES = ['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'];
const MONTHS = 12;

/** Returns 1 to 12, or 0 for a word that is not a month. */
export const monthNumber = (name: string): number => NAMES.indexOf(name.toUpperCase()) + 1;

const countOf = (at: { readonly year: number; readonly month: number }): number => at.year * MONTHS + at.month - 1;

/** Returns twelve months up to `last`, oldest first. */
const twelveUpTo = (last: number): { year: number; month: number }[] =>
  Array.from({ length: MONTHS }, (_, index) => {
    const at = last - MONTHS + 1 + index;
    return { year: Math.floor(at / MONTHS), month: (at % MONTHS) + 1 };
  });

/** Returns the twelve full months before the given one, `2026-11`, oldest first. */
export function lastTwelveMonths(now: string): { year: number; month: number }[] {
  const [year = 1970, month = 1] = now.split('-').map(Number);
  return twelveUpTo(countOf({ year, month }) - 1);
}

export const zeroMonths = (now: string): MonthlyVolume[] => lastTwelveMonths(now).map((at) => ({ ...at, searchVolume: 0 }));

/** Returns the newest month and the eleven before it, oldest first. A missing month is unknown, not zero. */
export function newestTwelve(months: readonly MonthlyVolume[]): MonthlyVolume[] | null {
  const known = new Map(months.filter(({ month }) => month >= 1 && month <= MONTHS).map((at) => [countOf(at), at.searchVolume]));
  if (known.size === 0) return null;
  return twelveUpTo(Math.max(...known.keys())).map((at) => ({ ...at, searchVolume: known.get(countOf(at)) ?? null }));
}
