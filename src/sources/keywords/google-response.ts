// Parses responses of Google's token and ads APIs: keyword rows, or errors with their recovery.
import { blocked, type Page, type SourceError, unreachable, unreadable } from '../adapter.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { monthNumber, newestTwelve, zeroMonths } from './months.ts';
import type { KeywordRow } from './query.ts';
import { listAt, numberAt, objectAt, parseJson, textAt } from './untrusted-json.ts';

const MICROS = 1_000_000;
const CREDENTIAL_COOLDOWN_SECONDS = 3600;
const QUOTA_COOLDOWN_SECONDS = 60;
const QUOTA_COOLDOWN_SECONDS_MAX = 86_400;

/** Returns the JSON of the page. Throws its source error otherwise. */
export function readGoogle(page: Page): unknown {
  const value = parseJson(page.body);
  if (page.status >= 200 && page.status < 300) {
    if (value === undefined) throw unreadable('The keyword source sent a response that is not JSON.');
    return value;
  }
  throw errorOf(page, value);
}

function errorOf(page: Page, value: unknown): SourceError {
  const status = textAt(objectAt(value, 'error'), 'status');
  if (page.status === 429 || status === 'RESOURCE_EXHAUSTED')
    return blocked('The quota of the keyword source is used up.', retrySeconds(page, value));
  const credential =
    page.status === 401 || page.status === 403 || textAt(value, 'error') === 'invalid_grant' || textAt(value, 'error') === 'invalid_client';
  if (credential) return blocked('The keyword source rejected the credentials.', CREDENTIAL_COOLDOWN_SECONDS);
  if (page.status >= 500 || page.status === 408) return unreachable('The keyword source reported a server error.');
  return unreadable('The keyword source rejected the request.');
}

/** Google Ads has its retry delay deep inside the error, `"retryDelay": "30s"`. */
function retrySeconds(page: Page, value: unknown): number {
  for (const detail of listAt(objectAt(value, 'error'), 'details')) {
    for (const inner of listAt(detail, 'errors')) {
      const delay = textAt(objectAt(objectAt(inner, 'details'), 'quotaErrorDetails'), 'retryDelay');
      const seconds = /^(\d{1,6})(?:\.\d+)?s$/.exec(delay ?? '')?.[1];
      if (seconds) return Math.min(Number(seconds) + 1, QUOTA_COOLDOWN_SECONDS_MAX);
    }
  }
  return retryAfterSeconds(page, QUOTA_COOLDOWN_SECONDS, QUOTA_COOLDOWN_SECONDS_MAX);
}

/** The row of a keyword that Google does not know: volume 0 and no price. */
export const zeroRow = (keyword: string, month: string): KeywordRow => ({
  keyword,
  competition: null,
  costPerClick: null,
  searchVolume: 0,
  searchVolumeMobileRatio: null,
  monthlySearchVolumes: zeroMonths(month),
});

/** `metrics` is `keywordMetrics` or `keywordIdeaMetrics`, which have the same fields. */
export function rowOf(keyword: string, metrics: unknown, month: string): KeywordRow {
  const volume = numberAt(metrics, 'avgMonthlySearches');
  const months = listAt(metrics, 'monthlySearchVolumes').flatMap((entry) => {
    const year = numberAt(entry, 'year');
    const number = monthNumber(textAt(entry, 'month') ?? '');
    return year === null || number === 0 ? [] : [{ year, month: number, searchVolume: numberAt(entry, 'monthlySearches') }];
  });
  if (volume === null && months.length === 0) return zeroRow(keyword, month);
  const index = numberAt(metrics, 'competitionIndex');
  return {
    keyword,
    competition: index === null ? null : Math.min(Math.max(index / 100, 0), 1),
    costPerClick: pricePerClick(metrics),
    searchVolume: volume ?? 0,
    // Google Ads splits volumes by device only for a whole request, not per keyword.
    searchVolumeMobileRatio: null,
    monthlySearchVolumes: newestTwelve(months),
  };
}

/** Returns Google's average price, otherwise the mean of the two bids for the top of the page. */
function pricePerClick(metrics: unknown): number | null {
  const average = numberAt(metrics, 'averageCpcMicros');
  const low = numberAt(metrics, 'lowTopOfPageBidMicros');
  const high = numberAt(metrics, 'highTopOfPageBidMicros');
  const micros = average ?? (low !== null && high !== null ? (low + high) / 2 : (high ?? low));
  return micros === null ? null : Math.round(micros / 10_000) / (MICROS / 10_000);
}
