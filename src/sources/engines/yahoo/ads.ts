// Parses the paid results of a Yahoo page.

import type { AdvertiserItem } from '../../../contract/items.ts';
import { advertiserItem } from '../../items.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { imagesIn, ratingOf } from './figures.ts';
import { headlineOf, siteOf } from './headline.ts';
import { ORIGIN } from './hosts.ts';
import { finalUrl, isInternal } from './links.ts';
import { paragraphOf, sitelinksOf } from './organic.ts';

/**
 * Ad lists have `Ads` in their class, single ads are `ads` or begin with `Ad` and a capital. Yahoo Japan marks its
 * cards.
 */
const AD = /(?:^|\s)(?:ads|search\w+Ads|Ad[A-Z]\w*|sw-Card--ad|Ad)(?:\s|$)/;

export const isAd = oncePerElement((element) => AD.test(element.attribute('class') ?? ''));

/** Returns the position of the ad on the page, from its list. */
function blockOf(ad: Element): AdvertiserItem['block'] {
  const names: string[] = [];
  closest(ad, (element) => {
    names.push(`${element.attribute('class') ?? ''} #${element.attribute('id') ?? ''}`);
    return false;
  });
  const all = names.join(' ');
  if (/Right|#right\b|AdNrrw/.test(all)) return 'right';
  return /Bottom|AdBttm/.test(all) ? 'bottom' : 'top';
}

function adOf(block: Element): AdvertiserItem | null {
  const headline = headlineOf(block);
  const click = absoluteUrl(attribute(headline?.link ?? null, 'href'), ORIGIN);
  if (!headline || !click) return null;
  const target = finalUrl(click);
  const landing = target && !isInternal(target) ? target : null;
  const { siteName, displayUrl } = siteOf(block, headline);
  const host = /^(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)+)/.exec(displayUrl ?? '')?.[1];
  const description = textOf(paragraphOf(block)) || null;
  return advertiserItem({
    block: blockOf(block),
    title: headline.title,
    url: landing ?? click,
    trackingUrl: landing === click || landing === null ? null : click,
    displayUrl,
    domain: landing ? hostOf(landing) : (host ?? hostOf(click)),
    advertiser: siteName,
    description,
    descriptionRows: description ? [description] : [],
    sitelinks: sitelinksOf(block),
    extensions: all('.compExt li, .callout li', block)
      .map((row) => textOf(row))
      .filter((text) => text !== ''),
    rating: ratingOf(block),
    images: landing ? imagesIn(block, landing) : [],
  });
}

/** Returns the ads of a block, which is a list of ads or a single ad. */
export function adsOf(block: Element): AdvertiserItem[] {
  const single = all('li > .ads, li > .dd', block).filter((part) => one('a[href]', part) !== null);
  return (single.length > 0 ? single : rowsOf(block)).flatMap((row) => adOf(row) ?? []);
}

const rowsOf = (block: Element): Element[] =>
  block.name === 'ol' || block.name === 'ul' ? all('li', block).filter((row) => row.parent === block) : [block];
