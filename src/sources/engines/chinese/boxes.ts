// Parses blocks of videos, images or news of Chinese engines: a heading and a row of links.

import type { ImageItem, NewsItem, VideoItem } from '../../../contract/items.ts';
import { imageItem, newsItem, videoItem } from '../../items.ts';
import { all, attribute, closest, isInside, one, textOf } from '../../page/html.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';
import { dateOf, publishedAtOf } from './dates.ts';

const ITEMS_MAX = 40;
const SCOPE_DEPTH_MAX = 6;
const LABEL_LENGTH_MAX = 20;
const CLOCK = /^\d{1,3}(?::\d{2}){1,2}$/;

/** Returns the target of a link in the box, or null for links to the engine itself. */
export type Target = (link: Element) => string | null;

interface Entry {
  readonly link: Element;
  readonly url: string;
  /** The largest element around the link without another target. */
  readonly scope: Element;
}

/** Returns one entry per target, with the link that has the longest text. The heading of the box is not an entry. */
function entriesOf(block: Element, targetOf: Target): Entry[] {
  const entries = new Map<string, Entry>();
  for (const link of all('a[href]', block)) {
    const url = targetOf(link);
    if (!url || closest(link, (element) => element.name === 'h3' && isInside(element, block))) continue;
    const known = entries.get(url);
    if (!known && entries.size >= ITEMS_MAX) break;
    if (!known || textOf(link).length > textOf(known.link).length) entries.set(url, { link, url, scope: scopeOf(link, block) });
  }
  return [...entries.values()];
}

function scopeOf(link: Element, block: Element): Element {
  const href = attribute(link, 'href');
  let scope = link;
  let parent = link.parent;
  for (let depth = 0; depth < SCOPE_DEPTH_MAX && parent && parent !== block && parent instanceof Element; depth++, parent = parent.parent) {
    if (all('a[href]', parent).some((other) => attribute(other, 'href') !== href)) break;
    scope = parent;
  }
  return scope;
}

const titleOf = ({ link, scope }: Entry): string =>
  fold(attribute(link, 'title') ?? '') || textOf(link) || fold(attribute(one('[title]', scope), 'title') ?? '');

function pictureIn({ scope, url }: Entry): string | null {
  for (const image of all('img', scope)) {
    const file = attribute(image, 'data-src') ?? attribute(image, 'src');
    if (file && !/^(?:data:|\.)/.test(file)) return absoluteUrl(file, url);
  }
  return null;
}

/** Returns the texts of the innermost elements: names, dates, durations. */
const labelsOf = ({ scope }: Entry): string[] =>
  all('div, span, p', scope)
    .filter((element) => one('div, span, p, a', element) === null)
    .map((element) => textOf(element))
    .filter((text) => text !== '');

const secondsIn = (clock: string | null): number | null =>
  clock ? clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) : null;

const sourceIn = (labels: readonly string[], title: string): string | null =>
  labels.find((text) => text.length <= LABEL_LENGTH_MAX && !CLOCK.test(text) && dateOf(text) === null && !title.includes(text)) ?? null;

export function videosOf(block: Element, targetOf: Target): VideoItem[] {
  return entriesOf(block, targetOf).flatMap((entry) => {
    const labels = labelsOf(entry);
    const title = titleOf(entry).replace(/^\d{1,3}(?::\d{2}){1,2}\s/, '');
    if (title === '' || CLOCK.test(title)) return [];
    const duration = labels.find((text) => CLOCK.test(text)) ?? null;
    const source = sourceIn(labels, title);
    return [videoItem({ title, url: entry.url, thumbnail: pictureIn(entry), source, duration, durationSeconds: secondsIn(duration) })];
  });
}

export function imagesOf(block: Element, targetOf: Target): ImageItem[] {
  return entriesOf(block, targetOf).flatMap((entry) => {
    const thumbnail = pictureIn(entry);
    const alt = orNull(fold(attribute(one('img', entry.scope), 'alt') ?? ''));
    return thumbnail ? [imageItem({ url: entry.url, title: orNull(titleOf(entry)) ?? alt, alt, thumbnail })] : [];
  });
}

export function newsOf(block: Element, targetOf: Target): NewsItem[] {
  return entriesOf(block, targetOf).flatMap((entry) => {
    const title = titleOf(entry);
    if (title === '') return [];
    const labels = labelsOf(entry);
    const date = labels.map((text) => dateOf(text)).find((found) => found !== null) ?? null;
    const source = sourceIn(labels, title);
    return [newsItem({ title, url: entry.url, source, date, publishedAt: publishedAtOf(date), thumbnail: pictureIn(entry) })];
  });
}
