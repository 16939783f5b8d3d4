import { describe, expect, test } from 'vitest';
import { createBuckets, type Spent, shareBuckets } from './rate-limit.ts';

const RATE = { perMinute: 60, burst: 10 };

describe('two processes that count calls together', () => {
  test('allow only one burst once they have exchanged counts', () => {
    const sent: Spent[] = [];
    const first = shareBuckets(createBuckets({ now: () => 0 }), (spent) => sent.push(spent), 1);
    const second = shareBuckets(createBuckets({ now: () => 0 }), () => undefined, 1);
    for (let calls = 0; calls < 7; calls++) expect(first.take('account', RATE).allowed).toBe(true);
    second.receive([['account', RATE, 7]]);
    const more = Array.from({ length: 5 }, () => second.take('account', RATE).allowed);
    expect(more).toEqual([true, true, true, false, false]);
  });

  test('block a client at most for the time of one burst, whatever counts they receive', () => {
    let now = 0;
    const buckets = createBuckets({ now: () => now });
    buckets.spend('account', RATE, 1_000_000);
    now = 11_000;
    expect(buckets.take('account', RATE).allowed).toBe(true);
  });

  test('report only allowed calls', async () => {
    const sent: Spent[] = [];
    const one = shareBuckets(createBuckets({ now: () => 0 }), (spent) => sent.push(spent), 1);
    for (let calls = 0; calls < 15; calls++) one.take('account', RATE);
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(sent.flat()).toEqual([['account', RATE, 10]]);
  });

  test('report usage that was not checked first', async () => {
    const sent: Spent[] = [];
    const own = createBuckets({ now: () => 0 });
    const one = shareBuckets(own, (spent) => sent.push(spent), 1);
    one.spend('bodies', RATE, 4);
    one.spend('bodies', RATE, 3);
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(sent.flat()).toEqual([['bodies', RATE, 7]]);
    expect(own.peek('bodies', RATE).remaining).toBe(3);
  });
});
