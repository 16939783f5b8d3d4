// Parses the web results and ads of a Seznam page.

import type { AdvertiserItem, Image, Link, OrganicItem } from '../../../contract/items.ts';
import { advertiserItem, organicItem } from '../../items.ts';
import { publishedAtOf } from '../../page/calendar.ts';
import { all, attribute, closest, isInside, textOf } from '../../page/html.ts';
import { type TextNode, textNodesIn } from '../../page/text-nodes.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import type { Block } from './blocks.ts';
import { finalUrl, isAdClick, isInternal, ORIGIN } from './links.ts';

/** The text of an element that marks an ad. */
const MARK = /^(?:reklama|inzerce|sponzorováno|sklik)$/i;

export const isAd = (block: Block): boolean => {
  const click = absoluteUrl(attribute(block.link, 'href'), ORIGIN);
  return (
    (click !== null && isAdClick(click)) ||
    textNodesIn(block.element).some(({ element, text }) => MARK.test(text) && !isInside(element, block.heading))
  );
};

const SHOWN = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:\s?[›/].*)?$/u;
const DATE = /^(?:\d{1,2}\. ?\d{1,2}\. ?\d{4}|\d{1,2}\. \p{L}{4,9} \d{4}|před .{3,20}|včera|dnes)$/u;

/** Returns the parts of a block outside its heading. */
function partsOf(block: Block): { readonly parts: readonly TextNode[]; readonly displayUrl: string | null; readonly date: string | null } {
  const parts = textNodesIn(block.element).filter(({ element }) => !isInside(element, block.heading));
  const cite = all('cite', block.element).map((part) => textOf(part));
  const shown = cite.find((text) => text !== '') ?? parts.find(({ text }) => SHOWN.test(text))?.text ?? null;
  const date = parts.map(({ text }) => text.replace(/\s*[–—·-]$/, '')).find((text) => DATE.test(text)) ?? null;
  return { parts, displayUrl: shown, date };
}

/** Returns the longest text without a link, apart from the heading, the URL and the date. */
function paragraphOf(block: Block, displayUrl: string | null): Element | null {
  let longest: { element: Element; length: number } | null = null;
  for (const element of all('p, div, span', block.element)) {
    if (isInside(element, block.heading) || isInside(block.heading, element) || closest(element, (part) => part.name === 'a')) continue;
    const elements = element.children.filter((child): child is Element => child instanceof Element);
    if (elements.some((child) => !['b', 'strong', 'em', 'span', 'br', 'time', 'mark'].includes(child.name))) continue;
    const text = textOf(element);
    if (text === displayUrl || MARK.test(text) || DATE.test(text)) continue;
    if (text.length > (longest?.length ?? 0)) longest = { element, length: text.length };
  }
  return longest?.element ?? null;
}

/** Returns other pages of the same site, listed below the text. */
function sitelinksOf(block: Block, url: string): Link[] {
  const seen = new Set([url]);
  return all('li a[href], ul a[href]', block.element).flatMap((link) => {
    const target = finalUrl(attribute(link, 'href'));
    const title = textOf(link);
    if (!target || title === '' || seen.has(target) || isInternal(target)) return [];
    seen.add(target);
    return [{ title, url: target, description: null }];
  });
}

const ICON_PIXELS_MAX = 32;

export const pictureOf = (image: Element): string | null => {
  const file = attribute(image, 'data-src') ?? attribute(image, 'src');
  const small = Number.parseInt(attribute(image, 'width') ?? '99', 10) <= ICON_PIXELS_MAX;
  return file && !small && !file.startsWith('data:') && !/favicon/i.test(file) ? absoluteUrl(file, ORIGIN) : null;
};

const imagesOf = (block: Block, sourceUrl: string): Image[] =>
  all('img', block.element).flatMap((image) => {
    const url = pictureOf(image);
    return url ? [{ url, alt: orNull(fold(attribute(image, 'alt') ?? '')), sourceUrl }] : [];
  });

export function organicOf(block: Block): OrganicItem | null {
  const { url } = block;
  if (!url || isInternal(url)) return null;
  const { displayUrl, date } = partsOf(block);
  const paragraph = paragraphOf(block, displayUrl);
  const text = textOf(paragraph);
  const bold = paragraph ? all('b, strong, em, mark', paragraph).map((word) => textOf(word)) : [];
  return organicItem({
    title: block.title,
    url,
    displayUrl,
    snippet: orNull(date && text.startsWith(date) ? text.slice(date.length).replace(/^[\s–—·-]+/, '') : text),
    highlighted: [...new Set(bold.filter((word) => word !== ''))],
    date,
    publishedAt: publishedAtOf(date),
    sitelinks: sitelinksOf(block, url),
    images: imagesOf(block, url),
  });
}

export function adOf(block: Block): AdvertiserItem | null {
  const click = absoluteUrl(attribute(block.link, 'href'), ORIGIN);
  if (!click) return null;
  const landing = block.url && !isInternal(block.url) ? block.url : null;
  const { displayUrl } = partsOf(block);
  const host = displayUrl ? /^(?:https?:\/\/)?([^\s/›]+)/.exec(displayUrl)?.[1] : undefined;
  const description = orNull(textOf(paragraphOf(block, displayUrl)));
  return advertiserItem({
    title: block.title,
    url: landing ?? click,
    trackingUrl: landing === null || landing === click ? null : click,
    displayUrl,
    domain: landing ? hostOf(landing) : (host ?? hostOf(click)),
    description,
    descriptionRows: description ? [description] : [],
    sitelinks: sitelinksOf(block, landing ?? click),
    images: landing ? imagesOf(block, landing) : [],
  });
}
