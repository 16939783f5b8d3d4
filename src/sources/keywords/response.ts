// Parses responses of keyword providers: JSON, or an error with its recovery.
import { blocked, type Page, type SourceError, unreachable, unreadable } from '../adapter.ts';
import { isObject, type Json, parseJson } from './untrusted-json.ts';

const CREDENTIAL_COOLDOWN_SECONDS = 3600;
const QUOTA_COOLDOWN_SECONDS = 3600;
const THROTTLE_COOLDOWN_SECONDS = 60;
const COOLDOWN_SECONDS_MAX = 86_400;

export const badCredentials = () => blocked('The keyword source rejected the credentials.', CREDENTIAL_COOLDOWN_SECONDS);
export const outOfQuota = () => blocked('The quota of the keyword source is used up.', QUOTA_COOLDOWN_SECONDS);
export const throttled = (page: Page) => blocked('The keyword source’s rate limit is exceeded.', cooldownSecondsOf(page));
export const serverError = () => unreachable('The keyword source reported a server error.');
export const rejected = () => unreadable('The keyword source rejected the request.');
export const unknownFormat = () => unreadable('The keyword source sent a response in an unknown format.');
export const noUsableKeyword = () => unreadable('The keyword source accepts none of the keywords.');
export const unsupportedRegion = () => unreadable('The keyword source does not support this region.');

/** Returns the JSON of a good response. `judge` is called first, because some provider errors have status 200. */
export function readProvider(page: Page, judge: (response: Json, page: Page) => SourceError | null): Json {
  const { status } = page;
  const value = parseJson(page.body);
  const providerError = judge(isObject(value) ? value : {}, page);
  if (providerError) throw providerError;
  if (status === 429) throw throttled(page);
  if (status === 402) throw outOfQuota();
  if (status === 401 || status === 403) throw badCredentials();
  if (status >= 500 || status === 408) throw serverError();
  if (status < 200 || status >= 300) throw rejected();
  if (!isObject(value)) throw unknownFormat();
  return value;
}

/** Returns the seconds that the provider requests, otherwise a minute. */
export function cooldownSecondsOf(page: Page): number {
  const after = page.headers['retry-after']?.trim() ?? '';
  return /^\d{1,6}$/.test(after) ? Math.min(Math.max(Number(after), 1), COOLDOWN_SECONDS_MAX) : THROTTLE_COOLDOWN_SECONDS;
}
