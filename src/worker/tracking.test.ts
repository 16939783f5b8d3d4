import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTracking } from './tracking.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs a task at once and then periodically, and reports what it did', async () => {
  const done: [string, number][] = [];
  let count = 0;
  const { stop } = startTracking(
    [{ name: 'plan', everyMs: 1000, run: async () => count++ }],
    (...report) => done.push(report),
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(2500);
  expect(count).toBe(3);
  expect(done).toEqual([
    ['plan', 1],
    ['plan', 2],
  ]);
  await stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(count).toBe(3);
});

test('does not start a task that still runs, and stops after it has ended', async () => {
  let [started, ended] = [0, 0];
  let finish = (): void => undefined;
  const run = async (): Promise<number> => {
    started++;
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return ended++;
  };
  const { stop } = startTracking(
    [{ name: 'slow', everyMs: 1000, run }],
    () => undefined,
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(5500);
  expect(started).toBe(1);
  const stopped = stop();
  finish();
  await stopped;
  expect(ended).toBe(1);
});

test('a task that fails is reported and runs again; the others are not affected', async () => {
  const problems: string[] = [];
  let good = 0;
  const { stop } = startTracking(
    [
      { name: 'bad', everyMs: 1000, run: () => Promise.reject(new Error('no')) },
      { name: 'good', everyMs: 1000, run: async () => ++good },
    ],
    () => undefined,
    (task) => problems.push(task),
  );
  await vi.advanceTimersByTimeAsync(1500);
  await stop();
  expect(problems).toEqual(['bad', 'bad']);
  expect(good).toBe(2);
});
