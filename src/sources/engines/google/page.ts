// Parses the ordinary result page of Google and builds the request for the next one.
import type { Page, PageRequest } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { readHtml } from '../../page/html.ts';
import type { SerpPage, SerpQuery } from '../../serp.ts';
import { rejectBlockUrl } from './block-page.ts';
import { emptyPageOf } from './empty-page.ts';
import { itemsOf } from './items.ts';
import { scanPage } from './page-scan.ts';
import { pageAt, startOf } from './request.ts';
import { statsOf, totalIn } from './stats.ts';

export const RESULTS_PER_PAGE = 10;

export function readResultPage(
  page: Page,
  query: SerpQuery,
  locked: readonly string[],
): { readonly found: SerpPage; readonly next?: PageRequest } {
  rejectBlockUrl(page);
  const root = readHtml(page);
  const scan = scanPage(root);
  const items = itemsOf(scan);
  if (items.organic.length === 0) return emptyPageOf(page, root);
  const stats = statsOf(root);
  const start = startOf(page.request.url);
  const further = scan.furthestStart === null ? items.organic.length >= RESULTS_PER_PAGE : scan.furthestStart > start;
  const found = serpPage(items, stats === null ? null : totalIn(stats));
  return further ? { found, next: pageAt(start + RESULTS_PER_PAGE, query, locked) } : { found };
}
