// Parses the paid results of a Baidu page.

import type { AdvertiserItem } from '../../../contract/items.ts';
import { advertiserItem } from '../../items.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { TEXT } from '../../page/tree/columns.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl, urlOf } from '../../urls.ts';
import { isRedirect, ORIGIN, targetOf } from './links.ts';
import { titleLink } from './organic.ts';

/** Room for references instead of characters, and for indentation. */
const LABEL_BYTES_MAX = 1000;
const LABEL = /^\s*(?:广告|商业推广|推广)\s*$/;
const MARKS = '[data-tuiguang], [class*="ec_tuiguang"], [class*="ec-tuiguang"]';

/** Ads have Baidu's own marker, a campaign number, or an element with the text "广告". */
export function isAd(block: Element): boolean {
  if (block.has('data-tuiguang') || block.has('cmatchid') || one(MARKS, block)) return true;
  const href = absoluteUrl(attribute(titleLink(block), 'href'), ORIGIN);
  if (href !== null && isRedirect(href) && !/\/(?:link|tc)$/.test(urlOf(href).pathname)) return true;
  const { tree } = block;
  const { name, end, from, to } = tree.columns;
  return all('span, a', block).some(({ index }) => {
    const only = index + 1;
    return end[index] === index + 2 && name[only] === TEXT && to[only]! - from[only]! <= LABEL_BYTES_MAX && LABEL.test(tree.data(only));
  });
}

export function adOf(block: Element, where: AdvertiserItem['block']): AdvertiserItem | null {
  const link = titleLink(block) ?? one('a[data-landurl]', block);
  const url = link && targetOf(block, link);
  const title = textOf(link);
  if (!link || !url || title === '') return null;
  const href = absoluteUrl(attribute(link, 'href'), ORIGIN);
  const shown = textOf(one('.c-showurl, .cosc-source-text, [class*="ec-showurl"], [class*="ec_showurl"]', block));
  const isAddress = /^(?:https?:\/\/)?[\w-]{1,80}(?:\.[\w-]{1,80}){1,6}(?:[/.…].*)?$/.test(shown);
  const rows = all('.c-abstract, [class*="ec_desc"], [class*="ec-desc"], [data-module="abstract"], [class*="summary-text_"]', block);
  const texts = rows
    .filter((row) => row.parent === null || closest(row.parent, (element) => rows.includes(element)) === null)
    .map((row) => textOf(row))
    .filter((text) => text !== '');
  return advertiserItem({
    title,
    url,
    block: where,
    trackingUrl: href !== null && href !== url && isRedirect(href) ? href : null,
    displayUrl: isAddress ? shown : null,
    advertiser: isAddress ? null : orNull(shown),
    description: orNull(texts.join(' ')),
    descriptionRows: texts,
  });
}
