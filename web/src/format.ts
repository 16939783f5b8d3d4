// Formats numbers, times and amounts. Times are in UTC, except for `localTime`.
const NUMBER = new Intl.NumberFormat('en');
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export const number = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : NUMBER.format(value));
export const percent = (value: number): string => PERCENT.format(value);

/** Parses both time formats of the API: `+0000` without a colon, and `2026-11-15 09:30:00` in UTC (AI jobs). */
export function dateOf(text: string): Date {
  const iso = text.includes('T') ? text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${text.replace(' ', 'T')}Z`;
  return new Date(iso);
}
const formatted = (text: string | null | undefined, format: (date: Date) => string): string => {
  if (!text) return '–';
  const date = dateOf(text);
  return Number.isNaN(date.getTime()) ? text : format(date);
};

export const day = (text: string | null | undefined): string => formatted(text, (date) => DATE.format(date));

/** `2026-11-15 09:30:12 UTC` */
export const absoluteTime = (text: string | null | undefined): string =>
  formatted(text, (date) => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`);

const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const LOCAL_DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A coming time in the time zone of the reader: the time of the day, with its date unless that is today. */
export const localTime = (text: string | null | undefined, now = new Date()): string =>
  formatted(text, (date) => (date.toDateString() === now.toDateString() ? LOCAL_TIME : LOCAL_DAY_AND_TIME).format(date));

const AXIS_DAY = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const AXIS_HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
/** Older or later times than this are shown as a date. */
const RELATIVE_MAX = 60 * DAY;

/** Labels of a time axis: hours when the ticks are less than a day apart, otherwise days. */
export function axisLabels(seconds: readonly number[]): string[] {
  const format = seconds.length > 1 && seconds[1]! - seconds[0]! < DAY ? AXIS_HOUR : AXIS_DAY;
  return seconds.map((second) => format.format(second * 1000));
}

export function relativeTime(text: string, now = Date.now()): string {
  const difference = (now - dateOf(text).getTime()) / 1000;
  if (Number.isNaN(difference)) return text;
  const seconds = Math.abs(difference);
  if (seconds < MINUTE) return difference < 0 ? 'in less than a minute' : 'just now';
  if (seconds >= RELATIVE_MAX) return day(text);
  const span =
    seconds < HOUR
      ? `${Math.floor(seconds / MINUTE)} min`
      : seconds < DAY
        ? `${Math.floor(seconds / HOUR)} h`
        : counted(Math.floor(seconds / DAY), 'day');
  return difference < 0 ? `in ${span}` : `${span} ago`;
}

export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 90) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
export const ms = (value: number | null | undefined): string => duration(value === null || value === undefined ? value : value / 1000);

/** `bytes(2_100_000_000)` returns `2.1 GB`. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  const amount = value / 1000 ** power;
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : NUMBER.format(Math.round(amount))} ${units[power]}`;
}

/** `counted(2, 'host')` returns `2 hosts`. */
export const counted = (value: number, noun: string): string => `${number(value)} ${value === 1 ? noun : `${noun}s`}`;
export const credits = (value: number): string => counted(value, 'credit');

/** `spanOf(720)` returns `12 hours`. */
export const spanOf = (minutes: number): string =>
  minutes % 1440 === 0 ? counted(minutes / 1440, 'day') : minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
