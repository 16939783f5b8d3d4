// Parses the blocks of a Sogou page in page order into the arrays of a SERP.

import { type ItemPosition, noItems, type SerpItems } from '../../../contract/items.ts';
import { all, attribute, closest, type Node, one } from '../../page/html.ts';
import { listByHeadings } from '../../page/lists.ts';
import { relatedIn, type SearchUrl } from '../../page/related.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl } from '../../urls.ts';
import { imagesOf, newsOf, videosOf } from '../chinese/boxes.ts';
import { linkedUrl, ORIGIN, verticalOf } from './links.ts';
import { adOf, isAd, organicOf, titleLink } from './results.ts';

/** Returns the outermost blocks, otherwise children with a heading that has a link. */
function blocksOf(list: Element): Element[] {
  const named = new Set(all('.vrwrap, .rb, .biz_rb, .biz_sponsor', list));
  const outer = [...named].filter((block) => block.parent === null || closest(block.parent, (element) => named.has(element)) === null);
  if (outer.length > 0) return outer;
  return list.children.filter((child): child is Element => child instanceof Element && titleLink(child) !== null);
}

function ranked<Item extends ItemPosition>(target: Item[], found: readonly Item[], rank: () => number): void {
  for (const item of found) target.push({ ...item, rank: rank() });
}

/** A heading that links to one of Sogou's own searches starts a box of that kind. */
function readBlock(block: Element, items: SerpItems, seen: Set<string>, rank: () => number): void {
  const heading = absoluteUrl(attribute(titleLink(block), 'href'), ORIGIN);
  const kind = heading === null ? null : verticalOf(heading);
  if (kind === 'videos') ranked(items.videos, videosOf(block, linkedUrl), rank);
  else if (kind === 'images') ranked(items.images, imagesOf(block, linkedUrl), rank);
  else if (kind === 'news') ranked(items.news, newsOf(block, linkedUrl), rank);
  const organic = kind === null ? organicOf(block) : null;
  if (!organic || seen.has(organic.url)) return;
  seen.add(organic.url);
  ranked(items.organic, [organic], rank);
}

/** Returns the lists of results. The page has lists of the same name for the ads above and below. */
export const listsOf = (document: Node): Element[] => {
  const lists = all('.results, #promotion_adv_container, #biz_container', document);
  if (one('.results', document)) return lists;
  const shaped = listByHeadings(document, (link) => linkedUrl(link) !== null);
  return [...lists, ...(shaped ? [shaped] : all('#main', document))];
};

const SEARCHES: SearchUrl = { base: `${ORIGIN}/web`, pattern: /^(?:www|m)\.sogou\.com\/(?:web|sogou)?$/, parameter: 'query' };

export function itemsOf(document: Node, lists: readonly Element[]): SerpItems {
  const items = noItems();
  const seen = new Set<string>();
  let counter = 0;
  const rank = (): number => ++counter;
  const found = [...new Set(lists.flatMap(blocksOf))].map((block) => ({ block, paid: isAd(block) }));
  const last = found.findLastIndex(({ paid }) => !paid);
  for (const [index, { block, paid }] of found.entries()) {
    if (!paid) readBlock(block, items, seen, rank);
    else {
      const ad = adOf(block, index > last ? 'bottom' : items.organic.length === 0 ? 'top' : 'middle');
      if (ad) ranked(items.advertisers, [ad], rank);
    }
  }
  // The hints above and between the results refine the query.
  items.related = relatedIn('#hint_container', document, SEARCHES);
  return items;
}
