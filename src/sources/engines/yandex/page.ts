// Parses the blocks of a Yandex page in page order into the arrays of a SERP.

import type { AdvertiserItem, ItemPosition, OrganicItem, SerpItems } from '../../../contract/items.ts';
import { noItems } from '../../../contract/items.ts';
import { organicItem } from '../../items.ts';
import { publishedAtOf } from '../../page/calendar.ts';
import { all, attribute, closest, type Node, one, textOf } from '../../page/html.ts';
import { type ListMark, markNumber, noteMark } from '../../page/list-marks.ts';
import { branchesOf, listByHeadings } from '../../page/lists.ts';
import { relatedBelow, type SearchUrl } from '../../page/related.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { adOf, isAd } from './ads.ts';
import { finalUrl, isInternal, ORIGIN } from './links.ts';
import { imagesOf, newsOf, videosOf } from './media.ts';
import { displayUrlOf, headlineOf, highlightedIn, imagesIn, ratingOf, sitelinksOf, textBlockOf } from './result.ts';

export const leadsOutside = (link: Element): boolean => {
  const url = finalUrl(attribute(link, 'href'));
  return url !== null && !isInternal(url);
};

export const listOf = (document: Node): Element | null =>
  one('#search-result', document) ?? one('.serp-list', document) ?? listByHeadings(document, leadsOutside);

/** Returns the blocks of the list: its rows or, on older pages, items in groups. */
function blocksIn(list: Element): Element[] {
  const rows = new Set(all('li, .serp-item', list));
  if (rows.size === 0) return branchesOf(list);
  return [...rows].filter((row) => !row.parent || closest(row.parent, (element) => rows.has(element)) === null);
}

/** A date is alone before the text, or first in the line below the heading. */
function dateOf(block: Element): string | null {
  const shown = all('time, [class*="OrganicDate"], .serp-item__date, [class*="-Date"]', block).map((part) => textOf(part));
  return orNull(shown.find((text) => /\d/.test(text) && text.length <= 30) ?? '');
}

/** Headings of product, company and survey boxes are not titles of pages. */
const isBox = (block: Element): boolean =>
  one('.Organic, .organic, .serp-item__title', block) === null && one('article, .Products, .UserSurveys', block) !== null;

function organicOf(block: Element): OrganicItem | null {
  const headline = headlineOf(block);
  const url = finalUrl(attribute(headline?.link ?? null, 'href'));
  if (!headline || !url || isInternal(url) || isBox(block)) return null;
  const text = textBlockOf(block);
  const date = dateOf(block);
  const snippet = textOf(text);
  return organicItem({
    title: headline.title,
    url,
    displayUrl: displayUrlOf(block),
    snippet: orNull(date && snippet.startsWith(date) ? snippet.slice(date.length).replace(/^[\s·—-]+/, '') : snippet),
    highlighted: highlightedIn(text),
    date,
    publishedAt: publishedAtOf(date),
    sitelinks: sitelinksOf(block),
    images: imagesIn(block, url),
    rating: ratingOf(block),
  });
}

/** Rows are numbered. */
const markOf = (block: Element): ListMark => ({
  number: markNumber(block.attribute('data-cid') ?? block.attribute('data-counter-block-id')),
});

function ranked<Item extends ItemPosition>(target: Item[], found: readonly Item[], rank: () => number): void {
  for (const item of found) target.push({ ...item, rank: rank() });
}

/** Ads before the first web result are at the top, ads after the last are at the bottom. */
function withBlocks(items: SerpItems): AdvertiserItem[] {
  const [first, last] = [items.organic[0]?.rank ?? Infinity, items.organic.at(-1)?.rank ?? -Infinity];
  return items.advertisers.map((ad) => ({ ...ad, block: (ad.rank ?? 0) < first ? 'top' : (ad.rank ?? 0) > last ? 'bottom' : 'middle' }));
}

const SEARCHES: SearchUrl = {
  base: ORIGIN,
  pattern: /^(?:www\.)?(?:yandex\.[a-z]{2,3}(?:\.[a-z]{2})?|ya\.ru)\/(?:(?:search|search\/touch|yandsearch)\/?)$/,
  parameter: 'text',
};

export function itemsOf(document: Node, list: Element): SerpItems {
  const items = noItems();
  const seen = new Set<string>();
  let counter = 0;
  let last: Element | null = null;
  const rank = (): number => ++counter;
  for (const block of blocksIn(list)) {
    if (isAd(block)) {
      const ad = adOf(block);
      if (ad) ranked(items.advertisers, [ad], rank);
      continue;
    }
    const organic = organicOf(block);
    if (organic) last = block;
    if (organic && !seen.has(organic.url)) {
      seen.add(organic.url);
      noteMark(block.tree, markOf(block));
      ranked(items.organic, [organic], rank);
    } else if (!organic) {
      ranked(items.images, imagesOf(block), rank);
      ranked(items.videos, videosOf(block), rank);
      ranked(items.news, newsOf(block), rank);
    }
  }
  return { ...items, advertisers: withBlocks(items), related: last ? relatedBelow(last, document, SEARCHES) : [] };
}

/** True when the list has no text. */
export const isBare = (list: Element): boolean => !list.children.some((child) => child instanceof Element && textOf(child) !== '');
