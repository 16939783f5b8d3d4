import { describe, expect, test } from 'vitest';
import { createBuckets, type Spent, shareBuckets } from './rate-limit.ts';

const PACE = { perMinute: 60, burst: 10 };

describe('two processes that count calls together', () => {
  test('allow only one burst once they have exchanged counts', () => {
    const told: Spent[] = [];
    const first = shareBuckets(createBuckets({ now: () => 0 }), (spent) => told.push(spent), 1);
    const second = shareBuckets(createBuckets({ now: () => 0 }), () => undefined, 1);
    for (let calls = 0; calls < 7; calls++) expect(first.take('account', PACE).allowed).toBe(true);
    second.heard([['account', PACE, 7]]);
    const more = Array.from({ length: 5 }, () => second.take('account', PACE).allowed);
    expect(more).toEqual([true, true, true, false, false]);
  });

  test('block a client at most for the time of one burst, whatever counts they receive', () => {
    let now = 0;
    const buckets = createBuckets({ now: () => now });
    buckets.spend('account', PACE, 1_000_000);
    now = 11_000;
    expect(buckets.take('account', PACE).allowed).toBe(true);
  });

  test('report only allowed calls', async () => {
    const told: Spent[] = [];
    const one = shareBuckets(createBuckets({ now: () => 0 }), (spent) => told.push(spent), 1);
    for (let calls = 0; calls < 15; calls++) one.take('account', PACE);
    while (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(told.flat()).toEqual([['account', PACE, 10]]);
  });

  test('report usage that was not checked first', async () => {
    const told: Spent[] = [];
    const own = createBuckets({ now: () => 0 });
    const one = shareBuckets(own, (spent) => told.push(spent), 1);
    one.spend('bodies', PACE, 4);
    one.spend('bodies', PACE, 3);
    while (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(told.flat()).toEqual([['bodies', PACE, 7]]);
    expect(own.peek('bodies', PACE).remaining).toBe(3);
  });
});
