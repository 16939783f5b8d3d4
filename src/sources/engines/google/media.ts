// Parses the boxes of videos, stories and images on a Google page.

import type { ImageItem, NewsItem, VideoItem } from '../../../contract/items.ts';
import { imageItem, newsItem, videoItem } from '../../items.ts';
import { attribute, closest, one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl, hostOf, urlOf } from '../../urls.ts';
import { sameness, targetOf } from './links.ts';
import type { HeadingLink, PageScan } from './page-scan.ts';
import { paragraphsOf } from './paragraphs.ts';

const ITEMS_MAX = 60;
const BOX_DEPTH_MAX = 8;
const DURATION = /^(?:\d{1,2}:)?\d{1,2}:\d{2}$/;
const SOCIAL = /(?:^|\.)(?:instagram|facebook|twitter|x|tiktok|youtube|reddit|linkedin|threads|pinterest|quora)\.(?:com|net)$/;

/** Returns the nearest ancestor of a link that the test accepts, within the depth of a card. */
function above(link: Element, test: (element: Element) => boolean): Element | null {
  let steps = 0;
  const reached = closest(link, (element) => ++steps > BOX_DEPTH_MAX || test(element));
  return reached && test(reached) ? reached : null;
}

const isFilm = (element: Element): boolean => element.has('data-vid') || element.name === 'video-voyager';
const isStory = (element: Element): boolean =>
  element.has('data-news-doc-id') || /(?:^|\s)WlydOe(?:\s|$)/.test(element.attribute('class') ?? '');

export function videoIdOf(url: string): string | null {
  const address = urlOf(url);
  if (address.hostname === 'youtu.be') return orNull(address.pathname.slice(1));
  if (!/(?:^|\.)youtube\.com$/.test(address.hostname)) return null;
  return address.searchParams.get('v') ?? /^\/(?:shorts|embed|live)\/([\w-]+)/.exec(address.pathname)?.[1] ?? null;
}

/** Returns the seconds of `1:02:03`. */
export const secondsOf = (duration: string): number => duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

const textsOf = (element: Element): string[] => paragraphsOf(element).map(({ text }) => text);

function titleOf(found: HeadingLink): string {
  return textsOf(found.heading).find((text) => !DURATION.test(text)) ?? textOf(found.heading);
}

function video(found: HeadingLink & { readonly url: string }): VideoItem {
  const title = titleOf(found);
  const lines = [...textsOf(found.link), ...textsOf(found.heading)];
  const card = above(found.link, isFilm) ?? found.link;
  const duration = [...lines, ...textsOf(card)].find((line) => DURATION.test(line)) ?? null;
  const platform = textOf(one('cite', found.link));
  const made = lines.find((line) => line.includes('·'))?.split('·') ?? [];
  const name = made.at(-1)?.trim() ?? '';
  return videoItem({
    videoId: videoIdOf(found.url),
    title,
    url: found.url,
    thumbnail: absoluteUrl(attribute(one('img[src^="http"]:not([src*="gstatic.com/"])', card), 'src'), 'https://www.google.com/'),
    source: orNull(platform) ?? orNull(made.length > 1 ? (made[0]?.trim() ?? '') : ''),
    channel: name === '' ? null : { id: null, name, url: null, verified: false },
    duration,
    durationSeconds: duration === null ? null : secondsOf(duration),
    date:
      lines.findLast((line) => /\d/.test(line) && line.length <= 30 && !DURATION.test(line) && line !== title && !line.includes('·')) ??
      null,
  });
}

function story(found: HeadingLink & { readonly url: string }): NewsItem {
  const title = titleOf(found);
  const lines = textsOf(found.link).filter((line) => line !== title);
  const date = lines.find((line) => /\d/.test(line) && line.length <= 30) ?? null;
  return newsItem({
    title,
    url: found.url,
    source: lines.find((line) => line !== date && line.length <= 60) ?? null,
    thumbnail: absoluteUrl(attribute(one('img[src^="http"]', found.link), 'src'), 'https://www.google.com/'),
    date,
    isAmp: found.link.attribute('class')?.includes('amp_r') ?? false,
  });
}

/** Videos and stories are cards with a heading. A page in the list of results is neither. */
export function cardsOf(scan: PageScan, organic: ReadonlySet<string>): { videos: VideoItem[]; news: NewsItem[] } {
  const videos = new Map<string, VideoItem>();
  const news = new Map<string, NewsItem>();
  const recordElement = <Item extends object>(item: Item, { link }: HeadingLink): Item => {
    scan.elements.set(item, link);
    return item;
  };
  for (const found of scan.links) {
    if (found.url === null || found.zone === 'ads' || found.zone === 'question' || textOf(found.heading) === '') continue;
    const key = sameness(found.url);
    const card = found as HeadingLink & { readonly url: string };
    if (found.heading.name === 'h3' || (found.zone === null && organic.has(key))) continue;
    if (videoIdOf(found.url) !== null || above(found.link, isFilm)) {
      if (!videos.has(key) && videos.size < ITEMS_MAX) videos.set(key, recordElement(video(card), found));
    } else if (above(found.link, isStory) && !SOCIAL.test(hostOf(found.url)) && !news.has(key) && news.size < ITEMS_MAX) {
      news.set(key, recordElement(story(card), found));
    }
  }
  return { videos: [...videos.values()], news: [...news.values()] };
}

const sizeIn = (text: string | null): number | null => (text && /^\d{1,5}$/.test(text) ? Number(text) : null);

/**
 * Returns the pictures that name their page: in an attribute of the card today, in the parameters of its link before.
 */
export function imagesOf(scan: PageScan, itemsMax = ITEMS_MAX): ImageItem[] {
  const items = new Map<string, ImageItem>();
  for (const element of scan.marks.pictures) {
    const href = absoluteUrl(attribute(element, 'href'), 'https://www.google.com/');
    const parameters = href ? urlOf(href).searchParams : new URLSearchParams();
    const url = targetOf(attribute(element, 'data-lpage') ?? attribute(element, 'href'));
    if (!url || items.size >= itemsMax || /\.(?:gstatic|googleusercontent)\.com$/.test(hostOf(url))) continue;
    const picture = one('img', element);
    const alt = orNull(attribute(picture, 'alt') ?? '');
    const imageUrl = targetOf(parameters.get('imgurl'));
    const key = imageUrl ?? `${url}\n${alt}`;
    if (items.has(key)) continue;
    const item = imageItem({
      title: orNull(textOf(element)) ?? alt,
      alt,
      imageUrl,
      thumbnail: absoluteUrl(/^https?:/.test(attribute(picture, 'src') ?? '') ? attribute(picture, 'src') : null, url),
      width: sizeIn(parameters.get('w')),
      height: sizeIn(parameters.get('h')),
      url,
    });
    scan.elements.set(item, element);
    items.set(key, item);
  }
  return [...items.values()];
}
