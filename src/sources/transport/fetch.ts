// The one way pages are fetched, whatever carries them.
import type { Page, PageRequest } from '../adapter.ts';

export interface FetchContext {
  /** Which try at this object it is, from 1. */
  readonly attempt: number;
  /** How long an answer may take; some sources think for a minute. */
  readonly msMax?: number;
  /** How long an answer may be; some providers send thousands of rows at once. */
  readonly bytesMax?: number;
  readonly signal?: AbortSignal;
  /** The account that it is for; its share of the DNS lookups is used. */
  readonly accountId?: number;
  /** What becomes of a page that is too long: an error, or its beginning. */
  readonly tooLong?: 'error' | 'cut';
}

/** Throws `unreachable` when nothing came back; walls and odd pages are for the adapter to judge. */
export type FetchPage = (request: PageRequest, context: FetchContext) => Promise<Page>;

/** The same way, for one account. */
export const fetchFor =
  (accountId: number, fetch: FetchPage): FetchPage =>
  (request, context) =>
    fetch(request, { ...context, accountId });

export const PAGE_BYTES_MAX = 5 * 1024 * 1024;
export const PAGE_MS_MAX = 20_000;
