// Latency histograms with fixed buckets: counting and quantiles.
import { LATENCY_BUCKETS_MS } from '../../contract/series.ts';

export const BUCKETS = LATENCY_BUCKETS_MS.length + 1;

/** Returns the index of the bucket for a duration. */
export function bucketOf(ms: number): number {
  const index = LATENCY_BUCKETS_MS.findIndex((limit) => ms <= limit);
  return index === -1 ? BUCKETS - 1 : index;
}

/**
 * Returns the duration below which this share of the values lies, interpolated within its bucket. Null without values.
 * The last bucket has no upper limit, so its lower limit is returned.
 */
export function quantile(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [index, count] of buckets.entries()) {
    if (count > 0 && below + count >= rank) {
      const low = index === 0 ? 0 : LATENCY_BUCKETS_MS[index - 1]!;
      const high = LATENCY_BUCKETS_MS[index] ?? low;
      return Math.round(low + ((rank - below) / count) * (high - low));
    }
    below += count;
  }
  return LATENCY_BUCKETS_MS.at(-1)!;
}
