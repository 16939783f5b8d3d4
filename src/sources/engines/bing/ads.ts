// Parses the paid results of a Bing page.

import type { AdvertiserItem, Link } from '../../../contract/items.ts';
import { advertiserItem } from '../../items.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { ratingOf } from './figures.ts';
import { finalUrl, ORIGIN } from './links.ts';

/** Returns the position of the ad block on the page. */
function blockOf(block: Element): AdvertiserItem['block'] {
  if (closest(block, (element) => element.attribute('id') === 'b_context')) return 'right';
  if (block.hasClass('b_adBottom')) return 'bottom';
  return block.hasClass('b_adMiddle') ? 'middle' : 'top';
}

function sitelinksOf(ad: Element): Link[] {
  return all('.b_deep li, .b_ads1line a, .b_adsSitelink, .ad_fls a', ad).flatMap((part) => {
    const link = part.name === 'a' ? part : one('a[href]', part);
    const href = attribute(link, 'href');
    const url = finalUrl(href) ?? absoluteUrl(href, ORIGIN);
    const title = textOf(link);
    if (!url || title === '') return [];
    const rows = part === link ? [] : all('div, p', part).map((row) => textOf(row));
    return [{ title, url, description: orNull(rows.join(' ')) }];
  });
}

/** Returns the host of the displayed URL. Its path is not reliable. */
function hostShown(shown: string): string | null {
  const address = /^[^\s/]+\.[a-z]{2,}/i.test(shown.replace(/^https?:\/\//, ''))
    ? absoluteUrl(`https://${shown.replace(/^https?:\/\//, '')}`, ORIGIN)
    : null;
  return address ? hostOf(address) : null;
}

function adOf(heading: Element, block: Element): AdvertiserItem | null {
  const link = one('a[href]', heading) ?? closest(heading, (element) => element.name === 'a');
  const click = absoluteUrl(attribute(link, 'href'), ORIGIN);
  const title = textOf(link);
  if (!link || !click || title === '') return null;
  const ad = closest(heading, (element) => element.hasClass('sb_add') || (element.name === 'li' && element !== block)) ?? block;
  const landing = finalUrl(click);
  const displayed = textOf(one('cite', ad));
  const slug = textOf(one('.b_adSlug', ad));
  const paragraph = all('p', ad).find(
    (element) =>
      !element.hasClass('callout_vis') && !element.hasClass('b_secondaryText') && !closest(element, (part) => part.hasClass('b_deep')),
  );
  const text = textOf(paragraph);
  const description = orNull(slug !== '' && text.startsWith(slug) ? text.slice(slug.length).trim() : text);
  return advertiserItem({
    block: blockOf(block),
    title,
    url: landing ?? click,
    trackingUrl: landing === click ? null : click,
    displayUrl: orNull(displayed),
    domain: landing ? hostOf(landing) : (hostShown(displayed) ?? hostOf(click)),
    advertiser: orNull(textOf(one('.tptt', ad))),
    description,
    descriptionRows: description ? [description] : [],
    sitelinks: sitelinksOf(ad),
    extensions: all('.callout_vis', ad)
      .flatMap((row) => textOf(row).split(/\s*·\s*/))
      .filter((word) => word !== ''),
    rating: ratingOf(ad),
  });
}

/** Blocks show fewer than ten. */
const HEADINGS_MAX = 100;

export const adsOf = (block: Element): AdvertiserItem[] =>
  all('h2', block)
    .slice(0, HEADINGS_MAX)
    .flatMap((heading) => adOf(heading, block) ?? []);
