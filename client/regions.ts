// Regions: one page of a search, or all matches.
import type { Send } from './send.ts';
import type { Operations, Region, RegionList } from './types.ts';
import type { CallOptions } from './wait.ts';

export type RegionQuery = Operations['GET /region/list']['query'];

export interface Regions {
  search(query?: RegionQuery, options?: CallOptions): Promise<RegionList>;
  /** Yields every matching region, page by page. */
  all(query?: Omit<RegionQuery, 'page'>, options?: CallOptions): AsyncGenerator<Region, void, undefined>;
}

const PAGE_ITEMS = 1000;

export function createRegions(send: Send): Regions {
  const search: Regions['search'] = (query = {}, options = {}) => send('GET /region/list', { ...options, query });
  return {
    search,
    async *all(query = {}, options = {}) {
      const items = query.items ?? PAGE_ITEMS;
      for (let page = 1, total = 1; (page - 1) * items < total; page++) {
        const list = await search({ ...query, items, page }, options);
        // A list that shrinks while it is read must still end.
        if (list.items.length === 0) return;
        total = list.total;
        yield* list.items;
      }
    },
  };
}
