import { describe, expect, test } from 'vitest';
import { compactCount, distanceText, kilometresBetween, sizeText } from './figures.ts';

describe('figures beside a result', () => {
  test('counts are short and have a noun', () => {
    expect([1, 999, 1200, 1_250_000].map((value) => compactCount(value, 'view'))).toEqual([
      '1 view',
      '999 views',
      '1.2K views',
      '1.3M views',
    ]);
    expect(compactCount(null, 'view')).toBeNull();
  });

  test('a size needs both sides', () => {
    expect(sizeText(1920, 1080)).toBe('1,920 × 1,080');
    expect(sizeText(1920, null)).toBeNull();
  });

  test.each([
    [0.004, '0 m'],
    [0.352, '350 m'],
    [0.994, '990 m'],
    [0.996, '1.0 km'],
    [9.94, '9.9 km'],
    [9.96, '10 km'],
    [1234.5, '1,235 km'],
  ])('%f km is %s', (kilometres, text) => expect(distanceText(kilometres)).toBe(text));

  test('distances agree with known ones, also across the date line', () => {
    const [berlin, munich] = [
      { latitude: 52.52, longitude: 13.405 },
      { latitude: 48.137, longitude: 11.575 },
    ];
    expect(kilometresBetween(berlin, munich)).toBeCloseTo(504, -1);
    expect(kilometresBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.2, 1);
    expect(kilometresBetween(berlin, berlin)).toBe(0);
  });
});
