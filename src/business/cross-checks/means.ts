// Means of the agreement of pairs of sources, from rows of the time series.
import type { AgreementMeans } from '../../contract/cross-checks.ts';
import { SERIES } from '../../contract/series.ts';
import type { SeriesRow } from '../series/row.ts';

type Counter = (typeof SERIES)['agreement']['counts'][number];

/** Sums of one pair of sources. Values are in thousandths. */
export type AgreementSums = Readonly<Record<Counter, number>>;

const COUNTERS: readonly Counter[] = SERIES.agreement.counts;
const THOUSANDTHS = 1000;

/** The key of a pair in the time series. `sources` are in alphabetical order. */
export const pairKey = (engine: string, [a, b]: readonly [string, string]): string => `${engine}/${a}~${b}`;

/** Returns the parts of a key, or null for the row in which further keys are counted together. */
export function pairOf(key: string): { readonly engine: string; readonly sources: [string, string] } | null {
  const [, engine, a, b] = /^([^/]+)\/([^~]+)~(.+)$/.exec(key) ?? [];
  return engine === undefined ? null : { engine, sources: [a!, b!] };
}

/** Returns the sums by key. */
export function sumsOf(rows: readonly SeriesRow[]): ReadonlyMap<string, AgreementSums> {
  const sums = new Map<string, Record<Counter, number>>();
  for (const { key, counts } of rows) {
    const sum = sums.get(key) ?? (Object.fromEntries(COUNTERS.map((counter) => [counter, 0])) as Record<Counter, number>);
    sums.set(key, sum);
    for (const [index, counter] of COUNTERS.entries()) sum[counter] += counts[index] ?? 0;
  }
  return sums;
}

/** Null for a pair without a comparison. */
export function meansOf(sums: AgreementSums | undefined): AgreementMeans | null {
  if (sums === undefined || sums.pairs === 0) return null;
  const mean = (thousandths: number): number => Math.min(1, thousandths / sums.pairs / THOUSANDTHS);
  return {
    pairs: sums.pairs,
    overlap: mean(sums.overlapThousandths),
    correlation: mean(sums.correlationThousandths),
    features: mean(sums.featuresThousandths),
    agreement: mean(sums.agreementThousandths),
    low: sums.low,
  };
}

export const inThousandths = (value: number): number => Math.round(value * THOUSANDTHS);
