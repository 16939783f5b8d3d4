// Parses the dates before the text of a Google result.
import { toDateTime } from '../../../contract/dates.ts';
import { leadsOf, type Paragraph } from './paragraphs.ts';

const DASH = /\s*[—–‒-]$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Returns the date at the start of a paragraph, in its own element and followed by a dash. Any language is accepted.
 */
export function leadDate(paragraph: Paragraph): { readonly date: string; readonly rest: string } | null {
  for (const lead of leadsOf(paragraph)) {
    const date = lead
      .replace(DASH, '')
      .replace(/\s*\.\.\.$/, '')
      .replace(/\s*·$/, '');
    if (!/\d/.test(date) || date.length > 30 || !paragraph.text.startsWith(date)) continue;
    const rest = /^\s*(?:[—–‒·]|-(?=\s)|\.\.\.)\s*(.+)$/s.exec(paragraph.text.slice(date.length));
    if (rest?.[1]) return { date, rest: rest[1] };
  }
  return null;
}

const day = (year: string, month: number, date: string): string | null => {
  const time = Date.UTC(Number(year), month, Number(date));
  return Number.isNaN(time) ? null : toDateTime(new Date(time));
};

/**
 * Converts `Mar 2, 2021`, `2 Mar 2021` and `2021-03-02` to a date-time. Returns null for relative dates and other
 * languages.
 */
export function isoDate(shown: string): string | null {
  const iso = /^(\d{4})[-/](\d{2})[-/](\d{2})$/.exec(shown);
  if (iso) return day(iso[1]!, Number(iso[2]) - 1, iso[3]!);
  const american = /^([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})$/.exec(shown);
  const british = /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(shown);
  const month = MONTHS.indexOf((american?.[1] ?? british?.[2] ?? '').toLowerCase());
  if (month < 0) return null;
  return american ? day(american[3]!, month, american[2]!) : day(british?.[3] ?? '', month, british?.[1] ?? '');
}
