// How figures, times and amounts are written.
const NUMBER = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hour12: false });
const CLOCK = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});

export const number = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : NUMBER.format(value));
export const short = (value: number): string => SHORT.format(value);
export const percent = (value: number): string => PERCENT.format(value);

/** The API writes `+0000`, AI jobs `2026-11-15 09:30:00` in UTC; both are read. */
export function dateOf(text: string): Date {
  const iso = text.includes('T') ? text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${text.replace(' ', 'T')}Z`;
  return new Date(iso);
}
const written = (format: Intl.DateTimeFormat, text: string | null | undefined): string => {
  if (!text) return '–';
  const date = dateOf(text);
  return Number.isNaN(date.getTime()) ? text : format.format(date);
};
export const day = (text: string | null | undefined): string => written(DATE, text);
export const moment = (text: string | null | undefined): string => written(TIME, text);
export const clock = (text: string | null | undefined): string => written(CLOCK, text);

const AXIS_DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const AXIS_HOUR = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });
const DAY_SECONDS = 86_400;
/** Times along an axis: days, or hours where there are several to a day. */
export function axisLabels(seconds: readonly number[]): string[] {
  const format = seconds.length > 1 && seconds[1]! - seconds[0]! < DAY_SECONDS ? AXIS_HOUR : AXIS_DAY;
  return seconds.map((second) => format.format(second * 1000));
}

export function ago(text: string, now = Date.now()): string {
  const seconds = (now - dateOf(text).getTime()) / 1000;
  if (Number.isNaN(seconds)) return text;
  if (seconds < 0) return moment(text);
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return seconds < 604_800 ? `${Math.floor(seconds / 86_400)} d ago` : day(text);
}

export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 90) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
export const ms = (value: number | null | undefined): string => duration(value === null || value === undefined ? value : value / 1000);
export const credits = (value: number): string => `${number(value)} ${value === 1 ? 'credit' : 'credits'}`;
