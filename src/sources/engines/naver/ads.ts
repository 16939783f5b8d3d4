// Parses the ads of a Naver page: site links, and paid articles among those of users.

import type { AdvertiserItem, Link } from '../../../contract/items.ts';
import { advertiserItem } from '../../items.ts';
import { containersAround } from '../../page/containers.ts';
import { all, attribute, isInside, one } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { sourceOf, wordsOf } from './cards.ts';
import { isAd, landingOf, ORIGIN, pictureOf } from './links.ts';

const clickOf = (link: Element | null): string | null => absoluteUrl(attribute(link, 'href'), ORIGIN);

/** Returns the headings of the ads, otherwise the first text link of each list item that leads to an ad. */
function headingsIn(block: Element): Element[] {
  const paid = all('a[href]', block).filter((link) => isAd(clickOf(link) ?? '') && wordsOf(link) !== '');
  const marked = paid.filter(
    (link) => /\blnk_head\b|\blnk_tit\b|\btit\b/.test(link.attribute('class') ?? '') || one('[class*="headline"], .lnk_tit', link),
  );
  if (marked.length > 0) return marked;
  // Both lists are in page order.
  let next = 0;
  return all('li', block).flatMap((item) => {
    while (next < paid.length && paid[next]!.index < item.index) next++;
    const link = paid[next];
    return link && isInside(link, item) ? [link] : [];
  });
}

/** Ads show about ten. Lists inside lists repeat their links. */
const SITELINKS_MAX = 200;

function sitelinksOf(item: Element, heading: Element): Link[] {
  const links: Element[] = [];
  for (const list of all('ul', item)) {
    if (isInside(heading, list)) continue;
    links.push(...all('a[href]', list).slice(0, SITELINKS_MAX - links.length));
    if (links.length >= SITELINKS_MAX) break;
  }
  return links.flatMap((link) => {
    const url = landingOf(link) ?? clickOf(link);
    const title = wordsOf(link);
    return url && title !== '' ? [{ title, url, description: null }] : [];
  });
}

const hostShown = (shown: string | null): string | null => {
  const address = shown && /^[\w-]+(?:\.[\w-]+)+/.test(shown) ? absoluteUrl(`https://${shown}`, ORIGIN) : null;
  return address ? hostOf(address) : null;
};

export function adsIn(block: Element, isLast: boolean): AdvertiserItem[] {
  const headings = headingsIn(block);
  const boxes = containersAround(headings, block);
  return headings.flatMap((link) => {
    const click = clickOf(link);
    if (click === null) return [];
    const item = boxes.get(link) ?? link;
    const landing = landingOf(link);
    const shown = orNull(wordsOf(one('.lnk_url, .url', item)));
    const description = orNull(wordsOf(one('.link_desc, .desc_area, [class*="text-type-body1"], p', item)));
    const picture = pictureOf(one('.img_thumb, [data-sds-comp="RectangleImage"] img', item));
    return [
      advertiserItem({
        block: isLast ? 'bottom' : 'top',
        title: wordsOf(one('.lnk_tit, [class*="headline"]', link) ?? link),
        url: landing ?? click,
        trackingUrl: landing ? click : null,
        displayUrl: shown,
        domain: landing ? hostOf(landing) : (hostShown(shown) ?? hostOf(click)),
        advertiser: orNull(wordsOf(one('.site, [class*="profile-info-title"]', item) ?? sourceOf(item))),
        description,
        descriptionRows: description ? [description] : [],
        sitelinks: sitelinksOf(item, link),
        extensions: all('.title_ext', item).map((part) => wordsOf(part)),
        images: picture ? [{ url: picture, alt: null, sourceUrl: landing }] : [],
      }),
    ];
  });
}
