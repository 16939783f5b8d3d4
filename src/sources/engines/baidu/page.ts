// Parses the blocks of a Baidu page in page order into the arrays of a SERP.

import { type ItemPosition, noItems, type SerpItems } from '../../../contract/items.ts';
import { all, attribute, closest, type Node, one } from '../../page/html.ts';
import { noteMark } from '../../page/list-marks.ts';
import { listByHeadings } from '../../page/lists.ts';
import { relatedIn, type SearchUrl } from '../../page/related.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { imagesOf, newsOf, type Target, videosOf } from '../chinese/boxes.ts';
import { fullAddresses } from './addresses.ts';
import { adOf, isAd } from './ads.ts';
import { isInternal, isRedirect, ORIGIN, outside } from './links.ts';
import { markOf, organicOf, titleLink } from './organic.ts';

/** Returns the list of results. If its name changes, headings with links to results still show it on a page of Baidu. */
export function listOf(document: Node): Element | null {
  const named = one('#content_left', document) ?? one('#results', document);
  if (named || !one('input[name="wd"], input[name="word"], [tpl][srcid], h3 a[href*="baidu.com/link?"]', document)) return named;
  return listByHeadings(document, (link) => linked(link) !== null);
}

/** Returns the outermost blocks, recognised by class, by Baidu's attributes, or by a heading with a link. */
function blocksOf(list: Node): Element[] {
  const named = new Set(all('.result, .result-op, .c-container, .c-result, [tpl], [mu], [data-tuiguang], [cmatchid]', list));
  const blocks = [...named].filter((block) => block.parent === null || closest(block.parent, (element) => named.has(element)) === null);
  const rest = list.children.filter(
    (child): child is Element => child instanceof Element && !named.has(child) && one('h3 a[href]', child) !== null,
  );
  // A child around a block is no block itself.
  const around = new Set<Element>();
  for (const block of blocks)
    closest(block, (element) => {
      if (around.has(element) || element === list) return true;
      around.add(element);
      return false;
    });
  const loose = rest.filter((child) => !around.has(child));
  return [...blocks, ...loose].sort((first, second) => first.index - second.index);
}

function ranked<Item extends ItemPosition>(target: Item[], found: readonly Item[], rank: () => number): void {
  for (const item of found) target.push({ ...item, rank: rank() });
}

const linked: Target = (link) => {
  const url = absoluteUrl(attribute(link, 'href'), ORIGIN);
  return url !== null && !isInternal(url) ? url : null;
};

/** Baidu names the type of a box in `tpl`. Ordinary results, encyclopaedias and tools have other names. */
function boxOf(block: Element): 'videos' | 'images' | 'news' | null {
  const name = attribute(block, 'tpl') ?? '';
  if (/(?:^|_)(?:short_?)?videos?(?:_|$)|vsearch/i.test(name)) return 'videos';
  if (/(?:^|_)(?:img|images?|pic)(?:_|$)/i.test(name)) return 'images';
  return /(?:^|_)(?:news|zixun|realtime)(?:_|$)/i.test(name) ? 'news' : null;
}

function readBlock(block: Element, items: SerpItems, seen: Set<string>, rank: () => number): void {
  const box = boxOf(block);
  if (box === 'videos') ranked(items.videos, videosOf(block, linked), rank);
  else if (box === 'images') ranked(items.images, imagesOf(block, linked), rank);
  else if (box === 'news') ranked(items.news, newsOf(block, linked), rank);
  if (box !== null) return;
  const link = titleLink(block);
  const organic = organicOf(block, link);
  if (!organic || isInternal(organic.url) || seen.has(organic.url)) return;
  seen.add(organic.url);
  noteMark(block.tree, markOf(block, link));
  ranked(items.organic, [organic], rank);
}

/** Replaces redirects by the address that a script of the page contains in full. */
function replaceRedirects(items: SerpItems, document: Node, seen: Set<string>): void {
  const unresolved = items.organic.filter(({ url }) => isRedirect(url));
  const full = fullAddresses(unresolved, document, outside);
  items.organic = items.organic.map((item) => {
    const url = full.get(item);
    if (url === undefined || seen.has(url)) return item;
    seen.add(url);
    return { ...item, url, domain: hostOf(url), images: item.images.map((image) => ({ ...image, sourceUrl: url })) };
  });
}

const SEARCHES: SearchUrl = { base: ORIGIN, pattern: /^(?:www|m)\.baidu\.com\/(?:s|from=[^/]*\/s)$/, parameter: 'wd' };
/** The box below the results. Other boxes have searches of other people, and news. */
const RELATED = '#rs, #rs_new';

export function itemsOf(document: Node, list: Element): SerpItems {
  const items = noItems();
  const seen = new Set<string>();
  let counter = 0;
  const rank = (): number => ++counter;
  const blocks = blocksOf(list).map((block) => ({ block, paid: isAd(block) }));
  const last = blocks.findLastIndex(({ paid }) => !paid);
  for (const [index, { block, paid }] of blocks.entries()) {
    if (!paid) readBlock(block, items, seen, rank);
    else {
      const ad = adOf(block, index > last ? 'bottom' : items.organic.length === 0 ? 'top' : 'middle');
      if (ad) ranked(items.advertisers, [ad], rank);
    }
  }
  replaceRedirects(items, document, seen);
  const right = one('#content_right', document);
  const beside = right ? blocksOf(right).filter(isAd) : [];
  items.advertisers.push(...beside.map((block) => adOf(block, 'right')).filter((ad) => ad !== null));
  items.related = relatedIn(RELATED, document, SEARCHES);
  return items;
}
