// Checks that YouTube's numbers and times are parsed, and ambiguous ones are left out.
import { describe, expect, it } from 'vitest';
import { countOf, secondsOf } from './words.ts';

describe('a number of YouTube', () => {
  it.each([
    ['1,497,971 views', 1_497_971],
    ['1.497.971 Aufrufe', 1_497_971],
    ['12,34,567 views', 1_234_567],
    ['13K views', 13_000],
    ['1.2M subscribers', 1_200_000],
    ['1,2 Mio. Abonnenten', 1_200_000],
    ['2,5 тыс. просмотров', 2_500],
    ['35万 回視聴', 350_000],
    ['7 B görüntüleme', null],
    ['2B views', 2_000_000_000],
    ['No views', null],
  ])('is parsed from `%s` as %s', (text, count) => {
    expect(countOf(text)).toBe(count);
  });

  it('converts times to seconds', () => {
    expect(secondsOf('9:52')).toBe(592);
    expect(secondsOf('LIVE')).toBeNull();
  });
});
