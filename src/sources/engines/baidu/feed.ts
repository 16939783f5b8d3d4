// Parses Baidu's JSON responses.

import { toDateTime } from '../../../contract/dates.ts';
import type { OrganicItem } from '../../../contract/items.ts';
import type { Page } from '../../adapter.ts';
import { organicItem } from '../../items.ts';
import { readHtml, textOf } from '../../page/html.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { ORIGIN } from './links.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Text in the feed is escaped for HTML and has tags for bold words. */
const plain = (value: unknown): string => (typeof value === 'string' ? textOf(readHtml(value)) : '');

/** Returns the parsed JSON object, or null when the page is not one. Only JSON is decoded as a whole. */
export function jsonOf(page: Pick<Page, 'body' | 'bytes'>): Json | null {
  if (page.bytes && /^\s*</.test(page.bytes.toString('latin1', 0, 200))) return null;
  if (!/^\s*\{/.test(page.body)) return null;
  try {
    const value: unknown = JSON.parse(page.body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Baidu rejects a client that requested JSON with `{"antiFlag":1,"message":"Forbid spider access"}`. */
export const isForbidden = (response: Json): boolean =>
  Number(response.antiFlag ?? 0) !== 0 || /forbid spider/i.test(String(response.message ?? ''));

const secondsOf = (value: unknown): string | null =>
  typeof value === 'number' && value > 0 && value < 1e11 ? toDateTime(new Date(value * 1000)) : null;

/** Returns the results of the feed, or null when there is none. The last entry of every feed is empty. */
export function feedOf(response: Json): { organic: OrganicItem[]; total: number | null } | null {
  const feed = response.feed;
  if (!isObject(feed) || !('entry' in feed || 'all' in feed)) return null;
  const entries = Array.isArray(feed.entry) ? feed.entry.filter(isObject) : [];
  const seen = new Set<string>();
  const organic: OrganicItem[] = [];
  for (const entry of entries) {
    const url = absoluteUrl(typeof entry.url === 'string' ? entry.url : null, ORIGIN);
    const title = plain(entry.title);
    if (!url || title === '' || seen.has(url)) continue;
    seen.add(url);
    organic.push(
      organicItem({ title, url, snippet: orNull(plain(entry.abs)), publishedAt: secondsOf(entry.time), rank: organic.length + 1 }),
    );
  }
  const total = Number(feed.all);
  return { organic, total: Number.isFinite(total) && 'all' in feed ? total : null };
}
