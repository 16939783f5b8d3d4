// The loop that drives every adapter: start, fetch, parse and next, until there is enough.
import type { Adapter, Page, PageRequest } from './adapter.ts';
import type { FetchContext, FetchPage } from './transport/fetch.ts';

export interface Collected<Parsed> {
  readonly found: readonly Parsed[];
  readonly pages: readonly Page[];
  /** Why the loop ended early. Absent when every fetched page could be parsed. */
  readonly failure?: CollectFailure;
}

/** Parses one page as the adapter would, for example in another thread. */
export type ReadPage<Query, Parsed> = (
  page: Page,
  query: Query,
) => Promise<{ readonly found: Parsed; readonly next?: PageRequest; readonly language?: string | null }>;

export interface CollectSettings<Parsed> {
  readonly pagesMax: number;
  /** Called after each page with everything found so far. Returns true to stop. */
  readonly enough: (found: readonly Parsed[]) => boolean;
  /**
   * Returns the requests that will probably follow `next`, to be fetched in parallel with it. Each is used only if the
   * previous page links to it, so a wrong prediction costs a request but never leaves a gap.
   */
  readonly ahead?: (next: PageRequest, found: readonly Parsed[]) => readonly PageRequest[];
  /**
   * Returns true when `found` is a result without the following pages. If one of them fails, the loop then only ends
   * early.
   */
  readonly isSufficient?: (found: readonly Parsed[]) => boolean;
}

/** A failed collection, with the page that caused the failure and the results before it. */
export class CollectFailure extends Error {
  readonly page: Page | null;
  readonly found: readonly unknown[];

  constructor(cause: unknown, page: Page | null, found: readonly unknown[] = []) {
    super('collecting failed', { cause });
    this.page = page;
    this.found = found;
  }
}

export async function collect<Query, Parsed>(
  adapter: Adapter<Query, Parsed>,
  query: Query,
  fetch: FetchPage,
  context: FetchContext,
  settings: CollectSettings<Parsed>,
  parseElsewhere?: ReadPage<Query, Parsed>,
): Promise<Collected<Parsed>> {
  const found: Parsed[] = [];
  const pages: Page[] = [];
  const fetchContext: FetchContext = parseElsewhere ? { ...context, compressed: true } : context;
  const prefetched = createPrefetch(fetch, fetchContext);
  let page: Page | null = null;
  try {
    let request: PageRequest | undefined = adapter.start(query);
    while (request && pages.length < settings.pagesMax) {
      if (!prefetched.has(request) && pages.length > 0) {
        const further = settings.ahead?.(request, found) ?? [];
        prefetched.send([request, ...further].slice(0, settings.pagesMax - pages.length));
      }
      page = null;
      page = await (prefetched.take(request) ?? fetch(request, fetchContext));
      const read: Awaited<ReturnType<ReadPage<Query, Parsed>>> = parseElsewhere
        ? await parseElsewhere(page, query)
        : adapter.parse(page, query);
      pages.push(page);
      found.push(read.found);
      if (read.language !== undefined) page.language = read.language;
      request = settings.enough(found) ? undefined : read.next;
    }
    return { found, pages };
  } catch (error) {
    const failure = new CollectFailure(error, page, found);
    if (found.length > 0 && settings.isSufficient?.(found)) return { found, pages, failure };
    throw failure;
  } finally {
    prefetched.end();
  }
}

/** Prefetched pages. They may turn out not to be needed. */
function createPrefetch(fetch: FetchPage, context: FetchContext) {
  const pages = new Map<string, Promise<Page>>();
  let enough: AbortController | null = null;
  return {
    has: (request: PageRequest): boolean => pages.has(request.url),
    send(requests: readonly PageRequest[]): void {
      pages.clear();
      if (requests.length < 2) return;
      enough ??= new AbortController();
      const signal = context.signal ? AbortSignal.any([context.signal, enough.signal]) : enough.signal;
      for (const request of requests) {
        const page = fetch(request, { ...context, signal });
        // A page that turns out not to be needed may fail without a report.
        page.catch(() => undefined);
        pages.set(request.url, page);
      }
    },
    take(request: PageRequest): Promise<Page> | undefined {
      const page = pages.get(request.url);
      pages.delete(request.url);
      return page;
    },
    end: (): void => enough?.abort(),
  };
}
