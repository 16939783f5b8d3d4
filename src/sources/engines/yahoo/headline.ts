// Parses the heading of a block on a Yahoo page: link, title, and the site in front of it.

import { all, attribute, closest, isInside, one, readHtml, textOf } from '../../page/html.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';

export interface Headline {
  readonly link: Element;
  readonly title: string;
}

export interface Site {
  readonly siteName: string | null;
  readonly displayUrl: string | null;
}

export const isHeading = (element: Element): boolean => element.name === 'h3' || element.name === 'h2';

/** A displayed URL, with or without its scheme. */
const SHOWN = /^(?:https?:\/\/)?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+(?:[\s/›:]|$)/u;

/** Returns the heading of a block with its link, which is inside the heading or around it. */
export function headlineOf(block: Element): Headline | null {
  for (const heading of all('h3, h2', block)) {
    const inner = one('a[href]', heading);
    const link = inner ?? closest(heading, (element) => element.name === 'a' && element.has('href'));
    if (!link || (!inner && !isInside(link, block))) continue;
    const title = inner ? titleInside(inner) : textOf(heading);
    if (title !== '') return { link, title };
  }
  return null;
}

/** Returns the part of a link with the site: it is above the title, or begins with a URL. */
function siteIn(link: Element): Element | null {
  const above = one('.p-abs', link);
  if (above) return above;
  const parts = link.children.filter((child): child is Element => child instanceof Element && !isHeading(child) && !one('h2, h3', child));
  return parts.find((part) => SHOWN.test(textOf(part)) && textOf(part) !== textOf(link)) ?? null;
}

/**
 * A link in a heading can contain the displayed URL too. Then only its label, which may contain markup, has the title.
 */
function titleInside(link: Element): string {
  const text = textOf(link);
  const site = siteIn(link);
  if (!site) return text;
  const label = textOf(readHtml(attribute(link, 'aria-label') ?? ''));
  if (label !== '') return label;
  const shown = textOf(site);
  return text.startsWith(shown) ? text.slice(shown.length).trim() : text;
}

/**
 * Returns the site name and the displayed URL. Current pages have both before the title, older ones the URL below it.
 */
export function siteOf(block: Element, { link }: Headline): Site {
  const site = siteIn(link);
  if (site) {
    const text = textOf(site);
    const name = textOf(all('span span, .d-b', site).find((part) => textOf(part) !== '') ?? null);
    const rest = text.slice(name.length).trim();
    const isName = name !== '' && rest !== '' && text.startsWith(name) && !SHOWN.test(name);
    return { siteName: isName ? name : null, displayUrl: orNull(isName ? rest : text) };
  }
  const named = all('cite, .cite, .url, .sw-Cite', block).map((part) => textOf(part));
  const below = all('.compTitle span', block).find((part) => !closest(part, isHeading) && SHOWN.test(textOf(part)));
  return { siteName: null, displayUrl: orNull(fold(named.join(' ')) || textOf(below)) };
}
