// Parses the numbers, stars and dates beside Bing's results.
import { toDateTime } from '../../../contract/dates.ts';
import type { Rating } from '../../../contract/items.ts';
import { all, attribute, countIn, type Node, one, textOf } from '../../page/html.ts';
import { Element } from '../../page/tree/page-tree.ts';

/**
 * Returns the estimate above the results: `About 38,500 results`, `41-50 of 985.000 results`. The largest number is the
 * estimate.
 */
export function totalOf(document: Node): number | null {
  const text = textOf(one('.sb_count', document));
  const numbers = text.match(/\d(?:[.,'’\s]?\d)*/g) ?? [];
  const counts = numbers.map((number) => Number(number.replace(/\D/g, '')));
  return counts.length > 0 ? Math.max(...counts) : null;
}

const decimal = (text: string): number => Number(text.replace(',', '.'));

/** Parses the numbers beside the stars (`7.5/10`), otherwise those in their label (`Star Rating: 4 out of 5.`). */
export function ratingOf(scope: Node): Rating | null {
  const stars = one('.csrc', scope);
  if (!stars) return null;
  const row = stars.parent && stars.parent instanceof Element ? stars.parent : stars;
  const label = attribute(stars, 'aria-label') ?? attribute(stars, 'title') ?? '';
  for (const text of [textOf(row), label]) {
    const found = /(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:\/|out of)\s?(\d{1,3})(?!\d)/.exec(text);
    if (!found?.[1] || !found[2]) continue;
    // A narrow card truncates the text and has all of it in a title.
    const whole = all('[title]', row)
      .map((part) => attribute(part, 'title'))
      .join(' ');
    const votes = /\(([\d.,]+\s?[KMB]?)\)/i.exec(`${textOf(row)} ${whole}`)?.[1];
    return { value: decimal(found[1]), max: Number(found[2]), votes: votes ? countIn(votes) : null };
  }
  return null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns the time of a date that is ISO or names its month in English. `10/7/2019` is ambiguous and returns null. */
export function publishedAtOf(date: string | null): string | null {
  if (date === null) return null;
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(date);
  const american = /^([A-Z][a-z]{2})[a-z]{0,6}\.? (\d{1,2}), (\d{4})$/.exec(date);
  const british = /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]{0,6}\.? (\d{4})$/.exec(date);
  const month = MONTHS.indexOf((american?.[1] ?? british?.[2] ?? '').toLowerCase());
  const year = Number(iso?.[1] ?? american?.[3] ?? british?.[3]);
  const day = Number(iso?.[3] ?? american?.[2] ?? british?.[1]);
  const index = iso ? Number(iso[2]) - 1 : month;
  if (!year || !day || index < 0 || index > 11 || day > 31) return null;
  return toDateTime(new Date(Date.UTC(year, index, day)));
}

/** Returns the first image URL that is not a placeholder. */
export function pictureIn(scope: Node): string | null {
  for (const element of all('img, [data-src]', scope)) {
    for (const name of ['data-src-hq', 'data-src', 'src']) {
      const value = attribute(element, name);
      if (value && !value.startsWith('data:') && !value.startsWith('.')) return value;
    }
  }
  return null;
}
