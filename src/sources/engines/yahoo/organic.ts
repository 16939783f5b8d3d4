// Parses Yahoo's web results, in current and older markup and in that of Yahoo Japan.

import type { Link, OrganicItem } from '../../../contract/items.ts';
import { organicItem } from '../../items.ts';
import { publishedAtOf } from '../../page/calendar.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { insideAny } from '../../page/inside-any.ts';
import { type ListMark, markNumber } from '../../page/list-marks.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { imagesIn, ratingOf } from './figures.ts';
import { headlineOf, isHeading, siteOf } from './headline.ts';
import { finalUrl, isInternal } from './links.ts';

const QUICK_LINKS = '.compList li, .compDlink li, .sitelinks li, .sw-Card__sitelink';

/** Returns the paragraph below the heading that is not part of the quick links. */
export function paragraphOf(block: Element): Element | null {
  const inLinks = insideAny(all(QUICK_LINKS, block));
  const own = (element: Element): boolean => textOf(element) !== '' && !closest(element, isHeading) && !inLinks(element);
  return all('.abstr, .compText p, .sw-Card__summary, [class*="summary"]', block).find(own) ?? all('p, .compText', block).find(own) ?? null;
}

/** A date comes first, in its own element that ends with a middle dot. */
function dateOf(paragraph: Element): string | null {
  const first = paragraph.children.find((child): child is Element => child instanceof Element);
  const text = textOf(first);
  const date = text.replace(/\s*[·—-]$/, '');
  return first && date !== text && /\d/.test(date) && date.length <= 30 && textOf(paragraph).startsWith(date) ? date : null;
}

export const sitelinksOf = (block: Element): Link[] =>
  all(QUICK_LINKS, block).flatMap((part) => {
    const link = part.name === 'a' ? part : one('a[href]', part);
    const url = finalUrl(attribute(link, 'href'));
    const title = textOf(link);
    return url && title !== '' && !isInternal(url) ? [{ title, url, description: orNull(textOf(one('p', part))) }] : [];
  });

/** True for a web result: its heading links out of Yahoo's search. */
export const leadsOut = (block: Element): boolean => {
  const url = finalUrl(attribute(headlineOf(block)?.link ?? null, 'href'));
  return url !== null && !isInternal(url);
};

/** Links begin with the id of the response, and have numbers that rise over the whole page. */
export function markOf(block: Element): ListMark {
  const link = headlineOf(block)?.link ?? null;
  const token = /[/;]_ylt=([\w.-]{16})/.exec(attribute(link, 'dirtyhref') ?? attribute(link, 'href') ?? '');
  return { response: token?.[1] ?? null, number: markNumber(attribute(link, 'data-bk')?.split('.')[0]) };
}

export function organicOf(block: Element): OrganicItem | null {
  const headline = headlineOf(block);
  const url = finalUrl(attribute(headline?.link ?? null, 'href'));
  if (!headline || url === null || isInternal(url)) return null;
  const paragraph = paragraphOf(block);
  const date = paragraph ? dateOf(paragraph) : null;
  const text = textOf(paragraph);
  const bold = paragraph ? all('b, strong', paragraph).map((element) => textOf(element)) : [];
  return organicItem({
    title: headline.title,
    url,
    ...siteOf(block, headline),
    snippet: orNull(date ? text.slice(date.length).replace(/^[\s·—-]+/, '') : text),
    highlighted: [...new Set(bold.filter((word) => word !== ''))],
    date,
    publishedAt: publishedAtOf(date),
    sitelinks: sitelinksOf(block),
    images: imagesIn(block, url),
    rating: ratingOf(block),
  });
}
