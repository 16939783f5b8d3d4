// Parses the blocks of a Bing page in page order into the arrays of a SERP.

import type { ItemPosition, SerpItems } from '../../../contract/items.ts';
import { noItems } from '../../../contract/items.ts';
import { all, attribute, closest, isInside, type Node, one } from '../../page/html.ts';
import { noteMark } from '../../page/list-marks.ts';
import { listByHeadings } from '../../page/lists.ts';
import { relatedBelow, relatedIn, type SearchUrl } from '../../page/related.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { adsOf } from './ads.ts';
import { answersOf, newsOf, questionsOf } from './boxes.ts';
import { finalUrl, isAdClick, isInternal, ORIGIN, OWN_MARKS } from './links.ts';
import { imagesOf, videosOf } from './media.ts';
import { markOf, organicBlocks, organicOf } from './organic.ts';
import { panelsOf } from './panel.ts';
import { placesOf } from './places.ts';

function ranked<Item extends ItemPosition>(target: Item[], found: readonly Item[], rank: () => number | null): void {
  for (const item of found) target.push({ ...item, rank: rank() });
}

const leadsOutside = (link: Element): boolean => {
  const url = finalUrl(attribute(link, 'href'));
  return url !== null && !isInternal(url);
};

/** Returns the list of results. If its name changes, headings with links out of Bing still show it on a page of Bing. */
export const listOf = (document: Node): Element | null =>
  one('#b_results', document) ?? one('#results', document) ?? (one(OWN_MARKS, document) ? listByHeadings(document, leadsOutside) : null);

/** Ads are recognised by their class, otherwise by the link of their heading. */
const isAd = (element: Element, list: Element): boolean =>
  element.hasClass('b_ad') || (element.parent === list && all('h2 a[href]', element).some((link) => isAdClick(attribute(link, 'href'))));

/** Boxes are recognised by their class. If it changes, they are the rows of the columns that are neither results nor ads. */
function boxTest(document: Node, list: Element): (element: Element) => boolean {
  if (one('.b_ans, .b_algo', document)) return (element) => element.hasClass('b_ans');
  const columns = new Set([list, ...all('aside ol, aside ul', document)]);
  return ({ name, parent }) => name === 'li' && parent instanceof Element && columns.has(parent);
}

function readBox(block: Element, items: SerpItems, rank: () => number | null): void {
  ranked(items.answers, answersOf(block), rank);
  ranked(items.news, newsOf(block), rank);
  ranked(items.maps, placesOf(block), rank);
  ranked(items.images, imagesOf(block), rank);
  ranked(items.videos, videosOf(block), rank);
  ranked(items.paa, questionsOf(block), rank);
  ranked(items.knowledgegraph, panelsOf(block), rank);
}

const SEARCHES: SearchUrl = { base: ORIGIN, pattern: /^(?:www\.|cn\.)?bing\.com\/search$/, parameter: 'q' };
/** Below the results, and again in the right column. The panel on the right has other names for its links to entities. */
const RELATED = '.b_rs, .b_rrsr, .richrswrapper';

/** Parses the blocks in page order. The panel on the right has no rank. */
export function itemsOf(document: Node, list: Element): SerpItems {
  const items = noItems();
  const results = new Set(organicBlocks(list));
  const isBox = boxTest(document, list);
  const blocks = new Set(
    all('.b_algo, .sa_wr, .b_ans, .b_ad, li', document).filter((element) => results.has(element) || isBox(element) || isAd(element, list)),
  );
  const outer = [...blocks].filter((block) => !block.parent || closest(block.parent, (element) => blocks.has(element)) === null);
  const seen = new Set<string>();
  let counter = 0;
  for (const block of outer) {
    const rank = (): number | null => (isInside(block, list) ? ++counter : null);
    if (results.has(block)) {
      const organic = organicOf(block);
      if (!organic || seen.has(organic.url)) continue;
      seen.add(organic.url);
      noteMark(block.tree, markOf(block));
      ranked(items.organic, [organic], rank);
    } else if (isAd(block, list)) ranked(items.advertisers, adsOf(block), rank);
    else readBox(block, items, rank);
  }
  const last = outer.findLast((block) => results.has(block));
  items.related = one(RELATED, document) || !last ? relatedIn(RELATED, document, SEARCHES) : relatedBelow(last, document, SEARCHES);
  return items;
}
