// The interface of all transports.
import type { Page, PageRequest } from '../adapter.ts';

export interface FetchContext {
  /** Number of this attempt at the object, from 1. */
  readonly attempt: number;
  /** Time limit for a response. Some sources need a minute. */
  readonly msMax?: number;
  /** Maximum size of a response. Some providers send thousands of rows at once. */
  readonly bytesMax?: number;
  readonly signal?: AbortSignal;
  /** The account of the request. Its share of DNS lookups is used. */
  readonly accountId?: number;
  /** Handling of a page that is too long: an error, or its beginning. */
  readonly tooLong?: 'error' | 'cut';
  /** The body is parsed in another thread and stays compressed until then. */
  readonly compressed?: boolean;
}

/** Throws `unreachable` when there is no response. The adapter classifies block pages and unknown pages. */
export type FetchPage = (request: PageRequest, context: FetchContext) => Promise<Page>;

/** Returns the same fetch for one account. */
export const fetchFor =
  (accountId: number, fetch: FetchPage): FetchPage =>
  (request, context) =>
    fetch(request, { ...context, accountId });

export const PAGE_BYTES_MAX = 5 * 1024 * 1024;
export const PAGE_MS_MAX = 20_000;
