// Parses the dates and durations of engines, in the languages of their pages.
import { toDateTime } from '../../contract/dates.ts';

/** Beginnings of the names of the months. Each beginning belongs to one month only. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  ['янв', 'фев', 'мар', 'апр', 'ма', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'],
  ['led', 'úno', 'bře', 'dub', 'kvě', 'červn', 'červenc', 'srp', 'zář', 'říj', 'lis', 'pro'],
];

function monthOf(name: string): number {
  const lower = name.toLowerCase();
  for (const months of MONTHS) {
    const index = months.findIndex((beginning) => lower.startsWith(beginning));
    if (index >= 0) return index;
  }
  return -1;
}

function dayOf(year: string | undefined, month: number, day: string | undefined): string | null {
  const at = new Date(Date.UTC(Number(year), month, Number(day)));
  const real = at.getUTCMonth() === month && at.getUTCDate() === Number(day);
  return real ? toDateTime(at) : null;
}

/** Returns the time of a date with an unambiguous day, month and year. `10/7/2019` is ambiguous and returns null. */
export function publishedAtOf(date: string | null): string | null {
  if (date === null || date.length > 40) return null;
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(date);
  if (iso) return dayOf(iso[1], Number(iso[2]) - 1, iso[3]);
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(date);
  if (dotted) return dayOf(dotted[3], Number(dotted[2]) - 1, dotted[1]);
  const japanese = /^(\d{4})[年/](\d{1,2})[月/](\d{1,2})日?$/.exec(date);
  if (japanese) return dayOf(japanese[1], Number(japanese[2]) - 1, japanese[3]);
  const american = /^(\p{L}{3,9})\.? (\d{1,2}), (\d{4})$/u.exec(date);
  if (american) return dayOf(american[3], monthOf(american[1] ?? ''), american[2]);
  const european = /^(\d{1,2})\.? (\p{L}{3,9})\.? (\d{4})(?: г\.?)?$/u.exec(date);
  return european ? dayOf(european[3], monthOf(european[2] ?? ''), european[1]) : null;
}

/** Returns `9:52` and `1:02:03` in seconds. */
export const secondsOf = (duration: string | null): number | null =>
  duration && /^\d{1,3}(?::\d{1,2}){1,2}$/.test(duration) ? duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) : null;
