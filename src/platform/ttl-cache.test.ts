// Tests for lifetime, failures and size of the cache.
import { describe, expect, it } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

describe('a cached value', () => {
  it('is not loaded again while it is valid', async () => {
    let [loads, time] = [0, 0];
    const recent = createTtlCache<number>({ ttlMs: 1000, now: () => time });
    const load = async () => ++loads;
    expect(await Promise.all([recent.get('a', load), recent.get('a', load)])).toEqual([1, 1]);
    time = 999;
    expect(await recent.get('a', load)).toBe(1);
    expect(await recent.get('b', load)).toBe(2);
    time = 1000;
    expect(await recent.get('a', load)).toBe(3);
  });

  it('is loaded again after a failure', async () => {
    const recent = createTtlCache<number>();
    await expect(recent.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(recent.size).toBe(0);
    expect(await recent.get('a', async () => 7)).toBe(7);
  });

  it('is dropped when there are too many', async () => {
    const recent = createTtlCache<number>({ entriesMax: 3 });
    for (let number = 0; number < 10; number++) await recent.get(String(number), async () => number);
    expect(recent.size).toBe(3);
    expect(await recent.get('0', async () => 100)).toBe(100);
    expect(await recent.get('9', async () => 100)).toBe(9);
  });
});
