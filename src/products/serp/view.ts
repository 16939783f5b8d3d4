// A SERP as the API shows it, without `data`, which is appended unparsed.
//
// `viewSerp` is the definition. `serpText` returns the same bytes five times as fast: it copies the stored request and adds the rest
// around it (decision 54). It only accepts requests of one exact form, in which the fields have the order of the view; for all
// others it returns null, and the caller uses `viewSerp`.
import { shownCallback } from '../../business/callbacks/callback-url.ts';
import { toDateTime } from '../../contract/dates.ts';
import { errorOf } from '../../contract/failures.ts';
import type { Stored } from '../../contract/order.ts';
import type { Attempt, Serp } from '../../contract/serp.ts';
import type { SiteRank, StoredFind } from './find.ts';
import type { Quality } from './quality/quality.ts';
import type { StoredSerpRequest } from './request.ts';

export function viewSerp(stored: Stored): Omit<Serp, 'data'> {
  const request = JSON.parse(stored.request) as StoredSerpRequest;
  const { result } = stored;
  const detail = (result ? JSON.parse(result.detail) : {}) as {
    pages?: number;
    found?: number;
    standing?: SiteRank | null;
    error?: string;
  } & Partial<Quality>;
  const attempts = result ? (JSON.parse(result.attempts) as Attempt[]) : [];
  return {
    id: stored.id,
    keyword: request.keyword,
    region: request.region,
    regionSearch: request.regionSearch as Record<string, unknown> | null,
    priority: request.priority,
    asynchronous: request.asynchronous,
    archivable: request.archivable,
    searchEngine: request.searchEngine,
    callback: shownCallback(request.callback),
    callbackFormat: request.callbackFormat,
    maxResults: request.maxResults,
    isMobile: request.isMobile,
    isRealTime: request.priority === 'REALTIME' || request.priority === 'INSTANT',
    isLowPriority: request.priority === 'LOW',
    language: request.language,
    saveRawData: request.saveRawData,
    customUserAgent: request.customUserAgent,
    customUrlParameter: [...request.customUrlParameter],
    customCookieParameter: [...request.customCookieParameter],
    voiceSearchHighFidelity: request.voiceSearchHighFidelity,
    isOverLimit: stored.isOverLimit,
    ready: result !== null && !result.faulty,
    isFromApi: request.isFromApi ?? true,
    queued: stored.queued,
    callbackExecuted: stored.callbackExecuted,
    callbackFailed: stored.callbackFailed,
    createdAt: toDateTime(stored.createdAt),
    generatedAt: toDateTime(result?.generatedAt ?? null),
    faulty: result?.faulty ?? false,
    verdict: result?.verdict ?? null,
    attempts,
    error: result ? errorOf(result, detail, attempts) : null,
    ...(request.freshness === undefined ? {} : { freshness: request.freshness }),
    pages: detail.pages ?? null,
    quality: detail.quality ?? null,
    qualityReasons: [...(detail.qualityReasons ?? [])],
    ...(request.find ? { find: findOf(request.find, stored.isOverLimit, detail) } : {}),
  };
}

function findOf(find: StoredFind, isOverLimit: boolean, { found, standing }: { found?: number; standing?: SiteRank | null }) {
  const { domain, stopWhenFound, cost, overCost } = find;
  const { position = null, url = null, page = null } = standing ?? {};
  return { domain, stopWhenFound, position, url, page, resultsChecked: found ?? null, cost: isOverLimit ? overCost : cost };
}

const TEXT = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
/** Any JSON without braces, except inside texts. */
const FLAT = `[^{}"]*(?:${TEXT}[^{}"]*)*`;
const FLAG = '(?:true|false)';
/**
 * The whole stored request, from the first to the last byte. The context of a trace is not shown. `regionSearch` may hold any names, a URL with `@` may hold a password that is
 * not shown, and `find` is shown in another form: with these it does not match.
 */
const SHOWN_AS_STORED = new RegExp(
  [
    String.raw`^\{(?:"traceparent":"[\da-f-]+",)?(?<start>"keyword":${TEXT},"region":\{${FLAT}(?:\{${FLAT}\}${FLAT})?\},"regionSearch":null,"priority":"(?<priority>\w+)"`,
    String.raw`,"asynchronous":${FLAG},"archivable":${FLAG},"searchEngine":"[\w-]+","callback":(?:null|"[^"\\@]*"),"callbackFormat":"\w+"`,
    String.raw`,"maxResults":\d+,"isMobile":${FLAG})(?<options>,"language":.*"voiceSearchHighFidelity":${FLAG})`,
    String.raw`(?<freshness>,"freshness":\d+)?(?<notFromApi>,"isFromApi":false)?\}$`,
  ].join(''),
  's',
);

/** Returns exactly `JSON.stringify(viewSerp(stored))`, or null when the stored request has another form. */
export function serpText(stored: Stored): string | null {
  const { result } = stored;
  const match = SHOWN_AS_STORED.exec(stored.request);
  if (match === null) return null;
  const [, start, priority, options, freshness = '', notFromApi] = match;
  const detail = (result && result.detail !== '{}' ? JSON.parse(result.detail) : {}) as {
    pages?: number;
    error?: string;
  } & Partial<Quality>;
  // Only a faulty object has an error, and few objects are faulty.
  const error = result?.faulty ? JSON.stringify(errorOf(result, detail, JSON.parse(result.attempts) as Attempt[])) : null;
  const generatedAt = result?.generatedAt ? `"${toDateTime(result.generatedAt)}"` : null;
  const verdict = result?.verdict ? `"${result.verdict}"` : null;
  return (
    `{"id":"${stored.id}",${start}` +
    `,"isRealTime":${priority === 'REALTIME' || priority === 'INSTANT'},"isLowPriority":${priority === 'LOW'}${options}` +
    `,"isOverLimit":${stored.isOverLimit},"ready":${result !== null && !result.faulty},"isFromApi":${notFromApi === undefined}` +
    `,"queued":${stored.queued},"callbackExecuted":${stored.callbackExecuted},"callbackFailed":${stored.callbackFailed}` +
    `,"createdAt":"${toDateTime(stored.createdAt)}","generatedAt":${generatedAt},"faulty":${result?.faulty ?? false}` +
    `,"verdict":${verdict},"attempts":${result?.attempts ?? '[]'},"error":${error}${freshness},"pages":${detail.pages ?? null}` +
    `,"quality":${detail.quality ?? null},"qualityReasons":${detail.qualityReasons?.length ? JSON.stringify(detail.qualityReasons) : '[]'}}`
  );
}
