// Parses one web result or ad of a Sogou page.

import type { AdvertiserItem, Image, OrganicItem } from '../../../contract/items.ts';
import { advertiserItem, organicItem } from '../../items.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { completeAddress, shownHost } from '../../page/shown-address.ts';
import { type Element, Text } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { dateOf, publishedAtOf, splitDate } from '../chinese/dates.ts';
import { isRedirect, ORIGIN, targetOf } from './links.ts';

const SOURCE_LENGTH_MAX = 300;

export function titleLink(block: Element): Element | null {
  const heading = one('h3', block) ?? one('h2', block);
  return heading && one('a[href]', heading);
}

const TEXTS = '.space-txt, .star-wiki, .text-layout > p, .str_info, .str-info, .str-text-info, .ft, .fz-mid, .biz_ft';

const isForeign = oncePerElement((part) => part.name === 'h3' || /\b(?:citeurl|r-sech|popup-box|fb)\b/.test(part.attribute('class') ?? ''));

function abstractOf(block: Element): Element | null {
  const foreign = (element: Element): boolean => closest(element, isForeign) !== null;
  return all(TEXTS, block).find((element) => !foreign(element) && textOf(element) !== '') ?? null;
}

/** `茶叶网 - cha.example/lv... - 3天前`: a name, a URL and a date. Each may be missing. */
function sourceOf(block: Element): { siteName: string | null; displayUrl: string | null; date: string | null } {
  const parts = textOf(one('.citeurl, .fb, cite', block))
    .slice(0, SOURCE_LENGTH_MAX)
    .split(/\s-\s?|\s/)
    .map((part) => part.replace(/^-+|-+$/g, ''))
    .filter((part) => part !== '');
  const isAddress = (part: string): boolean =>
    /^(?:https?:\/\/)?[\w-]{1,80}(?:\.[\w-]{1,80}){1,6}(?:[/.…].*)?$/.test(part) && dateOf(part) === null;
  return {
    siteName: parts.find((part) => !isAddress(part) && dateOf(part) === null) ?? null,
    displayUrl: parts.find(isAddress) ?? null,
    date: parts.map((part) => dateOf(part)).find((date) => date !== null) ?? null,
  };
}

const isMark = oncePerElement((part) => part.name === 'h3' || /icon|ico\b|citeurl/.test(part.attribute('class') ?? ''));

function imagesOf(block: Element, sourceUrl: string): Image[] {
  return all('img', block).flatMap((element) => {
    if (closest(element, (part) => part === block || isMark(part)) !== block) return [];
    const file = attribute(element, 'data-src') ?? attribute(element, 'src');
    const url = file && !/^(?:data:|\.)/.test(file) ? absoluteUrl(file, ORIGIN) : null;
    return url ? [{ url, alt: orNull(fold(attribute(element, 'alt') ?? '')), sourceUrl }] : [];
  });
}

export function organicOf(block: Element): OrganicItem | null {
  const link = titleLink(block);
  const named = link && targetOf(block, link);
  const title = textOf(link);
  if (!link || !named || title === '') return null;
  const source = sourceOf(block);
  // A redirect says nothing about the page. The address below the text does.
  const url = isRedirect(named) ? (completeAddress(source.displayUrl) ?? named) : named;
  const abstract = abstractOf(block);
  const marked = abstract ? all('span', abstract).map((element) => dateOf(textOf(element))) : [];
  const { date, rest } = splitDate(textOf(abstract).replace(/^\[ 图文 \]\s?/, ''), marked.find((found) => found !== null) ?? null);
  const bold = abstract ? all('em', abstract).map((element) => textOf(element)) : [];
  return organicItem({
    title,
    url,
    domain: (isRedirect(url) ? shownHost(source.displayUrl) : null) ?? hostOf(url),
    displayUrl: source.displayUrl,
    siteName: source.siteName,
    snippet: orNull(rest),
    highlighted: [...new Set(bold.filter((word) => word !== ''))],
    date: date ?? source.date,
    publishedAt: publishedAtOf(date ?? source.date),
    images: imagesOf(block, url),
  });
}

const LABEL = /^\s*(?:广告|商业推广|推广)\s*$/;
const AD_CLASS = /(?:^|[\s_-])(?:biz|sponsor(?:ed)?|promotion|adv?)(?:$|[\s_-])/i;

const isNamed = oncePerElement((element) => AD_CLASS.test(`${element.attribute('class') ?? ''} ${element.attribute('id') ?? ''}`));

/** Ads are in containers with an ad class, or have an element with the text "广告". */
export function isAd(block: Element): boolean {
  const container = closest(block, (element) => element.attribute('id') === 'main' || isNamed(element));
  if (container && isNamed(container)) return true;
  return all('span, a, i', block).some(({ children: [only, more] }) => only instanceof Text && !more && LABEL.test(only.data));
}

export function adOf(block: Element, where: AdvertiserItem['block']): AdvertiserItem | null {
  const link = titleLink(block);
  const url = link && targetOf(block, link);
  const title = textOf(link);
  if (!link || !url || title === '') return null;
  const href = absoluteUrl(attribute(link, 'href'), ORIGIN);
  const text = textOf(abstractOf(block));
  const { displayUrl, siteName } = sourceOf(block);
  return advertiserItem({
    title,
    url,
    block: where,
    trackingUrl: href !== null && href !== url && isRedirect(href) ? href : null,
    displayUrl,
    advertiser: siteName === null || LABEL.test(siteName) ? null : siteName,
    description: orNull(text),
    descriptionRows: text === '' ? [] : [text],
  });
}
