// Parses the numbers, stars and images beside Yahoo's results.

import type { Image, Rating } from '../../../contract/items.ts';
import { all, attribute, closest, countIn, type Node, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { ORIGIN } from './hosts.ts';

/** Returns the estimate beside the page numbers: `About 34,700,000 search results`, `約1,230件`. */
export function totalOf(document: Node): number | null {
  for (const element of all('.compPagination span, #resultCount, .pagination span, [class*="Hits"], [class*="resultCount"]', document)) {
    const text = textOf(element);
    if (text.length > 80 || !/\p{L}/u.test(text)) continue;
    const counts = (text.match(/\d(?:[.,'’\s]?\d)*/g) ?? []).map((number) => Number(number.replace(/\D/g, '')));
    if (counts.length > 0) return Math.max(...counts);
  }
  return null;
}

/** Parses the stars of a result: `4.5/5 (120)`, `4.5 out of 5`. */
export function ratingOf(scope: Node): Rating | null {
  for (const element of all('[class*="ating"], [class*="tars"], .csrc', scope)) {
    const text = `${attribute(element, 'aria-label') ?? ''} ${textOf(element)}`.slice(0, 200);
    const found = /(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:\/|out of)\s?(\d{1,3})(?!\d)/.exec(text);
    if (!found?.[1] || !found[2]) continue;
    const votes = /\(([\d.,]{1,15}\s?[KMB]?)\b/i.exec(text)?.[1];
    return { value: Number(found[1].replace(',', '.')), max: Number(found[2]), votes: votes ? countIn(votes) : null };
  }
  return null;
}

const ICON_PIXELS_MAX = 32;

const isIcon = oncePerElement((element) => /favicon/i.test(element.attribute('class') ?? ''));

/** Returns the URL of a picture that is neither a site icon nor a placeholder. */
export function pictureOf(image: Element): string | null {
  if (Number.parseInt(attribute(image, 'width') ?? '99', 10) <= ICON_PIXELS_MAX) return null;
  if (closest(image, isIcon)) return null;
  const file = attribute(image, 'data-src') ?? attribute(image, 'src');
  return file && !file.startsWith('data:') ? absoluteUrl(file, ORIGIN) : null;
}

export const pictureIn = (scope: Node): string | null =>
  all('img', scope).reduce<string | null>((found, image) => found ?? pictureOf(image), null);

export const imagesIn = (scope: Element, sourceUrl: string): Image[] =>
  all('img', scope).flatMap((image) => {
    const url = pictureOf(image);
    return url ? [{ url, alt: orNull(fold(attribute(image, 'alt') ?? '')), sourceUrl }] : [];
  });
