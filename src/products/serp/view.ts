// A SERP as the API returns it, without `data`, which is appended unparsed.
import { shownCallback } from '../../business/callbacks/callback-url.ts';
import { toDateTime } from '../../contract/dates.ts';
import { errorOf } from '../../contract/failures.ts';
import type { Stored } from '../../contract/order.ts';
import type { Attempt, Serp } from '../../contract/serp.ts';
import type { Standing, StoredFind } from './find.ts';
import type { StoredSerpRequest } from './request.ts';

export function viewSerp(stored: Stored): Omit<Serp, 'data'> {
  const request = JSON.parse(stored.request) as StoredSerpRequest;
  const { result } = stored;
  const detail = (result ? JSON.parse(result.detail) : {}) as {
    pages?: number;
    found?: number;
    standing?: Standing | null;
    error?: string;
  };
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
    ...(request.find ? { find: findOf(request.find, stored.isOverLimit, detail) } : {}),
  };
}

function findOf(find: StoredFind, isOverLimit: boolean, { found, standing }: { found?: number; standing?: Standing | null }) {
  const { domain, stopWhenFound, cost, overCost } = find;
  const { position = null, url = null, page = null } = standing ?? {};
  return { domain, stopWhenFound, position, url, page, resultsChecked: found ?? null, cost: isOverLimit ? overCost : cost };
}
