import { describe, expect, test } from 'vitest';
import { LATENCY_BUCKETS_MS } from '../../contract/series.ts';
import { BUCKETS, bucketOf, quantile } from './latency.ts';

const histogramOf = (...durations: number[]): number[] => {
  const buckets = new Array<number>(BUCKETS).fill(0);
  for (const ms of durations) buckets[bucketOf(ms)]!++;
  return buckets;
};

describe('a latency histogram', () => {
  test('puts a value into the first bucket whose limit it does not exceed', () => {
    expect([0, 50, 51, 100, 60_000, 60_001].map(bucketOf)).toEqual([0, 0, 1, 1, 9, 10]);
    expect(BUCKETS).toBe(LATENCY_BUCKETS_MS.length + 1);
  });

  test('has no quantile without values', () => {
    expect(quantile(histogramOf(), 0.5)).toBeNull();
  });

  test('interpolates within a bucket', () => {
    // Ten values between 100 and 250 ms: the median is in the middle of the bucket.
    expect(quantile(histogramOf(...new Array<number>(10).fill(200)), 0.5)).toBe(175);
  });

  test('finds the bucket of a quantile among several', () => {
    const mixed = histogramOf(...new Array<number>(90).fill(20), ...new Array<number>(10).fill(4000));
    expect(quantile(mixed, 0.5)).toBeLessThanOrEqual(50);
    expect(quantile(mixed, 0.95)).toBeGreaterThan(2500);
    expect(quantile(mixed, 0.95)).toBeLessThanOrEqual(5000);
  });

  test('returns the lower limit of the last bucket, which has no upper one', () => {
    expect(quantile(histogramOf(90_000, 120_000), 0.99)).toBe(60_000);
  });
});
