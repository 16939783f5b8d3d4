import { describe, expect, test } from 'vitest';
import { DEFAULT_PRICES, priceOf } from './price.ts';

const account = { prices: {}, chargeMultiplier: 1 };
const cost = (asked: Parameters<typeof priceOf>[0], more: Partial<typeof account> = {}) =>
  priceOf(asked, { ...account, ...more }, DEFAULT_PRICES);

describe('the cost of an object', () => {
  test('priorities double and quintuple SERP and keyword requests', () => {
    expect(['LOW', 'NORMAL', 'REALTIME', 'INSTANT'].map((priority) => cost({ kind: 'serp', priority: priority as 'LOW' }).cost)).toEqual([
      1, 1, 2, 5,
    ]);
    expect(['LOW', 'NORMAL', 'REALTIME', 'INSTANT'].map((priority) => cost({ kind: 'keyword', priority: priority as 'LOW' }).cost)).toEqual(
      [3, 3, 6, 15],
    );
  });
  test('lookups and AI jobs cost one at any priority', () => {
    for (const kind of ['whois', 'technologies', 'ai'] as const) expect(cost({ kind, priority: 'INSTANT' }).cost).toBe(1);
  });
  test('above the limit the product is multiplied first and rounded up once', () => {
    expect(cost({ kind: 'serp', priority: 'NORMAL' }, { chargeMultiplier: 1.5 }).overCost).toBe(2);
    expect(cost({ kind: 'keyword', priority: 'NORMAL' }, { chargeMultiplier: 1.5 }).overCost).toBe(5);
    expect(cost({ kind: 'serp', priority: 'INSTANT' }, { chargeMultiplier: 1.1 }).overCost).toBe(6);
  });
  test('decimal factors without an exact binary form do not add a credit', () => {
    expect(
      priceOf(
        { kind: 'serp', engine: 'google', priority: 'NORMAL' },
        { ...account, prices: { 'base.serp': 10, 'engine.google': 1.1 } },
        DEFAULT_PRICES,
      ).cost,
    ).toBe(11);
  });
  test('an account’s prices replace the defaults, and depth counts per further ten results', () => {
    const prices = { 'base.serp': 2, 'depth.serp': 0.5 };
    expect(cost({ kind: 'serp', priority: 'NORMAL', maxResults: 30 }, { prices }).cost).toBe(3);
    expect(cost({ kind: 'serp', priority: 'NORMAL', maxResults: 20 }, { prices }).cost).toBe(3);
  });
});
