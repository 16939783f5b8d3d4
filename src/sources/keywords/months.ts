// The twelve months of a search volume.
import type { MonthlyVolume } from './ask.ts';

const NAMES = ['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'];
const MONTHS = 12;

/** 1 to 12, or 0 for a word that names no month. */
export const monthNumber = (name: string): number => NAMES.indexOf(name.toUpperCase()) + 1;
export const monthName = (month: number): string => NAMES[month - 1] ?? 'UNSPECIFIED';

/** The twelve full months before the given one, `2026-11`, oldest first. */
export function lastTwelveMonths(now: string): { year: number; month: number }[] {
  const [year = 1970, month = 1] = now.split('-').map(Number);
  const count = year * MONTHS + month - 1;
  return Array.from({ length: MONTHS }, (_, index) => {
    const at = count - MONTHS + index;
    return { year: Math.floor(at / MONTHS), month: (at % MONTHS) + 1 };
  });
}

export const zeroMonths = (now: string): MonthlyVolume[] => lastTwelveMonths(now).map((at) => ({ ...at, searchVolume: 0 }));

/** Sorted, the last twelve only. */
export function newestTwelve(months: readonly MonthlyVolume[]): MonthlyVolume[] {
  const count = (at: MonthlyVolume) => at.year * MONTHS + at.month;
  return [...months].sort((one, other) => count(one) - count(other)).slice(-MONTHS);
}
