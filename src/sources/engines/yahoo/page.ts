// Parses the blocks of a Yahoo page in page order into the arrays of a SERP.

import type { ItemPosition, SerpItems } from '../../../contract/items.ts';
import { noItems } from '../../../contract/items.ts';
import { all, attribute, closest, isInside, type Node, one } from '../../page/html.ts';
import { noteMark } from '../../page/list-marks.ts';
import { listByHeadings } from '../../page/lists.ts';
import { relatedIn, type SearchUrl } from '../../page/related.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { adsOf, isAd } from './ads.ts';
import { answersOf, panelsOf, placesOf, questionsOf } from './boxes.ts';
import { headlineOf } from './headline.ts';
import { ORIGIN } from './hosts.ts';
import { finalUrl, isAdClick, isInternal } from './links.ts';
import { imagesOf, newsOf, videosOf } from './media.ts';
import { leadsOut, markOf, organicOf } from './organic.ts';

function ranked<Item extends ItemPosition>(target: Item[], found: readonly Item[], rank: () => number | null): void {
  for (const item of found) target.push({ ...item, rank: rank() });
}

const leadsOutside = (link: Element): boolean => {
  const url = finalUrl(attribute(link, 'href'));
  return url !== null && !isInternal(url);
};

/** Returns the container of the results. Yahoo Japan and older pages have other containers. */
export const listOf = (document: Node): Element | null =>
  one('#main', document) ??
  one('#web', document) ??
  one('#contents, #contents__wrap, #WS2m', document) ??
  one('ol.searchCenterMiddle', document) ??
  // If the names change, headings with links out of Yahoo still show the list on a page of Yahoo.
  (one('form input[name="p"]', document) ? listByHeadings(document, leadsOutside) : null);

const RESULT_NAMES = ['algo', 'algo-sr', 'res', 'Algo', 'sw-Card'];
const isNamed = (element: Element): boolean => RESULT_NAMES.some((name) => element.hasClass(name));

/** Returns the outermost of the elements. Elements inside another one are part of it. */
function outermost(elements: readonly Element[]): Element[] {
  const known = new Set(elements);
  return elements.filter((element) => !element.parent || closest(element.parent, (ancestor) => known.has(ancestor)) === null);
}

/** True for a list of questions: their answers open on a click. */
const isFolded = (row: Element): boolean => one('[role="button"][aria-expanded]', row) !== null;

/** Returns web results by their class. If the classes change, rows whose heading links out of Yahoo still count. */
function resultsIn(document: Node, list: Element): Element[] {
  const isResult = (element: Element): boolean => closest(element, isAd) === null && leadsOut(element);
  const byName = outermost(all('.algo, .algo-sr, .res, .Algo, .sw-Card', list)).filter(isResult);
  if (byName.length > 0 || !one('input[name="p"]', document)) return byName;
  return outermost(all('ol > li', list)).filter(
    (row) => isResult(row) && !isFolded(row) && !isAdClick(attribute(headlineOf(row)?.link ?? null, 'href')),
  );
}

function readBox(block: Element, items: SerpItems, rank: () => number | null): void {
  ranked(items.paa, questionsOf(block), rank);
  const media = [videosOf(block), imagesOf(block), newsOf(block), placesOf(block)] as const;
  ranked(items.videos, media[0], rank);
  ranked(items.images, media[1], rank);
  ranked(items.news, media[2], rank);
  ranked(items.maps, media[3], rank);
  if (media.every((found) => found.length === 0)) ranked(items.answers, answersOf(block), rank);
}

const SEARCHES: SearchUrl = {
  base: ORIGIN,
  pattern: /^(?:[a-z]+\.)?search\.yahoo\.(?:com|co\.jp)\/(?:yhs\/)?search(?:;[^/]*|\/)?$/,
  parameter: 'p',
};
/** Below the results, and again in the right column; `#satat` on pages before 2016. */
const RELATED = '.AlsoTry, .AlsoTry_E, #satat';

export function itemsOf(document: Node, list: Element): SerpItems {
  const items = noItems();
  const results = new Set(resultsIn(document, list));
  // Boxes are recognised by their class. If it changes, they are the rows that are no results.
  const isBox = one('.dd, .algo, .algo-sr, .res, .Algo, .sw-Card', document)
    ? (element: Element): boolean => element.hasClass('dd')
    : ({ name, parent }: Element): boolean => name === 'li' && parent instanceof Element && parent.name === 'ol';
  const panel = (element: Element): boolean => element.attribute('id') === 'right' || element.hasClass('searchRightTop');
  const blocks = new Set(
    all('.dd, .res, .algo, .Algo, .sw-Card, li, ol', document).filter(
      (element) => results.has(element) || isAd(element) || (isBox(element) && !isNamed(element) && !one('.algo, .algo-sr', element)),
    ),
  );
  // The bar at the top of the page has the same parts as the boxes.
  const within = (block: Element): boolean => isInside(block, list) || closest(block, panel) !== null;
  const outer = outermost([...blocks].filter(within));
  const seen = new Set<string>();
  let counter = 0;
  for (const block of outer) {
    const rank = (): number | null => (isInside(block, list) && closest(block, panel) === null ? ++counter : null);
    if (isAd(block)) ranked(items.advertisers, adsOf(block), rank);
    else if (results.has(block)) {
      const organic = organicOf(block);
      if (!organic || seen.has(organic.url)) continue;
      seen.add(organic.url);
      noteMark(block.tree, markOf(block));
      ranked(items.organic, [organic], rank);
    } else if (closest(block, panel)) ranked(items.knowledgegraph, panelsOf(block).slice(0, items.knowledgegraph.length > 0 ? 0 : 1), rank);
    else readBox(block, items, rank);
  }
  items.related = relatedIn(RELATED, document, SEARCHES);
  return items;
}
