// Finds the organic results of a Google page among its heading links.
import { domainToUnicode } from 'node:url';
import type { OrganicItem } from '../../../contract/items.ts';
import { organicItem } from '../../items.ts';
import { textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { hostOf } from '../../urls.ts';
import { sameness } from './links.ts';
import type { HeadingLink, PageScan } from './page-scan.ts';
import { blockAround, headingText, isBelow } from './page-scan.ts';
import { detailsOf } from './result.ts';

/** Pages with a hundred results existed until 2025. A longer list is not a list of results. */
const RESULTS_MAX = 200;

/** True when the text contains the host, as the URL line beside a result's title does. */
function showsAddress(link: Element, url: string): boolean {
  const host = hostOf(url).replace(/^(?:www|m|mobile|amp)\./, '');
  const text = textOf(link).toLowerCase();
  return text.includes('›') || text.includes(host) || text.includes(domainToUnicode(host));
}

/** Desktop titles are `h3`. Mobile titles and cards are marked by role only, but only results show their URL. */
function isResult(found: HeadingLink): found is HeadingLink & { readonly url: string } {
  if (found.url === null || found.zone !== null || headingText(found.heading) === '') return false;
  return found.heading.name === 'h3' || (found.heading !== found.link && showsAddress(found.link, found.url));
}

/** A result with the element that contains it. */
export interface Result {
  readonly item: OrganicItem;
  readonly link: Element;
  readonly block: Element;
}

export function resultsOf(scan: PageScan): Result[] {
  const results: { main: HeadingLink & { readonly url: string }; below: HeadingLink[] }[] = [];
  const seen = new Set<string>();
  for (const found of scan.links) {
    if (!isResult(found)) continue;
    const last = results.at(-1);
    if (last && isBelow(found, last.main)) {
      last.below.push(found);
      continue;
    }
    const key = sameness(found.url);
    if (seen.has(key) || results.length >= RESULTS_MAX) continue;
    seen.add(key);
    results.push({ main: found, below: [] });
  }
  return results.map(({ main, below }) => {
    const block = blockAround(main, scan, below.length);
    const item = organicItem({ title: headingText(main.heading), url: main.url, ...detailsOf(main, block, below) });
    return { item, link: main.link, block };
  });
}
