// Figures of keyword volumes: months as bars, competition as a level, and the range of prices.
import type { Keyword } from '../../../src/contract/keyword.ts';
import { number } from '../format.ts';
import { pathOf } from './paths.ts';

export type KeywordResult = NonNullable<Keyword['data']>['results'][number];

export interface MonthBar {
  /** `Nov` */
  readonly label: string;
  /** Null: the source does not know this month. */
  readonly volume: number | null;
  /** Height compared with the highest month, from 0 to 1. */
  readonly share: number;
  /** The whole bar as a sentence, for screen readers. */
  readonly text: string;
  readonly path: string;
}

const LONG_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

/** `compact(110_000)` returns `110K`. */
export const compact = (value: number): string => COMPACT.format(value);

/** Returns the months oldest first, as the API has them. */
export function monthBars({ monthlySearchVolumes }: KeywordResult, path: string): MonthBar[] {
  const months = monthlySearchVolumes ?? [];
  const highest = Math.max(1, ...months.map(({ searchVolume }) => searchVolume ?? 0));
  return months.map(({ year, month, searchVolume }, index) => {
    const date = Date.UTC(year, month - 1);
    return {
      label: SHORT_MONTH.format(date),
      volume: searchVolume,
      share: (searchVolume ?? 0) / highest,
      text: `${LONG_MONTH.format(date)}: ${searchVolume === null ? 'no data' : `${number(searchVolume)} searches`}`,
      path: pathOf(path, 'monthlySearchVolumes', index),
    };
  });
}

/** Returns the month with the most searches, or null if no month has any. */
export function peakMonth(bars: readonly MonthBar[]): MonthBar | null {
  const peak = bars.find(({ share }) => share === 1);
  return peak && peak.volume !== null && peak.volume > 0 ? peak : null;
}

/** Returns Google’s words for its competition index. Other sources have no upper limit, so there is no level. */
export function competitionLevel(competition: number | null, source: string): 'Low' | 'Medium' | 'High' | null {
  if (competition === null || source !== 'google') return null;
  if (competition < 0.34) return 'Low';
  return competition < 0.67 ? 'Medium' : 'High';
}

const CURRENCIES: Readonly<Record<string, string>> = { google: 'USD', baidu: 'CNY' };

/** Formats a price in the currency of the source. */
export function price(value: number, source: string): string {
  const currency = CURRENCIES[source];
  return currency === undefined
    ? value.toFixed(2)
    : new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(value);
}

export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** Returns the lowest and the highest price of all keywords, or null if none has one. */
export function priceRange(results: readonly KeywordResult[]): PriceRange | null {
  const prices = results.flatMap(({ costPerClick }) => (costPerClick === null ? [] : [costPerClick]));
  if (prices.length === 0) return null;
  return prices.reduce<PriceRange>(({ low, high }, value) => ({ low: Math.min(low, value), high: Math.max(high, value) }), {
    low: prices[0]!,
    high: prices[0]!,
  });
}

/** Returns where a price is in the range, from 0 to 1. Null if all prices are equal. */
export const shareInRange = (value: number, { low, high }: PriceRange): number | null =>
  high === low ? null : (value - low) / (high - low);
