// Parses the blocks of images, videos and articles on a Seznam page.

import type { ImageItem, NewsItem, VideoItem } from '../../../contract/items.ts';
import { imageItem, newsItem, videoItem } from '../../items.ts';
import { publishedAtOf, secondsOf } from '../../page/calendar.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { textNodesIn } from '../../page/text-nodes.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import type { Block } from './blocks.ts';
import { pictureOf } from './items.ts';
import { finalUrl, ORIGIN } from './links.ts';

const pictureIn = (scope: Element): string | null =>
  all('img', scope).reduce<string | null>((found, image) => found ?? pictureOf(image), null);

/** Returns the links of a box, each URL once, without that of its heading. */
function linksOf(block: Block): { readonly link: Element; readonly url: string }[] {
  const seen = new Set<string>();
  return all('a[href]', block.element).flatMap((link) => {
    const url = finalUrl(attribute(link, 'href'));
    if (link === block.link || !url || url === block.url || seen.has(url)) return [];
    seen.add(url);
    return [{ link, url }];
  });
}

const cardOf = (link: Element, block: Block): Element =>
  closest(link, (element) => element !== block.element && ['li', 'article'].includes(element.name)) ?? link;

export const imagesOf = (block: Block): ImageItem[] =>
  linksOf(block).flatMap(({ link, url }) => {
    const image = one('img', link);
    if (!image) return [];
    const alt = orNull(fold(attribute(image, 'alt') ?? ''));
    const parameters = new URL(url).searchParams;
    const page = absoluteUrl(parameters.get('pageUrl') ?? parameters.get('source'), ORIGIN) ?? url;
    return [imageItem({ title: alt, alt, imageUrl: absoluteUrl(parameters.get('imgUrl'), ORIGIN), thumbnail: pictureIn(link), url: page })];
  });

/** A card may have many links. */
const videoParts = oncePerElement((card) => {
  const texts = textNodesIn(card);
  const duration = texts.find(({ text }) => secondsOf(text) !== null)?.text ?? null;
  const title =
    textOf(one('h4, strong', card)) ||
    (texts.find(({ text }) => text !== duration)?.text ?? '') ||
    fold(attribute(one('img', card), 'alt') ?? '');
  return {
    title,
    thumbnail: pictureIn(card),
    source: orNull(textOf(one('cite', card))),
    duration,
    durationSeconds: secondsOf(duration),
  };
});

export const videosOf = (block: Block): VideoItem[] =>
  linksOf(block).flatMap(({ link, url }) => {
    const parts = videoParts(cardOf(link, block));
    return parts.title === '' || parts.duration === null ? [] : [videoItem({ url, ...parts })];
  });

const newsParts = oncePerElement((card) => {
  const date = orNull(textOf(one('time', card)));
  return { source: orNull(textOf(one('cite', card))), thumbnail: pictureIn(card), date, publishedAt: publishedAtOf(date) };
});

export const newsOf = (block: Block): NewsItem[] =>
  linksOf(block).flatMap(({ link, url }) => {
    const card = cardOf(link, block);
    const title = textOf(one('h4, strong', link)) || textOf(link);
    if (title === '' || card === link) return [];
    return [newsItem({ title, url, ...newsParts(card) })];
  });
