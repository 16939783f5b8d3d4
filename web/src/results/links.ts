// Checks URLs of results before they become links.
import { isUrl } from '../../../src/contract/text.ts';

const URL_LENGTH_MAX = 4096;

/** Returns the URL if it may be a link, otherwise null. Only http and https are allowed: results are untrusted. */
export function safeUrl(url: string | null | undefined): string | null {
  if (!url || url.length > URL_LENGTH_MAX || !/^https?:\/\//i.test(url)) return null;
  return isUrl(url) ? url : null;
}

/** Returns a host without `www.`, as engines show it. */
export const shortHost = (host: string | null): string | null => host?.replace(/^www\./i, '') ?? null;

/** Returns the URL without its scheme and a final slash, as text of a link. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
