// Fetches the pages of one collection, some of them ahead, within the budget for pages in flight.
import type { ByteBudget, Reservation } from '../platform/byte-budget.ts';
import type { Page, PageRequest } from './adapter.ts';
import type { FetchContext, FetchPage } from './transport/fetch.ts';

/** The length of a page is unknown before it arrives. A compressed result page has about half of this. */
export const RESERVED_BYTES = 512 * 1024;

export interface PageFetcher {
  /** Returns true for a page that is fetched ahead. */
  has(request: PageRequest): boolean;
  /** Fetches these pages in parallel and discards earlier ones that were not taken. They may turn out not to be needed. */
  fetchAhead(requests: readonly PageRequest[]): void;
  /** Returns the page that was fetched ahead, or fetches it. */
  fetch(request: PageRequest): Promise<Page>;
  /** The page was parsed and no longer counts as in flight. */
  parsed(page: Page): void;
  /** Aborts all fetches and discards all pages. */
  end(): void;
}

/**
 * A page counts as in flight from before its request until it is parsed. No deadlock is possible: pages are admitted in
 * order, and a page waits only for pages that were requested before it.
 */
export function createPageFetcher(fetch: FetchPage, context: FetchContext, budget?: ByteBudget): PageFetcher {
  const ahead = new Map<string, Promise<Page>>();
  const held = new Map<Page, Reservation>();
  let enough: AbortController | null = null;
  let ended = false;

  const fetchWithin = async (request: PageRequest, within: FetchContext): Promise<Page> => {
    if (!budget) return fetch(request, within);
    const reservation = await budget.reserve(RESERVED_BYTES, within.signal);
    try {
      const page = await fetch(request, within);
      if (ended) reservation.release();
      else {
        reservation.resize(bytesOf(page));
        held.set(page, reservation);
      }
      return page;
    } catch (error) {
      reservation.release();
      throw error;
    }
  };
  const parsed = (page: Page): void => {
    held.get(page)?.release();
    held.delete(page);
  };
  const discard = (): void => {
    for (const page of ahead.values()) page.then(parsed, () => undefined);
    ahead.clear();
  };

  return {
    has: (request) => ahead.has(request.url),
    fetchAhead: (requests) => {
      discard();
      if (requests.length < 2) return;
      enough ??= new AbortController();
      const signal = context.signal ? AbortSignal.any([context.signal, enough.signal]) : enough.signal;
      for (const request of requests) {
        const page = fetchWithin(request, { ...context, signal });
        // A page that turns out not to be needed may fail without a report.
        page.catch(() => undefined);
        ahead.set(request.url, page);
      }
    },
    fetch: (request) => {
      const page = ahead.get(request.url);
      ahead.delete(request.url);
      return page ?? fetchWithin(request, context);
    },
    parsed,
    end: () => {
      ended = true;
      enough?.abort();
      for (const reservation of held.values()) reservation.release();
      held.clear();
    },
  };
}

/** Reading `body` of a page with `content` would decompress it. */
const bytesOf = (page: Page): number => page.content?.bytes.byteLength ?? page.body.length;
