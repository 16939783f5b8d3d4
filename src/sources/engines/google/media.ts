// Parses the boxes of videos, stories and images on a Google page.

import type { ImageItem, NewsItem, VideoItem } from '../../../contract/items.ts';
import { imageItem, newsItem, videoItem } from '../../items.ts';
import { all, attribute, closest, isInside, one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { orNull } from '../../text.ts';
import { absoluteUrl, hostOf, urlOf } from '../../urls.ts';
import { sameness, targetOf } from './links.ts';
import { blockAround, type HeadingLink, headingText, type PageScan } from './page-scan.ts';
import { paragraphsOf } from './paragraphs.ts';

const ITEMS_MAX = 60;
const STORIES_MIN = 2;
const BOX_DEPTH_MAX = 8;
const CLOCK = /\d:\d\d/;
const DURATION = /^(?:\d{1,2}:)?\d{1,2}:\d{2}$/;
/** A number and a unit of time, in any language: `2 days ago`, `vor 3 Stunden`, `il y a 1 heure`, `5時間前`, `منذ 3 ساعات`. */
export const AGE =
  /^(?=.{2,30}$)\D{0,12}\d{1,2}\s?(?:min|sec|hour|hr|day|week|month|stunde|tag|woche|monat|heure|jour|semaine|mois|hora|d[ií]a|semana|mes|minut|ore|or[ae]|giorn|settiman|uur|uren|dag|we[ek]k|godz|dni|tydz|мин|час|д(?:ень|н[яе])|недел|мес|saat|gün|hafta|時間|分|日|小時|小时|分钟|天|시간|일|ساع|يوم|दिन|घंट|ชั่วโมง|วัน)/iu;
/** `970+ likes`, `1.6M views` */
const COUNT = /^\d[\d.,]*\s?(?:[KMB]\+?|\+)\s/;
const SOCIAL = /(?:^|\.)(?:instagram|facebook|twitter|x|tiktok|youtube|reddit|linkedin|threads|pinterest|quora)\.(?:com|net)$/;

/** Pages of one video, also on sites that have other pages. */
export const VIDEO_PAGE =
  /^https?:\/\/(?:[\w-]+\.)?(?:youtube\.com\/(?:watch\?|shorts\/|live\/)|youtu\.be\/[\w-]{6}|tiktok\.com\/@[^/]+\/video\/|vimeo\.com\/\d|dailymotion\.com\/video\/|facebook\.com\/(?:[^/]+\/videos\/|watch|reel\/)|instagram\.com\/(?:[^/]+\/)?reels?\/|bilibili\.com\/video\/|twitch\.tv\/videos\/|clips\.twitch\.tv\/\w|fb\.watch\/\w|dai\.ly\/\w|v\.qq\.com\/x\/|youku\.com\/v_show\/|nicovideo\.jp\/watch\/|rutube\.ru\/video\/|(?:vk\.com|vkvideo\.ru)\/(?:video|clip)-?\d|ok\.ru\/video\/\d|rumble\.com\/v\w+-|ted\.com\/talks\/|imdb\.com\/video\/)/i;

/** Returns the nearest ancestor of a link that the test accepts, within the depth of a card. */
function above(link: Element, test: (element: Element) => boolean): Element | null {
  let steps = 0;
  const reached = closest(link, (element) => ++steps > BOX_DEPTH_MAX || test(element));
  return reached && test(reached) ? reached : null;
}

/** A larger element than this many nodes is not a card. */
const CARD_NODES_MAX = 400;

/** Returns the card of a video by its running time: in the link, or in a second link to the same page, which has the picture. */
function timedCardOf(found: HeadingLink, scan: PageScan): Element | null {
  const card = blockAround(found, scan);
  // Most cards show no time at all, and their text is cheaper than their paragraphs.
  if (card.tree.columns.end[card.index]! - card.index > CARD_NODES_MAX || !CLOCK.test(textOf(card)) || above(found.link, isStory))
    return null;
  const href = found.link.attribute('href');
  const isTimed = (link: Element): boolean => link.attribute('href') === href && textsOf(link).some((text) => DURATION.test(text));
  return all('a[href]', card).some(isTimed) ? card : null;
}

/** True for a link around a heading, a picture and an age such as `7 hours ago`: the shape of a story in every layout. */
function hasStoryShape({ link, heading }: HeadingLink): boolean {
  if (link === heading || !isInside(heading, link) || !one('img', link) || !/\d/.test(textOf(link))) return false;
  const title = textOf(heading);
  return all('span, p, time', link).some((element) => {
    if (isInside(element, heading) || one('span, img', element)) return false;
    const text = textOf(element);
    return text !== title && (element.has('data-ts') || AGE.test(text));
  });
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

/** Pictures of Google itself are icons. */
export const thumbnailIn = (card: Element): string | null =>
  absoluteUrl(attribute(one('img[src^="http"]:not([src*="gstatic.com/"])', card), 'src'), 'https://www.google.com/');

function video(found: HeadingLink & { readonly url: string }, timedCard: Element | null): VideoItem {
  const title = titleOf(found);
  const lines = [...textsOf(found.link), ...textsOf(found.heading)];
  const card = above(found.link, isFilm) ?? timedCard ?? found.link;
  const duration = [...lines, ...textsOf(card)].find((line) => DURATION.test(line)) ?? null;
  const platform = textOf(one('cite', found.link));
  const made = lines.find((line) => line.includes('·'))?.split('·') ?? [];
  const names = made.map((part) => part.trim()).filter((part) => part !== '' && !AGE.test(part) && !COUNT.test(part));
  const name = names.at(-1) ?? '';
  return videoItem({
    videoId: videoIdOf(found.url),
    title,
    url: found.url,
    thumbnail: thumbnailIn(card),
    source: orNull(platform) ?? (names.length > 1 ? names[0]! : null),
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
  const lines = textsOf(found.link)
    .filter((line) => line !== title)
    .flatMap((line) => line.split('·').map((part) => part.trim()))
    .filter((line) => line !== '');
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
  const shaped: (HeadingLink & { readonly url: string })[] = [];
  const recordElement = <Item extends object>(item: Item, { link }: HeadingLink): Item => {
    scan.elements.set(item, link);
    return item;
  };
  for (const found of scan.links) {
    if (found.url === null || found.zone === 'ads' || found.zone === 'question' || headingText(found.heading) === '') continue;
    const key = sameness(found.url);
    const card = found as HeadingLink & { readonly url: string };
    if (found.heading.name === 'h3' || (found.zone === null && organic.has(key))) continue;
    const isKnown = videoIdOf(found.url) !== null || VIDEO_PAGE.test(found.url) || above(found.link, isFilm) !== null;
    const timedCard = isKnown ? null : timedCardOf(found, scan);
    if (isKnown || timedCard) {
      if (!videos.has(key) && videos.size < ITEMS_MAX) videos.set(key, recordElement(video(card, timedCard), found));
    } else if (!SOCIAL.test(hostOf(found.url)) && !news.has(key) && news.size < ITEMS_MAX) {
      if (above(found.link, isStory)) news.set(key, recordElement(story(card), found));
      else if (hasStoryShape(found)) shaped.push(card);
    }
  }
  // A single card of this shape can be anything. Stories come in rows.
  if (shaped.length >= STORIES_MIN) for (const card of shaped) news.set(sameness(card.url), recordElement(story(card), card));
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
