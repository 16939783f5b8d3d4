// The loop that drives every adapter: start, fetch, parse and next, until there is enough.
import type { Adapter, Page, PageRequest } from './adapter.ts';
import { isMixed } from './page/list-marks.ts';
import { signsOf, signsOrNull } from './page/signs.ts';
import { createPageFetcher } from './page-fetcher.ts';
import type { PageRead, PageReader } from './page-reader.ts';
import type { FetchContext, FetchPage } from './transport/fetch.ts';

export interface Collected<Parsed> {
  readonly found: readonly Parsed[];
  readonly pages: readonly Page[];
  /** The last page led to no further one, although more was wanted. */
  readonly isLast?: true;
  /** Why the loop ended early. Absent when every fetched page could be parsed. */
  readonly failure?: CollectFailure;
}

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
  /** Keep the bodies of all pages. Without it, only the first page of those that a reader parsed has its body. */
  readonly keepBodies?: boolean;
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
  reader?: PageReader<Query, Parsed>,
): Promise<Collected<Parsed>> {
  const found: Parsed[] = [];
  const pages: Page[] = [];
  const fetcher = createPageFetcher(fetch, reader ? { ...context, compressed: true } : context, reader?.budget);
  let page: Page | null = null;
  let isLast = false;
  try {
    let request: PageRequest | undefined = adapter.start(query);
    while (request && pages.length < settings.pagesMax) {
      if (!fetcher.has(request) && pages.length > 0) {
        const further = settings.ahead?.(request, found) ?? [];
        fetcher.fetchAhead([request, ...further].slice(0, settings.pagesMax - pages.length));
      }
      page = null;
      page = await fetcher.fetch(request);
      if (reader?.compressText) page.compressText = reader.compressText.bind(null, page);
      const read: PageRead<Parsed> = reader ? await reader.parse(page, query) : adapter.parse(page, query);
      fetcher.parsed(page);
      if (read.language !== undefined) page.language = read.language;
      page.signs = read.signs === undefined ? signsOf(page) : read.signs;
      page.isMixed = read.isMixed ?? isMixed(page);
      pages.push(reader && pages.length > 0 && !settings.keepBodies ? withoutBody(page) : page);
      found.push(read.found);
      const isEnough = settings.enough(found);
      isLast = !isEnough && read.next === undefined;
      request = isEnough ? undefined : read.next;
    }
    return isLast ? { found, pages, isLast } : { found, pages };
  } catch (error) {
    if (page && page.signs === undefined) page.signs = signsOrNull(page);
    const failure = new CollectFailure(error, page, found);
    if (found.length > 0 && settings.isSufficient?.(found)) return { found, pages, failure };
    throw failure;
  } finally {
    fetcher.end();
  }
}

/** The bodies of further pages would take memory until the job ends. */
const withoutBody = ({ request, url, status, headers, language, signs, isMixed }: Page): Page => ({
  request,
  url,
  status,
  headers,
  body: '',
  ...(language === undefined ? {} : { language }),
  ...(signs === undefined ? {} : { signs }),
  ...(isMixed === undefined ? {} : { isMixed }),
});
