// Parses responses of Baidu's marketing API: its envelope, and the recovery of its error codes.
import { blocked, type Page, unreachable, unreadable } from '../adapter.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { isObject, type Json, listAt, numberAt, objectAt, parseJson } from './untrusted-json.ts';

const CREDENTIAL_COOLDOWN_SECONDS = 3600;
const QUOTA_COOLDOWN_SECONDS = 300;
const QUOTA_COOLDOWN_SECONDS_MAX = 86_400;
/** Codes for too many calls in a minute, a day or a week. */
const QUOTA_CODES = new Set([8501, 8502, 8503, 8901, 8904, 8905]);
const NESTING_MAX = 3;

/** Returns the body of a good response. A partial one (status 1) counts: it lists the keywords it dropped. */
export function readBaidu(page: Page): Json {
  if (page.status === 429)
    throw blocked(
      'The quota of the keyword source is used up.',
      retryAfterSeconds(page, QUOTA_COOLDOWN_SECONDS, QUOTA_COOLDOWN_SECONDS_MAX),
    );
  if (page.status === 401 || page.status === 403)
    throw blocked('The keyword source rejected the credentials.', CREDENTIAL_COOLDOWN_SECONDS);
  if (page.status >= 500) throw unreachable('The keyword source reported a server error.');
  const value = parseJson(page.body);
  const header = objectAt(value, 'header');
  if (header === null) throw unreadable('The keyword source sent a response in an unknown format.');
  const status = numberAt(header, 'status');
  if (status === 0 || status === 1) return objectAt(value, 'body') ?? {};
  const codes = listAt(header, 'failures').map((failure) => numberAt(failure, 'code') ?? 0);
  if (codes.some((code) => QUOTA_CODES.has(code))) throw blocked('The quota of the keyword source is used up.', QUOTA_COOLDOWN_SECONDS);
  if (codes.some((code) => code >= 8000 && code < 8500))
    throw blocked('The keyword source rejected the credentials.', CREDENTIAL_COOLDOWN_SECONDS);
  if (status === 3) throw unreachable('The keyword source reported a server error.');
  throw unreadable('The keyword source rejected the request.');
}

/**
 * Returns the rows of a response. The documentation has `data.data`, the API sends `data[0].data`, and some methods
 * only `data`.
 */
export function rowsIn(body: Json): readonly unknown[] {
  let value: unknown = body.data;
  for (let depth = 0; depth < NESTING_MAX; depth++) {
    if (isObject(value)) value = value.data ?? value.krResult ?? value.result ?? null;
    else if (Array.isArray(value) && value.length > 0 && isObject(value[0]) && Array.isArray(value[0].data)) value = value[0].data;
    else break;
  }
  // A good response without rows has an empty list. One without any list is unknown.
  if (!Array.isArray(value)) throw unreadable('The keyword source sent a response in an unknown format.');
  return value;
}
