// Schedules in words, and the times of their next runs.
import type { Schedule } from './types.ts';

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const TIME_DEFAULT = '06:00';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Schedules by hours count from this time. */
const ORIGIN_MS = Date.UTC(2000, 0, 1);
/** The longest pause of a schedule is a month, so this many days hold enough runs. */
const DAYS_MAX = 400;

/** The largest window is one period. */
const WINDOW_DEFAULT = 240;

export function scheduleText(schedule: Schedule | undefined): string {
  const { every = 'weekdays', hours = 1, weekdays = [], monthdays = [1], at = TIME_DEFAULT, timeZone = 'UTC' } = schedule ?? {};
  const when = `at ${at} (${timeZone})`;
  if (every === 'manual') return 'Only when you start a run';
  if (every === 'hours') return hours === 1 ? 'Every hour' : `Every ${hours} hours`;
  if (every === 'monthdays') return `Monthly on day ${monthdays.join(', ')} ${when}`;
  if (weekdays.length === 0 || weekdays.length === 7) return `Daily ${when}`;
  return `${weekdays.map((weekday) => WEEKDAYS[weekday - 1]).join(', ')} ${when}`;
}

export const windowOf = ({ every, hours = 1, windowMinutes }: Schedule): number =>
  windowMinutes ?? (every === 'hours' ? Math.min(WINDOW_DEFAULT, hours * 60) : WINDOW_DEFAULT);

/** Returns false for names that the browser does not know. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the minutes that the zone is ahead of UTC at that time. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((one) => one.type === type)!.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return Math.round((local - Math.floor(ms / 60_000) * 60_000) / 60_000);
}

/**
 * Returns the time of a local time, as the service resolves it: a time in a gap is moved forward, and one that occurs twice
 * means its later occurrence. `localMs` is the local time, read as UTC.
 */
export function zonedTime(localMs: number, timeZone: string): number {
  const [before, after] = [offsetAt(localMs - DAY_MS, timeZone), offsetAt(localMs + DAY_MS, timeZone)];
  const later = localMs - after * 60_000;
  return offsetAt(later, timeZone) === after ? later : localMs - before * 60_000;
}

/** Returns whether a local date, read as UTC, has a run. */
function isDue(day: Date, { every, weekdays = [], monthdays = [1] }: Schedule): boolean {
  if (every === 'weekdays') return weekdays.length === 0 || weekdays.includes(day.getUTCDay() || 7);
  const [date, last] = [day.getUTCDate(), new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()];
  // A month without the day has its last day instead.
  return monthdays.includes(date) || (date === last && monthdays.some((one) => one > last));
}

/** Returns the next times at which a run begins. */
export function nextRuns(schedule: Schedule, now: Date, count: number): Date[] {
  if (schedule.every === 'manual') return [];
  if (schedule.every === 'hours') {
    const step = (schedule.hours ?? 1) * HOUR_MS;
    const first = Math.floor((now.getTime() - ORIGIN_MS) / step) + 1;
    return Array.from({ length: count }, (_, index) => new Date(ORIGIN_MS + (first + index) * step));
  }
  const { at = TIME_DEFAULT, timeZone = 'UTC' } = schedule;
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const today = Math.floor((now.getTime() + offsetAt(now.getTime(), timeZone) * 60_000) / DAY_MS) * DAY_MS;
  const runs: Date[] = [];
  for (let days = 0; days < DAYS_MAX && runs.length < count; days++) {
    const day = new Date(today + days * DAY_MS);
    if (!isDue(day, schedule)) continue;
    const time = zonedTime(day.getTime() + (hours * 60 + minutes) * 60_000, timeZone);
    if (time > now.getTime()) runs.push(new Date(time));
  }
  return runs;
}
