// The ordinary result page of Google, read whole, and the request for the one after it.
import type { Page, PageRequest } from '../../adapter.ts';
import type { SerpAsk, SerpPage } from '../../serp.ts';
import { readHtml, serpPage } from '../kit.ts';
import { pageAt, startOf } from './address.ts';
import { itemsOf } from './items.ts';
import { nothingOn } from './nothing.ts';
import { statsOf, totalIn } from './stats.ts';
import { surveyOf } from './survey.ts';
import { refuseWalledAddress } from './walls.ts';

export const RESULTS_PER_PAGE = 10;

export function readResultPage(
  page: Page,
  ask: SerpAsk,
  locked: readonly string[],
): { readonly found: SerpPage; readonly next?: PageRequest } {
  refuseWalledAddress(page);
  const root = readHtml(page.body);
  const survey = surveyOf(root);
  const items = itemsOf(survey);
  if (items.organic.length === 0) return nothingOn(page, root);
  const stats = statsOf(root);
  const start = startOf(page.request.url);
  const further = survey.furthestStart === null ? items.organic.length >= RESULTS_PER_PAGE : survey.furthestStart > start;
  const found = serpPage(items, stats === null ? null : totalIn(stats));
  return further ? { found, next: pageAt(start + RESULTS_PER_PAGE, ask, locked) } : { found };
}
