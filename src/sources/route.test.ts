import { describe, expect, test } from 'vitest';
import { createCircuits } from './route.ts';

describe('circuits', () => {
  test('open after a block page for its cooldown, and leave other circuits closed', () => {
    let now = 0;
    const circuits = createCircuits(() => now);
    circuits.record('bing/page', true, 900);
    expect([circuits.waitMs('bing/page'), circuits.waitMs('google/page')]).toEqual([900_000, 0]);
    expect([...circuits.openCircuits()]).toEqual([['bing/page', 900]]);
    now = 900_001;
    expect(circuits.waitMs('bing/page')).toBe(0);
  });
  test('say why they are open', () => {
    const circuits = createCircuits(() => 0);
    circuits.record('bing/page', true, 900, 'captcha');
    for (let count = 0; count < 5; count++) circuits.record('a', true, 0, 'no response in time');
    expect([...circuits.openReasons()]).toEqual([
      ['bing/page', 'captcha'],
      ['a', 'most attempts failed: no response in time'],
    ]);
    // A shorter cooldown does not replace the reason of a longer one.
    circuits.record('bing/page', true, 60, 'throttled');
    expect(circuits.openReasons().get('bing/page')).toBe('captcha');
  });
  test('open for half a minute when five of the last ten attempts failed', () => {
    let now = 0;
    const circuits = createCircuits(() => now);
    for (const failed of [true, false, true, false, true, false, true, false]) circuits.record('a', failed, 0);
    expect(circuits.waitMs('a')).toBe(0);
    circuits.record('a', true, 0);
    expect(circuits.waitMs('a')).toBe(30_000);
    now = 30_001;
    circuits.record('a', true, 0);
    expect(circuits.waitMs('a')).toBe(0);
  });
  test('keep to the rate limit: a burst, then one request at a time', () => {
    let now = 0;
    const circuits = createCircuits(() => now);
    const slots = Array.from({ length: 5 }, () => circuits.waitMs('a', 60));
    expect(slots.slice(0, 3)).toEqual([0, 0, 0]);
    expect(slots[3]).toBeGreaterThan(0);
    now += 1000;
    expect(circuits.waitMs('a', 60)).toBe(0);
    expect(circuits.waitMs('a', 60)).toBeGreaterThan(0);
  });
});
