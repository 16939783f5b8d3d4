// Parses Bing's web results, in the markup of current desktop and mobile pages and in older markup.

import type { Image, Link, OrganicItem } from '../../../contract/items.ts';
import { organicItem } from '../../items.ts';
import { all, attribute, closest, type Node, one, textOf } from '../../page/html.ts';
import { type ListMark, markNumber } from '../../page/list-marks.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { publishedAtOf, ratingOf } from './figures.ts';
import { finalUrl, isAdClick, isInternal, ORIGIN } from './links.ts';

const within = (element: Element, names: readonly string[]): boolean =>
  closest(element, (ancestor) => names.some((name) => ancestor.hasClass(name))) !== null;

/** Parts of a result with links and text that do not belong to it. */
const SIDE_PARTS = [
  'b_deep',
  'b_vlist2col',
  'b_factrow',
  'b_attribution',
  'b_tpcn',
  'b_suffix',
  'b_secondaryText',
  'tab-menu',
  'b_algoArticleTextCarousel',
];

/** Returns the blocks of web results. Direct answers contain results too, and ads look like results. */
export function organicBlocks(list: Node): Element[] {
  const foreign = (element: Element): boolean => {
    const parent = element.parent;
    return parent !== null && closest(parent, (ancestor) => ['b_ans', 'b_ad', 'b_algo'].some((name) => ancestor.hasClass(name))) !== null;
  };
  const named = all('.b_algo, .sa_wr', list).filter((element) => !foreign(element));
  if (named.length > 0) return named;
  // If the class changes, a heading with a link out of Bing still identifies a result.
  return all('li', list).filter((item) => {
    const link = titleLink(item);
    const url = link && finalUrl(attribute(link, 'href'));
    if (isAdClick(attribute(link, 'href')) || isAnswer(item, link)) return false;
    return item.parent === list && !within(item, ['b_ad', 'b_ans', 'b_pag', 'b_msg', 'b_no']) && url !== null && !isInternal(url);
  });
}

/** Site and URL, the only text above the heading of a result, are shorter. */
const ANSWER_LENGTH_MIN = 150;

/** The beginning of a title is enough to find it. The search for a long one can take quadratic time. */
const TITLE_LENGTH_MAX = 300;

/** True for a direct answer: its text is above the heading, not below. */
const isAnswer = (item: Element, link: Element | null): boolean =>
  textOf(item).indexOf(textOf(link).slice(0, TITLE_LENGTH_MAX)) > ANSWER_LENGTH_MIN;

/** Returns the link of the heading. On mobile pages the link is around the heading. */
function titleLink(block: Element): Element | null {
  const heading = one('h2', block) ?? one('h3', block);
  if (!heading) return null;
  return one('a[href]', heading) ?? closest(heading, (element) => element.name === 'a' && element.has('href'));
}

/** Returns the first paragraph that belongs to the result itself. */
function paragraphOf(block: Element): Element | null {
  const own = all('p', block).filter((element) => !within(element, SIDE_PARTS) && textOf(element) !== '');
  return own[0] ?? all('.b_snippet, .b_algoSlug, .b_caption', block).find((element) => textOf(element) !== '') ?? null;
}

function sitelinksOf(block: Element): Link[] {
  return all('.b_deep li, .b_deeplinks li, .b_annooverride a, .b_deeplinkItem', block).flatMap((part) => {
    const link = part.name === 'a' ? part : one('a[href]', part);
    const url = finalUrl(attribute(link, 'href'));
    const title = textOf(link);
    if (!url || title === '' || isInternal(url)) return [];
    return [{ title, url, description: part === link ? null : orNull(textOf(one('p', part))) }];
  });
}

/** Returns the pictures beside the text, without the site's icon. */
function imagesOf(block: Element, sourceUrl: string): Image[] {
  return all('img, [data-src]', block).flatMap((element) => {
    if (within(element, ['wr_fav', 'siteicon', 'tpic', 'b_factrow', 'b_deep'])) return [];
    const file = attribute(element, 'data-src-hq') ?? attribute(element, 'data-src') ?? attribute(element, 'src');
    const url = file && !file.startsWith('data:') && !file.startsWith('.') ? absoluteUrl(file, ORIGIN) : null;
    return url ? [{ url, alt: orNull(fold(attribute(element, 'alt') ?? attribute(element, 'data-alt') ?? '')), sourceUrl }] : [];
  });
}

/** Returns the final URL of the heading, otherwise the displayed URL if it is complete. */
function addressOf(block: Element, link: Element): string | null {
  const url = finalUrl(attribute(link, 'href'));
  if (url !== null) return url;
  const shown = textOf(one('cite', block));
  return /^https?:\/\/[^\s›…]+$/.test(shown) ? absoluteUrl(shown, ORIGIN) : null;
}

/** Links have numbers that rise over the whole page: `h="ID=SERP,5114.1"`. */
export const markOf = (block: Element): ListMark => ({
  number: markNumber(/^ID=SERP,(\d+)\./.exec(titleLink(block)?.attribute('h') ?? '')?.[1]),
});

export function organicOf(block: Element): OrganicItem | null {
  const link = titleLink(block);
  const url = link && addressOf(block, link);
  const title = textOf(one('h2, h3', link ?? block) ?? link);
  if (!link || !url || title === '' || isInternal(url)) return null;
  const paragraph = paragraphOf(block);
  const date = orNull(textOf(one('.news_dt', block)));
  const text = textOf(paragraph);
  const cite = one('cite', block);
  const bold = paragraph ? all('strong, b', paragraph).map((element) => textOf(element)) : [];
  return organicItem({
    title,
    url,
    displayUrl: orNull(textOf(cite)),
    siteName: orNull(textOf(one('.tptt', block))),
    snippet: orNull(date && text.startsWith(date) ? text.slice(date.length).replace(/^[\s·—-]+/, '') : text),
    highlighted: [...new Set(bold.filter((word) => word !== ''))],
    date,
    publishedAt: publishedAtOf(date),
    sitelinks: sitelinksOf(block),
    images: imagesOf(block, url),
    rating: ratingOf(block),
  });
}
