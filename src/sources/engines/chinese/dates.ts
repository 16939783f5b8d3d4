// Parses dates on Chinese result pages.
import { toDateTime } from '../../../contract/dates.ts';

const DAY = String.raw`\d{4}年\d{1,2}月\d{1,2}日|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}月\d{1,2}日`;
const AGO = String.raw`(?:\d{1,3}|几)\s?(?:秒|分钟|小时|天|周|个月|年)(?:前|内)|今天|昨天|前天|刚刚`;
const WHOLE = new RegExp(`^(?:${DAY}|${AGO})(?:\\s\\d{1,2}:\\d{2})?$`);
/** Older pages have a dash between the date and the text. */
const LEADING = new RegExp(`^(${DAY}|${AGO})\\s?[-—]\\s?`);

const withoutDash = (text: string): string => text.replace(/^[\s\-—·]+|[\s\-—·]+$/g, '');

/** Returns the date if it is the whole text, otherwise null. */
export function dateOf(text: string): string | null {
  const bare = withoutDash(text.slice(0, 60));
  return WHOLE.test(bare) ? bare : null;
}

/** Splits a leading date from the text: one known from its own element, or one before a dash. */
export function splitDate(text: string, known: string | null): { date: string | null; rest: string } {
  if (known !== null && text.startsWith(known)) return { date: known, rest: text.slice(known.length).replace(/^[\s\-—·]+/, '') };
  const leading = LEADING.exec(text.slice(0, 60));
  return leading ? { date: leading[1] ?? null, rest: text.slice(leading[0].length) } : { date: known, rest: text };
}

/** Returns the time of a date with year, month and day. All others depend on when the page was fetched. */
export function publishedAtOf(date: string | null): string | null {
  const parts = /^(\d{4})[年\-/.](\d{1,2})[月\-/.](\d{1,2})/.exec(date ?? '');
  const [year, month, day] = [Number(parts?.[1]), Number(parts?.[2]), Number(parts?.[3])];
  if (!year || !month || !day || month > 12 || day > 31) return null;
  return toDateTime(new Date(Date.UTC(year, month - 1, day)));
}
