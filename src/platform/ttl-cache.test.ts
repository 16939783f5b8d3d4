// What is remembered, and for how long.
import { describe, expect, it } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

describe('a question', () => {
  it('that was asked a moment ago is not asked again', async () => {
    let [asked, time] = [0, 0];
    const recent = createTtlCache<number>({ keepMs: 1000, now: () => time });
    const ask = async () => ++asked;
    expect(await Promise.all([recent.get('a', ask), recent.get('a', ask)])).toEqual([1, 1]);
    time = 999;
    expect(await recent.get('a', ask)).toBe(1);
    expect(await recent.get('b', ask)).toBe(2);
    time = 1000;
    expect(await recent.get('a', ask)).toBe(3);
  });

  it('that failed is asked again', async () => {
    const recent = createTtlCache<number>();
    await expect(recent.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(recent.size).toBe(0);
    expect(await recent.get('a', async () => 7)).toBe(7);
  });

  it('is forgotten when there are too many', async () => {
    const recent = createTtlCache<number>({ entriesMax: 3 });
    for (let number = 0; number < 10; number++) await recent.get(String(number), async () => number);
    expect(recent.size).toBe(3);
    expect(await recent.get('0', async () => 100)).toBe(100);
    expect(await recent.get('9', async () => 100)).toBe(9);
  });
});
