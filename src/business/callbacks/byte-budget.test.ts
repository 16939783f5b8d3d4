import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

const state = async (taken: Promise<unknown>): Promise<'waits' | 'has' | 'none'> => {
  const value = await Promise.race([taken, turn('waits')]);
  return value === 'waits' ? 'waits' : value ? 'has' : 'none';
};

describe('a byte budget', () => {
  test('gives one account half of it and serves others meanwhile', async () => {
    const budget = createByteBudget(100, 60_000);
    const first = budget.reserve(1, 50);
    const second = budget.reserve(1, 10);
    expect(await Promise.all([first, second, budget.reserve(2, 30)].map(state))).toEqual(['has', 'waits', 'has']);
    (await first)!();
    expect(await state(second)).toBe('has');
  });
  test('serves requests that wait for the total in order, and counts a release once', async () => {
    const budget = createByteBudget(100, 60_000);
    const [one, two] = [await budget.reserve(1, 50), await budget.reserve(2, 40)];
    const large = budget.reserve(3, 50);
    const small = budget.reserve(4, 5);
    expect(await Promise.all([large, small].map(state))).toEqual(['waits', 'waits']);
    two!();
    two!();
    expect(await Promise.all([large, small].map(state))).toEqual(['has', 'waits']);
    one!();
    expect(await state(small)).toBe('has');
  });
  test('admits a request above an account’s share when it is alone', async () => {
    const budget = createByteBudget(100, 60_000);
    expect(await Promise.all([budget.reserve(1, 1000), budget.reserve(1, 1000), budget.reserve(2, 1000)].map(state))).toEqual([
      'has',
      'waits',
      'has',
    ]);
  });
  test('ends waits on timeout and when it is closed', async () => {
    const budget = createByteBudget(10, 50);
    await budget.reserve(1, 5);
    expect(await budget.reserve(1, 5)).toBeNull();
    const last = budget.reserve(1, 5);
    budget.close();
    expect([await last, await budget.reserve(2, 1)]).toEqual([null, null]);
  });
});
