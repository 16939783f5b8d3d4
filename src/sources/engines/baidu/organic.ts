// Parses one web result of a Baidu page, in current and older markup.

import type { Image, OrganicItem } from '../../../contract/items.ts';
import { organicItem } from '../../items.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { type ListMark, markNumber } from '../../page/list-marks.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { dateOf, publishedAtOf, splitDate } from '../chinese/dates.ts';
import { domainOf, ORIGIN, targetOf } from './links.ts';

/** Returns the link in the first heading. Boxes without a page have none. */
export function titleLink(block: Element): Element | null {
  const heading = one('h3', block) ?? one('h2', block) ?? one('[role="heading"]', block);
  if (!heading) return null;
  return one('a[href]', heading) ?? closest(heading, (element) => element.name === 'a' && element.has('href'));
}

/** Class names end in hashes that change every week. Their beginnings are stable. */
const ABSTRACTS = [
  '[data-module="abstract"]',
  '[class*="summary-gap_"], [class*="summary-text_"]',
  '.c-abstract, [class*="content-right_"]',
  '.c-span-last .c-color-text, .c-color-text, .c-span-last',
];

function abstractOf(block: Element): Element | null {
  for (const selector of ABSTRACTS) {
    const found = all(selector, block).find((element) => textOf(element) !== '');
    if (found) return found;
  }
  return null;
}

const SOURCES = '.cosc-source-text, .c-showurl, [class*="source-name"], [class*="siteLink_"], .c-abstract + .f13 .g, .f13 .g';

/** Parses the line below a result: a URL on most, the site name on some. */
function sourceOf(block: Element): { displayUrl: string | null; siteName: string | null; date: string | null } {
  const shown = textOf(all(SOURCES, block).find((element) => textOf(element) !== '') ?? null);
  const dated = /^(.{0,300}?)\s(\d{4}-\d{1,2}-\d{1,2})$/.exec(shown);
  const source = dated?.[1] ?? shown;
  const isAddress = /^(?:https?:\/\/)?[\w-]{1,80}(?:\.[\w-]{1,80}){1,6}(?:[/.…].*)?$/.test(source);
  return { displayUrl: isAddress ? source : null, siteName: isAddress ? null : orNull(source), date: dated?.[2] ?? null };
}

export function imagesOf(block: Element, sourceUrl: string): Image[] {
  return all('img', block).flatMap((element) => {
    const isMark = (part: Element): boolean => part.name === 'h3' || /source|icon|avatar|footer/i.test(part.attribute('class') ?? '');
    if (closest(element, (part) => part === block || isMark(part)) !== block) return [];
    const file = attribute(element, 'data-src') ?? attribute(element, 'src');
    const url = file && !/^(?:data:|\.)/.test(file) ? absoluteUrl(file, ORIGIN) : null;
    return url ? [{ url, alt: orNull(fold(attribute(element, 'alt') ?? '')), sourceUrl }] : [];
  });
}

/** The time of the response stands in the title, and blocks have numbers that rise. */
export function markOf(block: Element, link: Element | null): ListMark {
  const counted = attribute(link, 'data-click') ?? attribute(link && one('[data-click]', link), 'data-click');
  return { response: /["']T["']\s*:\s*["']?(\d{10})\b/.exec(counted ?? '')?.[1] ?? null, number: markNumber(block.attribute('id')) };
}

export function organicOf(block: Element, link: Element | null): OrganicItem | null {
  const url = link && targetOf(block, link);
  const title = textOf(link);
  if (!link || !url || title === '') return null;
  const abstract = abstractOf(block);
  const marked = abstract ? all('span', abstract).map((element) => dateOf(textOf(element))) : [];
  const source = sourceOf(block);
  const { date, rest } = splitDate(textOf(abstract), marked.find((found) => found !== null) ?? null);
  const bold = abstract ? all('em', abstract).map((element) => textOf(element)) : [];
  return organicItem({
    title,
    url,
    domain: domainOf(block, url),
    displayUrl: source.displayUrl,
    siteName: source.siteName,
    snippet: orNull(rest),
    highlighted: [...new Set(bold.filter((word) => word !== ''))],
    date: date ?? source.date,
    publishedAt: publishedAtOf(date ?? source.date),
    images: imagesOf(block, url),
  });
}
