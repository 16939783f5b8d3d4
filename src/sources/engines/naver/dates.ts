// Parses the dates beside Naver's results, absolute and relative.
import { toDateTime } from '../../../contract/dates.ts';

const WHOLE = /(\d{4})\.\s?(\d{1,2})\.\s?(\d{1,2})\.?/;
const SINCE = /\d{1,4}\s?(?:초|분|시간|일|주|개월|달|년)\s?전|어제|그저께/;
const DATE = new RegExp(`${WHOLE.source}|${SINCE.source}`);
/** An absolute date ends with a full stop. The text may follow without a space. */
const OPENING = new RegExp(`^(?:\\d{4}\\.\\s?\\d{1,2}\\.\\s?\\d{1,2}\\.(?!\\d)|(?:${DATE.source})(?=\\s|$))`);

/** Returns the first date in a text, as shown. */
export const dateIn = (text: string): string | null => DATE.exec(text)?.[0].trim() ?? null;

export const isDate = (text: string): boolean => text.length <= 16 && dateBefore(text).date !== null && dateBefore(text).rest === '';

/** Splits a leading date from the text. */
export function dateBefore(text: string): { readonly date: string | null; readonly rest: string } {
  const found = OPENING.exec(text)?.[0];
  return found ? { date: found.trim(), rest: text.slice(found.length).trim() } : { date: null, rest: text };
}

/** Returns the time of an absolute date. `3일 전` depends on the time of the query and returns null. */
export function publishedAtOf(date: string | null): string | null {
  const found = date === null ? null : WHOLE.exec(date);
  if (!found) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? toDateTime(new Date(Date.UTC(year, month - 1, day))) : null;
}
