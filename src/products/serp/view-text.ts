// A SERP as the API shows it, put together from the stored texts: reading and writing these again is most of what an object in a list costs.
import { toDateTime } from '../../contract/dates.ts';
import type { Stored } from '../../contract/order.ts';

/** Stands before the only part of a stored request that may hold any names at all. */
const SEARCH = '"regionSearch":';
const NO_SEARCH = `${SEARCH}null,"priority":"`;
/** Stands behind everything that may hold any texts but its own. */
const CALLBACK = '"callback":';

/** The text of the view in `view.ts`, or null where the stored request is not shown as it stands: then it has to be read. */
export function serpText(stored: Stored): string | null {
  const { request, result } = stored;
  const priority = priorityOf(request);
  if (priority === null) return null;
  const { pages = null } = (result && result.detail !== '{}' ? JSON.parse(result.detail) : {}) as { pages?: number };
  const generatedAt = result?.generatedAt ? `"${toDateTime(result.generatedAt)}"` : null;
  const verdict = result?.verdict ? `"${result.verdict}"` : null;
  return (
    `{"id":"${stored.id}",${request.slice(1, -1)},"isRealTime":${priority === 'REALTIME' || priority === 'INSTANT'}` +
    `,"isLowPriority":${priority === 'LOW'},"isOverLimit":${stored.isOverLimit},"ready":${result !== null && !result.faulty}` +
    `,"isFromApi":true,"queued":${stored.queued},"callbackExecuted":${stored.callbackExecuted},"callbackFailed":${stored.callbackFailed}` +
    `,"createdAt":"${toDateTime(stored.createdAt)}","generatedAt":${generatedAt},"faulty":${result?.faulty ?? false}` +
    `,"verdict":${verdict},"attempts":${result?.attempts ?? '[]'},"pages":${pages}}`
  );
}

/**
 * Null when something in the request is not shown as it stands: names in a callback's address, or what was looked for. Texts of customers
 * cannot feign any of the marks, for quotation marks in them are stored with a backslash.
 */
function priorityOf(request: string): string | null {
  const at = request.indexOf(SEARCH);
  if (!request.startsWith(NO_SEARCH, at)) return null;
  const callback = request.lastIndexOf(CALLBACK);
  if (callback < 0 || request.includes('@', callback) || request.includes('"find":', callback)) return null;
  const from = at + NO_SEARCH.length;
  return request.slice(from, request.indexOf('"', from));
}
