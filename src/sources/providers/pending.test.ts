// Pending searches, with a limit in time and number.
import { expect, it } from 'vitest';
import { createPending } from './pending.ts';

it('a pending search is found until it expires, and the oldest are replaced by new ones', () => {
  let now = 0;
  const pending = createPending(1000, () => now);
  pending.store('a', '1');
  expect(pending.find('a')).toBe('1');
  now = 1000;
  expect(pending.find('a')).toBeNull();
  for (let number = 0; number < 10_000; number++) pending.store(`order ${number}`, 'x');
  pending.store('last', 'y');
  expect([pending.find('order 0'), pending.find('order 1'), pending.find('last')]).toEqual([null, 'x', 'y']);
  pending.drop('last');
  expect(pending.find('last')).toBeNull();
});
