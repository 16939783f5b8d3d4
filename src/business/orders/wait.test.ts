import { expect, test } from 'vitest';
import { createWaits } from './wait.ts';

const never = new AbortController().signal;

test('2,000 clients wait in less than 50 MB, with at most one query per second', async () => {
  let polls = 0;
  const waits = createWaits(async () => {
    polls++;
    return [];
  });
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const ids = Array.from({ length: 2000 }, (_, index) => index.toString(16).padStart(24, '0'));
  const all = Promise.all(ids.map((id) => waits.until(id, 60_000, new AbortController().signal)));
  expect(waits.count).toBe(2000);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 1024 * 1024);
  expect(polls).toBeLessThanOrEqual(2);
  waits.finished(ids);
  await all;
  expect(waits.count).toBe(0);
  waits.close();
});

test('a lost notification delays the result by a second at most', async () => {
  const waits = createWaits(async (ids) => [...ids]);
  await waits.until('a', 10_000, never);
  waits.close();
});

test('ends a wait on timeout and when the client disconnects', async () => {
  const waits = createWaits(async () => []);
  await waits.until('a', 20, never);
  const gone = new AbortController();
  const waiting = waits.until('b', 10_000, gone.signal);
  gone.abort();
  await waiting;
  expect(waits.count).toBe(0);
  waits.close();
});
