// Checks the dates of engines in several languages.
import { describe, expect, it } from 'vitest';
import { publishedAtOf, secondsOf } from './calendar.ts';

describe('a displayed date', () => {
  it.each([
    ['Mar 13, 2026', '2026-03-13T00:00:00+0000'],
    ['13 March 2026', '2026-03-13T00:00:00+0000'],
    ['5 мая 2025', '2025-05-05T00:00:00+0000'],
    ['5 марта 2025 г.', '2025-03-05T00:00:00+0000'],
    ['12. 4. 2024', '2024-04-12T00:00:00+0000'],
    ['12. července 2024', '2024-07-12T00:00:00+0000'],
    ['2024-02-29', '2024-02-29T00:00:00+0000'],
    ['2024年2月3日', '2024-02-03T00:00:00+0000'],
  ])('%s is a day', (shown, at) => {
    expect(publishedAtOf(shown)).toBe(at);
  });

  it.each(['2 days ago', '10/7/2019', '31. 2. 2024', 'вчера', '', 'Foo 3, 2020'])('%s is not a date', (shown) => {
    expect(publishedAtOf(shown)).toBeNull();
  });
});

describe('a duration', () => {
  it('is converted to seconds', () => {
    expect([secondsOf('2:05'), secondsOf('1:00:01'), secondsOf('long'), secondsOf(null)]).toEqual([125, 3601, null, null]);
  });
});
