// A keyword object as the API returns it, without `data`, which is appended unparsed.
import { shownCallback } from '../../business/callbacks/callback-url.ts';
import { toDateTime } from '../../contract/dates.ts';
import { errorOf } from '../../contract/failures.ts';
import type { Keyword } from '../../contract/keyword.ts';
import type { Stored } from '../../contract/order.ts';
import type { Attempt } from '../../contract/serp.ts';
import type { StoredKeywordRequest } from './request.ts';

export function viewKeyword(stored: Stored): Omit<Keyword, 'data'> {
  const request = JSON.parse(stored.request) as StoredKeywordRequest;
  const { result } = stored;
  const attempts = result ? (JSON.parse(result.attempts) as Attempt[]) : [];
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
    isFromApi: request.isFromApi ?? true,
    isOverLimit: stored.isOverLimit,
    createdAt: toDateTime(stored.createdAt),
    generatedAt: toDateTime(result?.generatedAt ?? null),
    scheduledTo: toDateTime(stored.scheduledAt ?? processedAt(stored)),
    queued: stored.queued,
    isRealTime: request.priority === 'REALTIME' || request.priority === 'INSTANT',
    isLowPriority: request.priority === 'LOW',
    verdict: result?.verdict ?? null,
    attempts,
    error: result ? errorOf(result, JSON.parse(result.detail) as { error?: string }, attempts) : null,
    ...(request.freshness === undefined ? {} : { freshness: request.freshness }),
  };
}

/** Returns the processing time of a finished object. A reused result is older than the object itself. */
const processedAt = ({ createdAt, result }: Stored): Date => new Date(Math.max(createdAt.getTime(), result?.generatedAt.getTime() ?? 0));
