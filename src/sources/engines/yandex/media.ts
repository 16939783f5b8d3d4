// Parses the blocks of images, videos and news on a Yandex page.

import type { ImageItem, NewsItem, VideoItem } from '../../../contract/items.ts';
import { imageItem, newsItem, videoItem } from '../../items.ts';
import { publishedAtOf, secondsOf } from '../../page/calendar.ts';
import { all, attribute, closest, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { textNodesIn } from '../../page/text-nodes.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, urlOf } from '../../urls.ts';
import { finalUrl, isInternal, ORIGIN } from './links.ts';
import { headlineOf, pictureOf } from './result.ts';

/** True when the heading of the box links to Yandex's search of that kind. */
export function leadsTo(block: Element, kind: 'images' | 'video' | 'news'): boolean {
  const url = absoluteUrl(attribute(headlineOf(block)?.link ?? null, 'href'), ORIGIN);
  if (!url || !isInternal(url)) return false;
  const { hostname, pathname } = urlOf(url);
  return hostname.startsWith(`${kind}.`) || pathname.startsWith(`/${kind}/`) || pathname === `/${kind}`;
}

const pictureIn = (scope: Element): string | null =>
  all('img', scope).reduce<string | null>((found, image) => found ?? pictureOf(image), null);

/** A picture links to the viewer. The URL of the viewer has the file and its page. */
export function imagesOf(block: Element): ImageItem[] {
  if (!leadsTo(block, 'images')) return [];
  const seen = new Set<string>();
  return all('a[href*="img_url="]', block).flatMap((link) => {
    const viewer = absoluteUrl(attribute(link, 'href'), ORIGIN);
    if (!viewer) return [];
    const parameters = urlOf(viewer).searchParams;
    const imageUrl = absoluteUrl(parameters.get('img_url'), ORIGIN);
    if (!imageUrl || seen.has(imageUrl)) return [];
    seen.add(imageUrl);
    const image = one('img', link);
    const alt = orNull(fold(attribute(image, 'alt') ?? attribute(image, 'title') ?? ''));
    const size = /(\d{2,5})\s?[x×]\s?(\d{2,5})/.exec(textOf(link));
    const url = absoluteUrl(parameters.get('source_url'), ORIGIN) ?? viewer;
    return [
      imageItem({
        title: alt,
        alt,
        imageUrl,
        thumbnail: pictureIn(link),
        width: size ? Number(size[1]) : null,
        height: size ? Number(size[2]) : null,
        url,
      }),
    ];
  });
}

/** The link of a video card shows its duration. */
export function videosOf(block: Element): VideoItem[] {
  if (!leadsTo(block, 'video')) return [];
  const heading = headlineOf(block)?.link;
  const seen = new Set<string>();
  return all('a[href]', block).flatMap((link) => {
    const href = finalUrl(attribute(link, 'href'));
    const duration = textNodesIn(link).find(({ text }) => secondsOf(text) !== null)?.text ?? null;
    const title = textOf(one('[class*="itle"]', link));
    if (link === heading || !href || title === '' || duration === null) return [];
    const target = urlOf(href).searchParams.get('url');
    const url = (target && /^https?:/i.test(target) && absoluteUrl(target, ORIGIN)) || href;
    if (seen.has(url)) return [];
    seen.add(url);
    return [
      videoItem({
        title,
        url,
        thumbnail: pictureIn(link),
        source: orNull(textOf(one('[class*="ource"], [class*="ost"]', link))),
        duration,
        durationSeconds: secondsOf(duration),
      }),
    ];
  });
}

const isCard = oncePerElement((element) => /(?:^|[-_])item|Item/.test(element.attribute('class') ?? ''));

/** A card may have many links, and stand around several boxes. */
const newsParts = oncePerElement((card) => {
  const date = orNull(textOf(one('time, [class*="ate"], [class*="ime"]', card)));
  return {
    source: orNull(textOf(one('[class*="ource"], [class*="gency"]', card))),
    thumbnail: pictureIn(card),
    date,
    publishedAt: publishedAtOf(date),
  };
});

export function newsOf(block: Element): NewsItem[] {
  if (!leadsTo(block, 'news')) return [];
  const heading = headlineOf(block)?.link;
  const seen = new Set<string>();
  return all('a[href]', block).flatMap((link) => {
    const url = finalUrl(attribute(link, 'href'));
    const title = textOf(link);
    if (link === heading || !url || title === '' || isInternal(url) || seen.has(url)) return [];
    seen.add(url);
    const card = closest(link, (element) => element !== block && isCard(element)) ?? link;
    return [newsItem({ title, url, ...newsParts(card) })];
  });
}
