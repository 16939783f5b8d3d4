// Parses the ads of a Daum page: Daum's own and those sold by Naver.

import type { AdvertiserItem } from '../../../contract/items.ts';
import { absoluteUrl, advertiserItem, hostOf, orNull } from '../../items.ts';
import { one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { cardsIn, passageOf, pictureOf } from './cards.ts';
import { isAd, landingOf, ORIGIN } from './links.ts';

/** Returns the host of the displayed URL. Its path is not reliable. */
const hostShown = (shown: string | null): string | null => {
  const address = shown && /^[^\s/]+\.[^\s/.]{2,}/.test(shown) ? absoluteUrl(`https://${shown}`, ORIGIN) : null;
  return address ? hostOf(address) : null;
};

export const adsIn = (block: Element, isLast: boolean): AdvertiserItem[] =>
  cardsIn(block, isAd).map((card) => {
    const landing = landingOf(card.link);
    const shown = orNull(textOf(one('.f_url, .txt_url, c-link[slot="url"]', card.box)));
    const description = orNull(textOf(passageOf(card)));
    const picture = pictureOf(card);
    return advertiserItem({
      block: isLast ? 'bottom' : 'top',
      title: card.title,
      url: landing ?? card.url,
      trackingUrl: landing ? card.url : null,
      displayUrl: shown,
      domain: landing ? hostOf(landing) : (hostShown(shown) ?? hostOf(card.url)),
      description,
      descriptionRows: description ? [description] : [],
      images: picture ? [{ url: picture, alt: null, sourceUrl: landing }] : [],
    });
  });
