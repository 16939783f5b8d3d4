// Checks the next runs of schedules, across clock changes and short months.
import { expect, test } from 'vitest';
import { isTimeZone, nextRuns, scheduleText, windowOf, zonedTime } from './schedule.ts';

const local = (text: string): number => Date.parse(`${text}Z`);
const iso = (dates: readonly Date[]): string[] => dates.map((date) => date.toISOString().slice(0, 16));

test.each([
  // The hour from 02:00 to 03:00 does not exist, so the time is moved forward.
  ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30'],
  // It exists twice, and the later one counts.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T01:30'],
  ['2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00'],
  ['2026-07-01T06:00', 'Asia/Kathmandu', '2026-07-01T00:15'],
  ['2026-07-01T06:00', 'UTC', '2026-07-01T06:00'],
])('%s in %s is %s UTC', (text, zone, utc) => {
  expect(new Date(zonedTime(local(text), zone)).toISOString().slice(0, 16)).toBe(utc);
});

test('a daily run has one time per local day across a clock change', () => {
  const runs = nextRuns({ every: 'weekdays', at: '02:30', timeZone: 'Europe/Berlin' }, new Date('2026-10-24T12:00Z'), 3);
  expect(iso(runs)).toEqual(['2026-10-25T01:30', '2026-10-26T01:30', '2026-10-27T01:30']);
});
test('a run of today counts until it begins', () => {
  const schedule = { every: 'weekdays', at: '06:00', timeZone: 'America/New_York' } as const;
  expect(iso(nextRuns(schedule, new Date('2026-07-01T09:59Z'), 1))).toEqual(['2026-07-01T10:00']);
  expect(iso(nextRuns(schedule, new Date('2026-07-01T10:00Z'), 1))).toEqual(['2026-07-02T10:00']);
});
test('given weekdays are days of the local calendar', () => {
  // 2026-07-06 is a Monday.
  const runs = nextRuns({ every: 'weekdays', weekdays: [1, 4], at: '00:30', timeZone: 'Asia/Tokyo' }, new Date('2026-07-04T00:00Z'), 3);
  expect(iso(runs)).toEqual(['2026-07-05T15:30', '2026-07-08T15:30', '2026-07-12T15:30']);
});
test('a month without the day uses its last day', () => {
  const runs = nextRuns({ every: 'monthdays', monthdays: [31], at: '06:00' }, new Date('2027-01-31T12:00Z'), 3);
  expect(iso(runs)).toEqual(['2027-02-28T06:00', '2027-03-31T06:00', '2027-04-30T06:00']);
});
test('schedules by hours keep to multiples of the step', () => {
  const runs = nextRuns({ every: 'hours', hours: 6 }, new Date('2026-07-01T05:59Z'), 3);
  expect(iso(runs)).toEqual(['2026-07-01T06:00', '2026-07-01T12:00', '2026-07-01T18:00']);
});
test('a manual schedule has no runs', () => {
  expect(nextRuns({ every: 'manual' }, new Date(), 5)).toEqual([]);
});
test('schedules have a text and a window', () => {
  expect(scheduleText(undefined)).toBe('Daily at 06:00 (UTC)');
  expect(scheduleText({ every: 'weekdays', weekdays: [1, 5], at: '07:30', timeZone: 'Europe/Paris' })).toBe(
    'Mon, Fri at 07:30 (Europe/Paris)',
  );
  expect(scheduleText({ every: 'hours', hours: 12 })).toBe('Every 12 hours');
  expect([windowOf({ every: 'hours', hours: 1 }), windowOf({ every: 'weekdays' })]).toEqual([60, 240]);
});
test('names of time zones are checked', () => {
  expect([isTimeZone('Europe/Berlin'), isTimeZone('Mars/Olympus')]).toEqual([true, false]);
});
