// Merges the pages of one search: consecutive positions, no duplicates, at most `maxResults`.
import { ITEM_ARRAYS, type ItemPosition, noItems, type RelatedItem, type SerpData } from '../../contract/items.ts';
import type { SerpPage } from '../../sources/serp.ts';

export function mergePages(pages: readonly SerpPage[], maxResults: number, raw: readonly string[]): SerpData {
  const merged = noItems();
  const seen = new Set<string>();
  const suggested = new Set<string>();
  for (const [index, page] of pages.entries()) {
    for (const name of ITEM_ARRAYS) {
      const into = merged[name] as ItemPosition[];
      for (const item of page[name]) {
        if (name === 'organic') {
          const { url } = item as { url: string };
          if (seen.has(url) || into.length >= maxResults) continue;
          seen.add(url);
        }
        // Further pages repeat the related searches of the first.
        if (name === 'related') {
          const keyword = (item as RelatedItem).keyword.toLowerCase();
          if (suggested.has(keyword)) continue;
          suggested.add(keyword);
        }
        into.push({ ...item, page: index + 1, position: into.length + 1 });
      }
    }
  }
  return { totalResults: pages[0]?.totalResults ?? null, raw, ...merged };
}

/** Returns the number of distinct organic results so far. */
export function countOrganic(pages: readonly SerpPage[]): number {
  return new Set(pages.flatMap((page) => page.organic.map(({ url }) => url))).size;
}
