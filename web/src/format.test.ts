import { expect, test } from 'vitest';
import { absoluteTime, bytes, credits, dateOf, duration, localTime, relativeTime, spanOf } from './format.ts';

test('both time formats of the API mean the same time', () => {
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
])('%d seconds are formatted as %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
test('past times use the largest fitting unit', () => {
  const now = Date.UTC(2026, 10, 15, 12);
  expect(relativeTime('2026-11-15T11:59:30+0000', now)).toBe('just now');
  expect(relativeTime('2026-11-15T11:57:00+0000', now)).toBe('3 min ago');
  expect(relativeTime('2026-11-15T09:30:00+0000', now)).toBe('2 h ago');
  expect(relativeTime('2026-11-14T09:30:00+0000', now)).toBe('1 day ago');
  expect(relativeTime('2026-11-13T09:30:00+0000', now)).toBe('2 days ago');
  expect(relativeTime('2026-01-13T09:30:00+0000', now)).toBe('13 Jan 2026');
});
test('future times are relative too', () => {
  const now = Date.UTC(2026, 10, 15, 12);
  expect(relativeTime('2026-11-15T12:00:30+0000', now)).toBe('in less than a minute');
  expect(relativeTime('2026-11-21T13:00:00+0000', now)).toBe('in 6 days');
});
test('absolute times name their zone', () => {
  expect(absoluteTime('2026-11-15T10:30:12+0100')).toBe('2026-11-15 09:30:12 UTC');
});
test.each([
  [512, '512 B'],
  [84_000_000, '84 MB'],
  [2_100_000_000, '2.1 GB'],
])('%d bytes are formatted as %s', (value, text) => {
  expect(bytes(value)).toBe(text);
});
test('one credit is singular', () => {
  expect([credits(1), credits(2000)]).toEqual(['1 credit', '2,000 credits']);
});

test('a coming time has the zone of the reader, and its date unless that is today', () => {
  const [today, morning, tomorrow] = [new Date(2026, 10, 15, 12, 0, 0), new Date(2026, 10, 15, 9, 30, 5), new Date(2026, 10, 16, 9, 30, 5)];
  expect(localTime(morning.toISOString(), today)).toBe('09:30:05');
  expect(localTime(tomorrow.toISOString(), today)).toContain('16 Nov 2026');
});

test('minutes are shown in the largest unit that divides them', () => {
  expect([1, 90, 60, 720, 1440].map(spanOf)).toEqual(['1 minute', '90 minutes', '1 hour', '12 hours', '1 day']);
});
