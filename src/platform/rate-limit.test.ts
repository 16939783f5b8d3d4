import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBuckets } from './rate-limit.ts';

const SLOW = { perMinute: 1, burst: 5 };
const address = (number: number) => `ip 198.${(number >> 16) & 0xff}.${(number >> 8) & 0xff}.${number & 0xff}`;

describe('a table of buckets', () => {
  test('cannot be flushed by 200,000 IP addresses to refill one bucket', () => {
    const buckets = createBuckets();
    const victim = 'ip 203.0.113.9';
    for (let calls = 0; calls < SLOW.burst; calls++) expect(buckets.take(victim, SLOW).allowed).toBe(true);
    expect(buckets.take(victim, SLOW).allowed).toBe(false);
    for (let number = 0; number < 200_000; number++) buckets.take(address(number), SLOW);
    expect(buckets.take(victim, SLOW).allowed).toBe(false);
    expect(buckets.size()).toBeLessThan(60_000);
  });

  test('separates accounts from IP addresses, and other networks from the one that fills it', () => {
    const buckets = createBuckets({ now: () => 0, namesMax: 100 });
    for (let number = 0; number < 5000; number++) for (let calls = 0; calls < SLOW.burst; calls++) buckets.take(address(number), SLOW);
    expect(buckets.take('account 1 live', SLOW)).toMatchObject({ allowed: true, remaining: SLOW.burst - 1 });
    expect(buckets.take('ip 203.0.113.9', SLOW)).toMatchObject({ allowed: true, remaining: SLOW.burst - 1 });
    expect(buckets.take(address(5001), SLOW).allowed).toBe(false);
  });

  test('has room again as soon as buckets are full, and drops shared buckets', () => {
    let now = 0;
    const buckets = createBuckets({ now: () => now, namesMax: 4 });
    for (let number = 0; number < 50; number++) buckets.take(address(number), SLOW);
    now = 10 * 60_000;
    for (let number = 100; number < 104; number++) expect(buckets.take(address(number), SLOW).remaining).toBe(SLOW.burst - 1);
    expect(buckets.size()).toBe(4);
  });

  test('never allows a name more than it would with room for every name', () => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 40 }),
      network: fc.integer({ min: 0, max: 2 }),
      kind: fc.constantFrom('ip', 'bad key', 'account'),
      act: fc.constantFrom('take', 'take', 'take', 'spend', 'peek'),
      count: fc.integer({ min: 1, max: 12 }),
      wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30_000 }), fc.constant(600_000)),
    });
    const rates = fc.constantFrom(SLOW, { perMinute: 60, burst: 10 }, { perMinute: 300, burst: 1 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), fc.integer({ min: 1, max: 30 }), rates, (steps, namesMax, rate) => {
        let now = 0;
        const [few, all] = [createBuckets({ now: () => now, namesMax }), createBuckets({ now: () => now, namesMax: 1e9 })];
        for (const { who, network, kind, act, count, wait } of steps) {
          now += wait;
          const name = `${kind} 198.${network}.0.${who}`;
          if (act === 'spend') {
            few.spend(name, rate, count);
            all.spend(name, rate, count);
            continue;
          }
          const [given, most] = [few[act](name, rate), all.peek(name, rate)];
          if (given.allowed) expect(most.allowed).toBe(true);
          if (act === 'peek') expect(given.remaining).toBeLessThanOrEqual(most.remaining);
          if (act === 'take' && given.allowed) all.take(name, rate);
          // Per kind: names with their own bucket, and three networks that share one.
          expect(few.size()).toBeLessThanOrEqual(3 * (namesMax + 3));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is exact while there is room', () => {
    const steps = fc.array(fc.record({ who: fc.integer({ min: 0, max: 9 }), wait: fc.integer({ min: 0, max: 5000 }) }), { maxLength: 300 });
    fc.assert(
      fc.property(steps, (all) => {
        let now = 0;
        const rate = { perMinute: 60, burst: 4 };
        const buckets = createBuckets({ now: () => now, namesMax: 10 });
        const model = new Map<number, { tokens: number; at: number }>();
        for (const { who, wait } of all) {
          now += wait;
          const known = model.get(who) ?? { tokens: rate.burst, at: now };
          const tokens = Math.min(rate.burst, known.tokens + ((now - known.at) * rate.perMinute) / 60_000);
          const allowed = tokens >= 1;
          model.set(who, { tokens: allowed ? tokens - 1 : tokens, at: now });
          expect(buckets.take(address(who), rate).allowed).toBe(allowed);
        }
      }),
      { numRuns: 100 },
    );
  });
});
