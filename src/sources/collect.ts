// The loop that drives every adapter: start, fetch, parse, next, until there is enough.
import type { Adapter, Page, PageRequest } from './adapter.ts';
import type { FetchContext, FetchPage } from './transport/fetch.ts';

export interface Collected<Found> {
  readonly found: readonly Found[];
  readonly pages: readonly Page[];
}

/** Reads one page as the adapter would, perhaps elsewhere. */
export type ReadPage<Ask, Found> = (page: Page, ask: Ask) => Promise<{ readonly found: Found; readonly next?: PageRequest }>;

export interface CollectSettings<Found> {
  readonly pagesMax: number;
  /** Asked after each page with everything found so far. */
  readonly enough: (found: readonly Found[]) => boolean;
}

/** A failure on the way carries the page that caused it, so that it can be kept, and what was found before it. */
export class CollectFailure extends Error {
  readonly page: Page | null;
  readonly found: readonly unknown[];

  constructor(cause: unknown, page: Page | null, found: readonly unknown[] = []) {
    super('collecting failed', { cause });
    this.page = page;
    this.found = found;
  }
}

export async function collect<Ask, Found>(
  adapter: Adapter<Ask, Found>,
  ask: Ask,
  fetch: FetchPage,
  context: FetchContext,
  settings: CollectSettings<Found>,
  readElsewhere?: ReadPage<Ask, Found>,
): Promise<Collected<Found>> {
  const found: Found[] = [];
  const pages: Page[] = [];
  let page: Page | null = null;
  try {
    let request: PageRequest | undefined = adapter.start(ask);
    while (request && pages.length < settings.pagesMax) {
      page = null;
      page = await fetch(request, context);
      const read = readElsewhere ? await readElsewhere(page, ask) : adapter.parse(page, ask);
      pages.push(page);
      found.push(read.found);
      request = settings.enough(found) ? undefined : read.next;
    }
    return { found, pages };
  } catch (error) {
    throw new CollectFailure(error, page, found);
  }
}
