// A keyword object as the API shows it: everything but `data`, which is joined to it unparsed.
import { shownCallback } from '../../business/callbacks/address.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { Keyword } from '../../contract/keyword.ts';
import type { Stored } from '../../contract/order.ts';
import type { Attempt } from '../../contract/serp.ts';
import type { StoredKeywordRequest } from './request.ts';

export function viewKeyword(stored: Stored): Omit<Keyword, 'data'> {
  const request = JSON.parse(stored.request) as StoredKeywordRequest;
  const { result } = stored;
  return {
    id: stored.id,
    keywords: request.keywords === null ? null : [...request.keywords],
    url: request.url,
    region: request.region,
    regionSearch: request.regionSearch as Record<string, unknown> | null,
    priority: request.priority,
    asynchronous: request.asynchronous,
    archivable: request.archivable,
    language: request.language,
    source: request.source,
    searchPartners: request.searchPartners,
    suggestions: request.suggestions,
    faulty: result?.faulty ?? false,
    callback: shownCallback(request.callback),
    callbackFormat: request.callbackFormat,
    callbackExecuted: stored.callbackExecuted,
    callbackFailed: stored.callbackFailed,
    ready: result !== null && !result.faulty,
    isFromApi: true,
    isOverLimit: stored.isOverLimit,
    createdAt: toDateTime(stored.createdAt),
    generatedAt: toDateTime(result?.generatedAt ?? null),
    scheduledTo: null,
    queued: stored.queued,
    isRealTime: request.priority === 'REALTIME' || request.priority === 'INSTANT',
    isLowPriority: request.priority === 'LOW',
    verdict: result?.verdict ?? null,
    attempts: result ? (JSON.parse(result.attempts) as Attempt[]) : [],
    ...(request.freshness === undefined ? {} : { freshness: request.freshness }),
  };
}
