import { expect, test } from 'vitest';
import { ago, credits, dateOf, duration } from './format.ts';

test('both ways in which the API writes times are read as the same moment', () => {
  expect(dateOf('2026-11-15T09:30:00+0000').toISOString()).toBe('2026-11-15T09:30:00.000Z');
  expect(dateOf('2026-11-15 09:30:00').toISOString()).toBe('2026-11-15T09:30:00.000Z');
  expect(dateOf('2026-11-15T09:30:00.123Z').toISOString()).toBe('2026-11-15T09:30:00.123Z');
});
test.each([
  [0.25, '250 ms'],
  [8.63, '8.6 s'],
  [75, '75 s'],
  [600, '10 min'],
  [7200, '2.0 h'],
])('%d seconds are written as %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});
test('what is some time ago is told in the largest fitting unit', () => {
  const now = Date.UTC(2026, 10, 15, 12);
  expect(ago('2026-11-15T11:59:30+0000', now)).toBe('just now');
  expect(ago('2026-11-15T09:30:00+0000', now)).toBe('2 h ago');
  expect(ago('2026-11-13T09:30:00+0000', now)).toBe('2 d ago');
});
test('one credit is no credits', () => {
  expect([credits(1), credits(2000)]).toEqual(['1 credit', '2,000 credits']);
});
