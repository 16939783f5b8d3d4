import { expect, test } from 'vitest';
import type { Job } from '../contract/order.ts';
import { createDrainEstimate } from './drain-estimate.ts';

const LIMIT_MS = 290_000;
const jobOn = (searchEngine: string, keyword = 'tea'): Job =>
  ({ kind: 'serp', mode: 'live', request: JSON.stringify({ keyword, searchEngine }) }) as unknown as Job;
const running = (job: Job, elapsedMs: number) => ({ job, startedAt: 1_000_000 - elapsedMs });
const estimate = (durations: readonly number[], ...jobs: ReturnType<typeof running>[]): number => {
  const { record, secondsLeft } = createDrainEstimate(LIMIT_MS);
  for (const ms of durations) record(jobOn('google'), ms);
  return secondsLeft(jobs, 1_000_000);
};
const hundred = Array.from({ length: 100 }, (_, index) => (index + 1) * 100);

test('no job leaves no time', () => {
  expect(estimate(hundred)).toBe(0);
});

test('a job that has just begun takes the p95 of its group', () => {
  expect(estimate(hundred, running(jobOn('google'), 0))).toBe(9.5);
});

test('a job that has run for long is compared with jobs that took at least as long', () => {
  // Of the durations 8.1 s to 10 s, the p95 is 9.9 s.
  expect(estimate(hundred, running(jobOn('google'), 8050))).toBeCloseTo(1.85);
});

test('of several jobs the slowest counts', () => {
  expect(estimate(hundred, running(jobOn('google'), 9000), running(jobOn('google'), 1000), running(jobOn('google'), 5000))).toBeCloseTo(
    8.6,
  );
});

test.each([
  ['of an engine without finished jobs', jobOn('bing'), 1000],
  ['that runs longer than any before it', jobOn('google'), 20_000],
  ['whose keyword names another engine', jobOn('bing', '","searchEngine":"google"'), 1000],
])('for a job %s only the limit is certain', (_, job, elapsedMs) => {
  expect(estimate(hundred, running(job, elapsedMs))).toBe((LIMIT_MS - elapsedMs) / 1000);
});

test('only recent jobs count', () => {
  const slowThenFast = [...Array(200).fill(60_000), ...Array(200).fill(1000)];
  expect(estimate(slowThenFast, running(jobOn('google'), 0))).toBe(1);
});

test('a job past the limit leaves no time', () => {
  expect(estimate(hundred, running(jobOn('google'), LIMIT_MS + 5000))).toBe(0);
});
