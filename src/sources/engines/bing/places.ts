// Parses the box of nearby businesses on a Bing page.

import type { MapItem } from '../../../contract/items.ts';
import { mapItem } from '../../items.ts';
import { all, attribute, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { pictureIn, ratingOf } from './figures.ts';
import { finalUrl, isBing, ORIGIN } from './links.ts';

const CARDS = '[data-ypid], .b_maglistcard[data-n]';

/** Boxes show about 20. */
const CARDS_MAX = 200;

/** Returns the invisible elements beside the cards with their ids. */
const marksIn = oncePerElement((block) => all('[elat][elong]', block).map((element) => ({ element, id: attribute(element, 'id') ?? '' })));

/** Returns the coordinates of a business from an invisible element beside its card. */
function pointOf(placeId: string | null, block: Element): MapItem['coordinates'] {
  const mark = placeId === null ? null : marksIn(block).find(({ id }) => id.endsWith(placeId))?.element;
  const latitude = Number.parseFloat(attribute(mark ?? null, 'elat') ?? '');
  const longitude = Number.parseFloat(attribute(mark ?? null, 'elong') ?? '');
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null;
}

/** The website button links out of Bing. Links in the fact rows lead to reviews. */
function websiteOf(card: Element): string | null {
  for (const link of all('.ibs_2btns, .ibsvc a, .l_magbtns a', card)) {
    const url = finalUrl(attribute(link, 'href'));
    if (url && !isBing(url)) return url;
  }
  return null;
}

const PHONE = /^\+?[\d(][\d\s()./-]{5,24}\d$/;

function placeOf(card: Element, block: Element): MapItem | null {
  const title = textOf(one('h2, h3', card)) || fold(attribute(card, 'data-n') ?? '');
  if (title === '') return null;
  const placeId = orNull(attribute(card, 'data-ypid') ?? attribute(card, 'id') ?? '');
  const rows = all('.b_factrow', card).filter((row) => !one('.csrc, .opHours', row) && textOf(row) !== '');
  const parts = all('.b_factrow span, .b_factrow div', card).map((part) => textOf(part));
  const plain = rows.map((row) => textOf(row)).filter((text) => !PHONE.test(text));
  const titled = rows
    .flatMap((row) => all('span[title]', row).map((part) => fold(attribute(part, 'title') ?? '')))
    .find((text) => text !== '');
  const full = textOf(one('.b_address', card)) || (titled ?? '');
  const url = websiteOf(card);
  // Without a marked address, the rows are in Bing's order: category, then address.
  const category = plain.find((text) => text !== full && !text.includes(full || '\n'))?.split(' · ')[0] ?? null;
  return mapItem({
    title,
    placeId,
    ...(url ? { url } : {}),
    address: orNull(full) ?? plain.find((text) => text !== category && /\p{L}/u.test(text)) ?? null,
    phone: parts.find((text) => PHONE.test(text)) ?? null,
    category,
    categories: category ? [category] : [],
    rating: ratingOf(card),
    coordinates: pointOf(placeId, block),
    openState: orNull(textOf(one('.opHours', card))),
    thumbnail: absoluteUrl(pictureIn(card), ORIGIN),
  });
}

export const placesOf = (block: Element): MapItem[] => {
  const seen = new Set<string>();
  const cards = all(CARDS, block).slice(0, CARDS_MAX);
  return cards.flatMap((card) => {
    const place = placeOf(card, block);
    const key = place?.placeId ?? place?.title ?? '';
    if (!place || seen.has(key)) return [];
    seen.add(key);
    return [place];
  });
};
