// Parses related searches: boxes of plain links to searches, below the results or, on mobile pages, between them.
//
// Google calls the same box "Related searches" or "People also search for", so the heading decides nothing. Links with a picture lead to
// entities, links inside a result or an answer refine that result, and a carousel of chips refines the query. None of these counts.
import type { RelatedItem } from '../../../contract/items.ts';
import { closest, one } from '../../page/html.ts';
import { distinctRelated, relatedOf, type SearchUrl } from '../../page/related.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { isList, type PageScan } from './page-scan.ts';
import { SEARCH } from './request.ts';

const SEARCHES: SearchUrl = { base: SEARCH, pattern: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?\/search$/, parameter: 'q' };
const OTHER_PAGE = /[?&](?:start|tbm|udm)=/;
/** Links to entities. Between results they belong to a knowledge panel. */
const ENTITY = /[?&](?:si|stick)=/;
/** A single link is a correction, or the link of an answer. */
const LINKS_MIN = 2;

/** Real pages have fewer than 200. */
const LINKS_MAX = 1000;

/** `results` are the links of the organic results. */
export function relatedSearchesOf(scan: PageScan, results: readonly Element[]): RelatedItem[] {
  const places = results.map(({ index }) => index).sort((a, b) => a - b);
  // A section with a heading is a zone of cards for results. Its links can be related searches.
  const zones = new Set(scan.zones.flatMap(({ root }) => (root.name === 'g-section-with-header' ? [] : [root])));
  const boxes = new Map<Element, RelatedItem[]>();
  for (const link of scan.marks.searches.slice(0, LINKS_MAX)) {
    const href = link.attribute('href') ?? '';
    const start = ENTITY.test(href) ? places.at(-1) : places[0];
    if (start === undefined || link.index < start || OTHER_PAGE.test(href) || one('img', link)) continue;
    const item = relatedOf(link, SEARCHES);
    if (!item || closest(link, (element) => zones.has(element))) continue;
    const box = boxAround(link, places);
    if (box)
      boxes
        .set(box, boxes.get(box) ?? [])
        .get(box)!
        .push(item);
  }
  return distinctRelated([...boxes.values()].filter((items) => items.length >= LINKS_MIN).flat());
}

/** Returns the widest element around a link that contains no result. Null when it belongs to one result. */
function boxAround(link: Element, places: readonly number[]): Element | null {
  let box = link;
  for (let parent = box.parent; parent instanceof Element; parent = parent.parent) {
    if (isList(parent)) break;
    const results = countWithin(parent, places);
    if (results === 1) return null;
    if (results > 1) break;
    box = parent;
  }
  return box;
}

/** Returns 0, 1, or 2 for more. */
function countWithin(element: Element, places: readonly number[]): number {
  const end = element.tree.columns.end[element.index]!;
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < element.index) low = middle + 1;
    else high = middle;
  }
  return places.slice(low, low + 2).filter((place) => place < end).length;
}
