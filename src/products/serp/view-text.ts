// A SERP as the API shows it, cut and joined from the stored texts: reading and writing these again is most of what an object in a list costs.
// To the byte what `view.ts` says, for a repeated order is answered byte for byte, also by another version.
import { NOT_FROM_API } from '../../business/orders/origin.ts';
import { toDateTime } from '../../contract/dates.ts';
import { errorOf } from '../../contract/failures.ts';
import type { Stored } from '../../contract/order.ts';
import type { Attempt } from '../../contract/serp.ts';

/** Stands before the only part of a stored request that may hold any names at all. */
const SEARCH = '"regionSearch":';
const NO_SEARCH = `${SEARCH}null,"priority":"`;

/** A stored request in the pieces that are shown apart from one another. */
interface Pieces {
  readonly priority: string;
  /** From the keyword to what decides whether somebody waits. */
  readonly question: string;
  readonly archivable: string;
  readonly engine: string;
  readonly callback: string;
  /** How many results, and for which screen. */
  readonly extent: string;
  /** From the language on. */
  readonly options: string;
  readonly freshness: string;
  readonly isFromApi: boolean;
}

/** Null where the stored request is not shown as it stands: then it has to be read. */
export function serpText(stored: Stored): string | null {
  const { request, result } = stored;
  const pieces = piecesOf(request);
  if (pieces === null) return null;
  const { priority, question, archivable, engine, callback, extent, options, freshness, isFromApi } = pieces;
  const detail = (result && result.detail !== '{}' ? JSON.parse(result.detail) : {}) as { pages?: number; error?: string };
  // Only a faulty object has one, and those are few.
  const error = result?.faulty ? JSON.stringify(errorOf(result, detail, JSON.parse(result.attempts) as Attempt[])) : null;
  const generatedAt = result?.generatedAt ? `"${toDateTime(result.generatedAt)}"` : null;
  const verdict = result?.verdict ? `"${result.verdict}"` : null;
  return (
    `{"id":"${stored.id}",${question}${archivable}${engine}${callback}${extent}` +
    `,"isRealTime":${priority === 'REALTIME' || priority === 'INSTANT'},"isLowPriority":${priority === 'LOW'}${options}` +
    `,"isOverLimit":${stored.isOverLimit},"ready":${result !== null && !result.faulty},"isFromApi":${isFromApi},"queued":${stored.queued}` +
    `,"callbackExecuted":${stored.callbackExecuted},"callbackFailed":${stored.callbackFailed},"createdAt":"${toDateTime(stored.createdAt)}"` +
    `,"generatedAt":${generatedAt},"faulty":${result?.faulty ?? false},"verdict":${verdict},"attempts":${result?.attempts ?? '[]'}` +
    `,"error":${error}${freshness},"pages":${detail.pages ?? null}}`
  );
}

/**
 * Null when something is not shown as it stands: names in a callback's address, what was looked for, a region that was searched for. Texts of
 * customers cannot feign any of the marks, for quotation marks in them are stored with a backslash.
 */
function piecesOf(request: string): Pieces | null {
  const search = request.indexOf(SEARCH);
  if (search < 0 || !request.startsWith(NO_SEARCH, search)) return null;
  const priority = search + NO_SEARCH.length;
  const engine = request.indexOf(',"searchEngine":', priority);
  const extent = request.indexOf(',"maxResults":', engine);
  const options = request.indexOf(',"language":', extent);
  const callback = request.indexOf(',"callback":', options);
  const archivable = request.indexOf(',"archivable":', callback);
  if (engine < 0 || extent < 0 || options < 0 || callback < 0 || archivable < 0) return null;
  if (request.includes('@', callback) || request.includes('"find":', archivable)) return null;
  const fresh = request.indexOf(',"freshness":', archivable);
  const isFromApi = !request.endsWith(NOT_FROM_API);
  const last = request.length - (isFromApi ? 1 : NOT_FROM_API.length);
  const end = fresh < 0 ? last : fresh;
  return {
    priority: request.slice(priority, request.indexOf('"', priority)),
    question: request.slice(1, engine),
    archivable: request.slice(archivable, end),
    engine: request.slice(engine, extent),
    callback: request.slice(callback, archivable),
    extent: request.slice(extent, options),
    options: request.slice(options, callback),
    freshness: fresh < 0 ? '' : request.slice(fresh, last),
    isFromApi,
  };
}
