// Parses the common parts of Yandex's web results and ads.

import type { Image, Link, Rating } from '../../../contract/items.ts';
import { all, attribute, closest, countIn, isInside, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { finalUrl, isInternal, ORIGIN } from './links.ts';

export interface Headline {
  readonly link: Element;
  readonly title: string;
}

const TITLE_LINKS = '.OrganicTitle-Link, .organic__url, .serp-item__title-link, .serp-item__title a, h2 a[href], h3 a[href], a[href] h2';

/** Returns the heading of a block with its link. Numbers for screen readers are beside the link, not in it. */
export function headlineOf(block: Element): Headline | null {
  for (const found of all(TITLE_LINKS, block)) {
    const link = found.name === 'a' ? found : closest(found, (element) => element.name === 'a');
    const title = textOf(one('.OrganicTitle-LinkText, .organic__url-text, h2, h3', link ?? found) ?? link);
    if (link?.has('href') && title !== '') return { link, title };
  }
  return null;
}

const PATHS = '.Path, .path, .serp-url__item, .Organic-Path, .organic__path';
const TEXTS = '.OrganicTextContentSpan, .OrganicText, .organic__text, .text-container, .serp-item__text, .TextContainer, .ExtendedText';

/** Returns the displayed URL, such as `tea.example › leaves`. */
export const displayUrlOf = (block: Element): string | null => orNull(textOf(one(PATHS, block)).replace(/\s?›\s?/g, ' › '));

export const textBlockOf = (block: Element): Element | null => all(TEXTS, block).find((element) => textOf(element) !== '') ?? null;

/** Visual-only parts, such as a dot between sentences, stay in the text. */
export const highlightedIn = (scope: Element | null): string[] =>
  scope ? [...new Set(all('b', scope).map((word) => textOf(word)))].filter((word) => word !== '') : [];

const isSitelink = oncePerElement((element) => /itelinks-Item|itelinks__item/.test(element.attribute('class') ?? ''));

/** Results show about ten. */
const SITELINKS_MAX = 100;

export const sitelinksOf = (block: Element): Link[] =>
  all('.Sitelinks a[href], .sitelinks a[href], .serp-sitelinks a[href], [class*="itelinks"] a[href]', block)
    .slice(0, SITELINKS_MAX)
    .flatMap((link, index, links) => {
      const url = finalUrl(attribute(link, 'href'));
      const title = textOf(link);
      const again = links.slice(0, index).some((other) => attribute(other, 'href') === attribute(link, 'href'));
      if (!url || title === '' || again || isInternal(url)) return [];
      const row = closest(link, isSitelink);
      const text = row ? textOf(row) : title;
      return [{ title, url, description: orNull(text.startsWith(title) ? text.slice(title.length).trim() : '') }];
    });

export const pictureOf = (image: Element): string | null => {
  const file = attribute(image, 'data-src') ?? attribute(image, 'src');
  return file && !file.startsWith('data:') ? absoluteUrl(file, ORIGIN) : null;
};

const isIcon = oncePerElement((element) => /favicon/i.test(element.attribute('class') ?? ''));

/** Returns the pictures beside the text, without site icons. */
export const imagesIn = (block: Element, sourceUrl: string): Image[] =>
  all('img', block).flatMap((image) => {
    const url = pictureOf(image);
    if (!url || closest(image, isIcon)) return [];
    return [{ url, alt: orNull(fold(attribute(image, 'alt') ?? '')), sourceUrl }];
  });

/** Parses the stars from their text for screen readers: `Рейтинг: 4,2 из 5`, `Rating: 4.2 out of 5`. */
export function ratingOf(block: Element): Rating | null {
  for (const element of all('[class*="Rating"], [class*="rating"]', block)) {
    const found = /(\d(?:[.,]\d{1,2})?)\s?(?:из|out of|\/)\s?(\d{1,3})(?!\d)/.exec(textOf(element).slice(0, 200));
    if (!found?.[1] || !found[2]) continue;
    const row = element.parent && element.parent instanceof Element ? (element.parent as Element) : element;
    const reviews = all('[class*="Review"], [class*="review"]', row).find((part) => !isInside(element, part) && /\d/.test(textOf(part)));
    return { value: Number(found[1].replace(',', '.')), max: Number(found[2]), votes: reviews ? countIn(textOf(reviews)) : null };
  }
  return null;
}
