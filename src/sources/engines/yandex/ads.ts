// Parses the paid results of a Yandex page.

import type { AdvertiserItem } from '../../../contract/items.ts';
import { advertiserItem } from '../../items.ts';
import { all, attribute, closest, isInside, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { textNodesIn } from '../../page/text-nodes.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { finalUrl, isAdClick, isInternal, ORIGIN } from './links.ts';
import { displayUrlOf, headlineOf, imagesIn, ratingOf, sitelinksOf, textBlockOf } from './result.ts';

/** The marker of an ad in the languages of Yandex's pages. Its class changes with every page. */
const MARK = /^(?:ads?|sponsored|promo|advertising|реклама|промо|reklam|жарнама|рэклама|reklama)$/i;

/** Ads have a click counter, or the marker beside the displayed URL. */
export function isAd(block: Element): boolean {
  const headline = headlineOf(block);
  const url = absoluteUrl(attribute(headline?.link ?? null, 'href'), ORIGIN);
  if (!headline || !url) return false;
  if (isAdClick(url)) return true;
  const text = textBlockOf(block);
  return textNodesIn(block).some(
    ({ element, text: mark }) =>
      MARK.test(mark) && !isInside(element, headline.link) && !(text && isInside(element, text)) && !inOtherPart(element),
  );
}

/** Single products in an unpaid box can be paid, and a site may have a page called "Promo". */
const isOtherPart = oncePerElement((element) => element.name === 'a' || /Product|itelinks/.test(element.attribute('class') ?? ''));

const inOtherPart = (part: Element): boolean => closest(part, isOtherPart) !== null;

/** Returns the landing page from the data attributes of the link, if present. */
function landingOf(link: Element): string | null {
  for (const [, value] of link.attributes) {
    const named = /"noRedirectUrl":"(https?:[^"\\]+)/.exec(value)?.[1];
    const url = finalUrl(named);
    if (url && !isInternal(url)) return url;
  }
  const url = finalUrl(attribute(link, 'href'));
  return url && !isInternal(url) ? url : null;
}

/** Returns the telephone number. The digits hidden on the page are in the data of its button. */
function phoneIn(block: Element): string | null {
  for (const element of all('[class*="hone"]', block)) {
    const notes = element.attributes.map(([, value]) => value).join(' ');
    const found = /"fullText":"(\+?[\d\s()-]{7,24})"/.exec(notes)?.[1] ?? /^\+?\d[\d\s()-]{6,20}\d$/.exec(textOf(element))?.[0];
    if (found) return found.trim();
  }
  return null;
}

export function adOf(block: Element): AdvertiserItem | null {
  const headline = headlineOf(block);
  const click = absoluteUrl(attribute(headline?.link ?? null, 'href'), ORIGIN);
  if (!headline || !click) return null;
  const landing = landingOf(headline.link);
  const displayUrl = displayUrlOf(block);
  const host = /^(?:https?:\/\/)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)/u.exec(displayUrl ?? '')?.[1];
  const description = textOf(textBlockOf(block)) || null;
  const meta = all('.Meta-Item, .serp-meta__item', block).map((part) => ({ part, text: textOf(part) }));
  return advertiserItem({
    title: headline.title,
    url: landing ?? click,
    trackingUrl: landing === null || landing === click ? null : click,
    displayUrl,
    domain: landing ? hostOf(landing) : (host ?? hostOf(click)),
    description,
    descriptionRows: description ? [description] : [],
    sitelinks: sitelinksOf(block),
    extensions: meta.filter(({ part, text }) => text !== '' && !one('a, button, h3', part)).map(({ text }) => text),
    phone: phoneIn(block),
    rating: ratingOf(block),
    images: landing ? imagesIn(block, landing) : [],
  });
}
