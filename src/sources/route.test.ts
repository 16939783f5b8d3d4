import { describe, expect, test } from 'vitest';
import { createCircuits } from './route.ts';

describe('lanes', () => {
  test('rest after a wall for as long as it says, and only they', () => {
    let now = 0;
    const circuits = createCircuits(() => now);
    circuits.note('bing/page', true, 900);
    expect([circuits.waitMs('bing/page'), circuits.waitMs('google/page')]).toEqual([900_000, 0]);
    expect([...circuits.resting()]).toEqual([['bing/page', 900]]);
    now = 900_001;
    expect(circuits.waitMs('bing/page')).toBe(0);
  });
  test('are left alone for half a minute when five of the last ten tries failed', () => {
    let now = 0;
    const circuits = createCircuits(() => now);
    for (const failed of [true, false, true, false, true, false, true, false]) circuits.note('a', failed, 0);
    expect(circuits.waitMs('a')).toBe(0);
    circuits.note('a', true, 0);
    expect(circuits.waitMs('a')).toBe(30_000);
    now = 30_001;
    circuits.note('a', true, 0);
    expect(circuits.waitMs('a')).toBe(0);
  });
  test('keep their pace: some at once, then one after the other', () => {
    let now = 0;
    const circuits = createCircuits(() => now);
    const turns = Array.from({ length: 5 }, () => circuits.waitMs('a', 60));
    expect(turns.slice(0, 3)).toEqual([0, 0, 0]);
    expect(turns[3]).toBeGreaterThan(0);
    now += 1000;
    expect(circuits.waitMs('a', 60)).toBe(0);
    expect(circuits.waitMs('a', 60)).toBeGreaterThan(0);
  });
});
