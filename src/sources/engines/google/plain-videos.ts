// Finds videos whose cards have no heading: links to a page of a video, or several cards with a picture and a running time.

import type { VideoItem } from '../../../contract/items.ts';
import { videoItem } from '../../items.ts';
import { all, attribute, isInside, one, textOf } from '../../page/html.ts';
import { runningTimeIn } from '../../page/timed-links.ts';
import { type AnyNode, Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { hostOf } from '../../urls.ts';
import { sameness, targetOf } from './links.ts';
import { AGE, secondsOf, thumbnailIn, VIDEO_PAGE, videoIdOf } from './media.ts';
import type { PageScan } from './page-scan.ts';
import { paragraphsOf } from './paragraphs.ts';

const VIDEOS_MAX = 60;
/** A single card on an unknown site, or without a running time, can be anything: an episode, an event, an offer. */
const UNCERTAIN_MIN = 2;
const LEVELS_MAX = 5;
const CARD_NODES_MAX = 250;
const TITLE_MIN = 2;
const TITLE_MAX = 300;
const HEADINGS = 'h1, h2, h3, h4, [role="heading"]';
const CLOCK = /\d:\d\d/;
/** A redirect of Google to a site with videos; the title may stand beside the link. */
const REDIRECT_TO_VIDEO = /[?&](?:url|q)=https?[^&]*(?:youtu|tiktok|vimeo|dailymotion|facebook|instagram|bilibili|twitch)/i;
/** Links into the middle of a video are chapters of a result. */
const CHAPTER = /[?&#](?:t|start|time_continue)=\d/;
const DATE = /^\D{0,14}\d{1,2}\D{1,14}(?:19|20)\d\d$|^(?:19|20)\d\d\s?[-/.年년]/;
/** Sites with videos of users, as cards name them above or below a title. */
const SITE =
  /^(?:youtube|tiktok|instagram|facebook|vimeo|dailymotion|twitch|bilibili|rutube|rumble|x|vk(?: видео)?|ok|twitter|pinterest|snapchat|linkedin|reddit|threads)$/i;
const SEPARATOR = /\s?[·•|]\s?|\s[-–]\s/;

interface Card {
  readonly url: string;
  readonly link: Element;
  readonly element: Element;
  readonly title: string;
  readonly lines: readonly string[];
  readonly duration: string | null;
}

const isTime = (line: string): boolean => /^\d{1,3}(?::\d{2}){1,2}$/.test(line);

/** Returns the name of the site in its host: `tube` of `www.tube.example`. */
const siteIn = (url: string): string => hostOf(url).split('.').at(-2) ?? '';

/** True for a line about the video: its site and channel, its age, its number of views. */
function isDetail(line: string, site: string): boolean {
  const [first = '', ...more] = line.split(SEPARATOR);
  if (
    isTime(first) ||
    (more.length > 0 && SITE.test(first)) ||
    AGE.test(line) ||
    DATE.test(line) ||
    first.toLowerCase().replace(/\W/g, '') === site
  )
    return true;
  return more.length > 0 && more.some((part) => AGE.test(part) || DATE.test(part)) && first.length <= 40;
}

/** Returns the longest line that is not a detail, because captions are longer than names. */
function titleOf(lines: readonly string[], site: string): string {
  const titles = lines.filter((line) => /\p{L}/u.test(line) && line.length >= TITLE_MIN && !isDetail(line, site));
  return titles.sort((first, second) => second.length - first.length)[0]?.slice(0, TITLE_MAX) ?? '';
}

/** Returns the smallest element around a link that has a title and, if possible, a running time, and no link to another page. */
function cardAround(link: Element, url: string): Card | null {
  const key = sameness(url);
  const site = siteIn(url);
  const named = textOf(one(HEADINGS, link));
  const headings = all(HEADINGS, link).length;
  let best: Card | null = null;
  let element = link;
  for (let level = 0; level <= LEVELS_MAX; level++) {
    if (element.tree.columns.end[element.index]! - element.index > CARD_NODES_MAX || all(HEADINGS, element).length > headings) break;
    if (!all('a[href]', element).every((other) => sameness(targetOf(attribute(other, 'href')) ?? url) === key)) break;
    const lines: string[] = paragraphsOf(element).map(({ text }) => text);
    const label = fold(attribute(link, 'aria-label') ?? '');
    const title: string = best?.title ?? (named || titleOf(lines, site) || titleOf([label], site));
    const duration = runningTimeIn(element);
    if (title !== '') best = { url, link, element, title, lines, duration };
    if ((title !== '' && (duration !== null || level >= 2)) || !(element.parent instanceof Element)) break;
    element = element.parent;
  }
  return best;
}

function videoOf({ url, element, title, lines, duration }: Card): VideoItem {
  const named = lines.find((line) => line !== title && SEPARATOR.test(line) && isDetail(line, siteIn(url)))?.split(SEPARATOR) ?? [];
  const name = named.slice(1).find((part) => !AGE.test(part) && !DATE.test(part) && !/\d{3}/.test(part));
  return videoItem({
    videoId: videoIdOf(url),
    title,
    url,
    thumbnail: thumbnailIn(element),
    source: named.length > 1 ? orNull(named[0]!.trim()) : null,
    channel: name ? { id: null, name, url: null, verified: false } : null,
    duration,
    durationSeconds: duration === null ? null : secondsOf(duration),
    date: lines.flatMap((line) => line.split(SEPARATOR)).find((part) => AGE.test(part) || DATE.test(part)) ?? null,
  });
}

const BESIDE_LEVELS_MAX = 4;

/** True for a card in the same list as another one. */
function isBeside({ element }: Card, others: readonly Card[]): boolean {
  let around: AnyNode | null = element.parent;
  for (let level = 0; level < BESIDE_LEVELS_MAX && around instanceof Element; level++, around = around.parent) {
    const list = around;
    if (others.some((other) => other.element !== element && isInside(other.element, list))) return true;
  }
  return false;
}

const keyOf = (url: string): string => videoIdOf(url) ?? sameness(url);

/** Returns the videos without a heading that are neither results nor among the known videos. */
function plainVideosOf(scan: PageScan, known: readonly string[]): VideoItem[] {
  const seen = new Set(known.map(keyOf));
  const cards = new Map<string, Card>();
  for (const { link, href } of scan.plainLinks) {
    const isShown = VIDEO_PAGE.test(href) || REDIRECT_TO_VIDEO.test(href) || one('img', link) !== null || CLOCK.test(textOf(link));
    const url = isShown && cards.size < VIDEOS_MAX ? targetOf(href) : null;
    if (url === null || CHAPTER.test(url) || seen.has(keyOf(url)) || cards.has(keyOf(url))) continue;
    const card = cardAround(link, url);
    const hasPicture = card !== null && one('img', card.element) !== null;
    // A picture or a running time tells the card of a video from a link to it in a text.
    if (card && (VIDEO_PAGE.test(url) ? hasPicture || card.duration !== null : hasPicture && card.duration !== null))
      cards.set(keyOf(url), card);
  }
  const isCertain = ({ url, duration }: Card): boolean => VIDEO_PAGE.test(url) && duration !== null;
  const found = [...cards.values()];
  const certain = found.filter(isCertain);
  const isAlone = found.length - certain.length < UNCERTAIN_MIN;
  return found.flatMap((card) => {
    if (isAlone && !isCertain(card) && !isBeside(card, certain)) return [];
    const item = videoOf(card);
    scan.elements.set(item, card.link);
    return [item];
  });
}

/** Adds the videos without a heading to those with one, in page order. */
export function withPlainVideos(scan: PageScan, videos: readonly VideoItem[], results: readonly string[]): VideoItem[] {
  const plain = plainVideosOf(scan, [...videos.map(({ url }) => url), ...results]);
  const placeOf = (item: VideoItem): number => scan.elements.get(item)?.index ?? 0;
  return plain.length === 0 ? [...videos] : [...videos, ...plain].sort((first, second) => placeOf(first) - placeOf(second));
}
