// Reads Yahoo's web results, of today's pages, of older ones and of Yahoo Japan.
import { Element } from 'domhandler';
import type { Link, OrganicItem } from '../../../contract/items.ts';
import { publishedAtOf } from '../calendar.ts';
import { all, attribute, closest, fold, isInside, one, organicItem, orNull, readHtml, textOf } from '../kit.ts';
import { imagesIn, ratingOf } from './figures.ts';
import { finalUrl, isInternal } from './links.ts';

const QUICK_LINKS = '.compList li, .compDlink li, .sitelinks li, .sw-Card__sitelink';

export interface Headline {
  readonly link: Element;
  readonly title: string;
}

/** The heading of a block with its link; the link stands in the heading or around it. */
export function headlineOf(block: Element): Headline | null {
  for (const heading of all('h3, h2', block)) {
    const inner = one('a[href]', heading);
    const link = inner ?? closest(heading, (element) => element.name === 'a' && 'href' in element.attribs);
    if (!link || (!inner && !isInside(link, block))) continue;
    const title = inner ? titleInside(inner) : textOf(heading);
    if (title !== '') return { link, title };
  }
  return null;
}

/** A link in a heading holds the address as shown too, and names itself in a label that may carry markup. */
function titleInside(link: Element): string {
  const label = attribute(link, 'aria-label');
  if (label && one('.p-abs, .url, cite', link)) return textOf(readHtml(label));
  const shown = all('.p-abs', link).map((part) => textOf(part))[0];
  const text = textOf(link);
  return shown && text.startsWith(shown) ? text.slice(shown.length).trim() : text;
}

/** The name of the site and its address as shown, both in front of the title on today's pages. */
export function siteOf(
  block: Element,
  { link, title }: Headline,
): { readonly siteName: string | null; readonly displayUrl: string | null } {
  const label =
    one('.p-abs', link) ?? all('div, span', link).find((part) => !one('h3, h2', part) && !closest(part, isHeading) && textOf(part) !== '');
  if (label && textOf(label) !== title) {
    const name = textOf(all('span span, .d-b', label).find((part) => textOf(part) !== '') ?? null);
    const text = textOf(label);
    const rest = text.startsWith(name) ? text.slice(name.length).trim() : text;
    return name !== '' && rest !== '' ? { siteName: name, displayUrl: rest } : { siteName: null, displayUrl: orNull(text) };
  }
  const shown = all('cite, .cite, .url, .sw-Cite', block).map((part) => textOf(part));
  return { siteName: null, displayUrl: orNull(fold(shown.join(' '))) };
}

const isHeading = (element: Element): boolean => element.name === 'h3' || element.name === 'h2';

/** The paragraph below the heading that is no part of the quick links. */
export function paragraphOf(block: Element): Element | null {
  const links = all(QUICK_LINKS, block);
  const own = (element: Element): boolean =>
    textOf(element) !== '' && !closest(element, isHeading) && !links.some((part) => isInside(element, part));
  return all('.abstr, .compText p, .sw-Card__summary, [class*="summary"]', block).find(own) ?? all('p, .compText', block).find(own) ?? null;
}

/** A date stands first, in an element of its own that ends with a dot in the middle of the line. */
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

/** Is the block a web result: does its heading lead out of Yahoo's search? */
export const leadsOut = (block: Element): boolean => {
  const url = finalUrl(attribute(headlineOf(block)?.link ?? null, 'href'));
  return url !== null && !isInternal(url);
};

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
