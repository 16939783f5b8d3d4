// Number and price of the checks of a schedule, computed by hand.
import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../../contract/tracking.ts';
import { dueTimes } from './due-times.ts';
import { forecastOf } from './forecast.ts';

const now = new Date('2026-11-18T12:00:00Z'); // a Wednesday
const groups = [
  { count: 100, cost: 1, deepCost: 5 },
  { count: 20, cost: 2, deepCost: 10 },
];
const of = (schedule: Schedule, balance: number | null = null) => forecastOf({ schedule, now, groups, balance });
const timesOf = (schedule: Schedule, days: number, from = now) => [...dueTimes(schedule, from, days)].map(({ at }) => at.toISOString());

describe('checks in the next 30 days', () => {
  test('are one per keyword and day', () => {
    expect(of({ every: 'weekdays' })).toEqual({ checksPerMonth: 30 * 120, creditsPerMonth: 30 * 140, balance: null, lastsUntil: null });
  });

  test('count only the chosen weekdays', () => {
    // 23 November, then 30 November, 7 and 14 December.
    expect(of({ every: 'weekdays', weekdays: [1] }).checksPerMonth).toBe(4 * 120);
  });

  test('use the price of the deep weekday on that day', () => {
    const { creditsPerMonth } = of({ every: 'weekdays', deep: { weekday: 1, maxResults: 100 } });
    expect(creditsPerMonth).toBe(26 * 140 + 4 * 700);
  });

  test('count hours in UTC', () => {
    expect(of({ every: 'hours', hours: 6 }).checksPerMonth).toBe(120 * 120);
    expect(of({ every: 'hours' }).checksPerMonth).toBe(720 * 120);
  });

  test('are none for a manual schedule', () => {
    expect(of({ every: 'manual' }, 1000)).toEqual({ checksPerMonth: 0, creditsPerMonth: 0, balance: 1000, lastsUntil: null });
  });
});

describe('the balance', () => {
  test('lasts until the first slot that it does not cover', () => {
    // 140 credits a day: ten days are covered, the slot of 29 November is not.
    expect(of({ every: 'weekdays' }, 1400).lastsUntil).toBe('2026-11-29T06:00:00+0000');
  });

  test('that lasts longer than a year has no end', () => {
    expect(of({ every: 'weekdays' }, 140 * 400).lastsUntil).toBeNull();
  });
});

describe('due times', () => {
  test('are local times, before and after a clock change', () => {
    const schedule: Schedule = { every: 'weekdays', at: '06:00', timeZone: 'Europe/Berlin' };
    expect(timesOf(schedule, 3, new Date('2027-03-26T12:00:00Z'))).toEqual([
      '2027-03-27T05:00:00.000Z',
      '2027-03-28T04:00:00.000Z',
      '2027-03-29T04:00:00.000Z',
    ]);
  });

  test('of a month without the day are on its last day', () => {
    const schedule: Schedule = { every: 'monthdays', monthdays: [15, 31], at: '00:00' };
    expect(timesOf(schedule, 110).map((at) => at.slice(0, 10))).toEqual([
      '2026-11-30',
      '2026-12-15',
      '2026-12-31',
      '2027-01-15',
      '2027-01-31',
      '2027-02-15',
      '2027-02-28',
    ]);
  });
});
