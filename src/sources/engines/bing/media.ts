// Parses the blocks of videos and images on a Bing page.

import type { ImageItem, VideoItem } from '../../../contract/items.ts';
import { imageItem, videoItem } from '../../items.ts';
import { all, attribute, closest, countIn, one, textOf } from '../../page/html.ts';
import { textNodesIn } from '../../page/text-nodes.ts';
import { runningTimeIn, timedLinksIn } from '../../page/timed-links.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, hostOf, urlOf } from '../../urls.ts';
import { pictureIn } from './figures.ts';
import { finalUrl, isBing, ORIGIN } from './links.ts';

const TITLE_MAX = 300;

/** Returns the JSON of a card from the first of these attributes that has it. */
function notesOn(card: Element, names: readonly string[]): Readonly<Record<string, unknown>> {
  for (const element of [card, ...all(names.map((name) => `[${name}]`).join(', '), card)]) {
    for (const name of names) {
      const text = attribute(element, name);
      if (!text?.startsWith('{')) continue;
      try {
        return JSON.parse(text);
      } catch {}
    }
  }
  return {};
}

const textIn = (notes: Readonly<Record<string, unknown>>, name: string): string | null =>
  typeof notes[name] === 'string' ? orNull(fold(notes[name])) : null;

const secondsOf = (duration: string | null): number | null =>
  duration && /^\d{1,3}(?::\d{2}){1,2}$/.test(duration) ? duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) : null;

const youtubeIdOf = (url: string): string | null => {
  const address = urlOf(url);
  if (/(?:^|\.)youtube\.com$/.test(address.hostname)) return address.searchParams.get('v');
  return address.hostname === 'youtu.be' ? orNull(address.pathname.slice(1)) : null;
};

/** Returns the longest text of a card without known names: in the card itself, or in another link to the same page. */
function captionOf(card: Element, link: Element | null): string {
  const href = attribute(link, 'href');
  const others = all('a[href]', card.parent?.parent ?? card).filter((other) => attribute(other, 'href') === href);
  const texts = [...textNodesIn(card).map(({ text }) => text), ...others.filter((other) => other !== card).map((other) => textOf(other))];
  const captions = texts.filter((text) => /\p{L}{2}/u.test(text) && text.length <= TITLE_MAX);
  return captions.sort((first, second) => second.length - first.length)[0] ?? '';
}

function videoOf(card: Element): VideoItem | null {
  const notes = notesOn(card, ['vrhm', 'mmeta', 'vscm']);
  const link = one('a.mc_vtvc_link, a[href]', card) ?? closest(card, (element) => element.name === 'a');
  const url = absoluteUrl(textIn(notes, 'murl'), ORIGIN) ?? finalUrl(attribute(link, 'href'));
  const named = textOf(one('.mc_vtvc_title', card)) || textIn(notes, 'vt') || fold(attribute(one('img[alt]', card), 'alt') ?? '');
  const title = named || captionOf(card, link);
  if (!url || !title) return null;
  const duration = orNull(textOf(one('.mc_bc, .vtbc_rc', card))) ?? textIn(notes, 'du') ?? runningTimeIn(card);
  const figures = all('.mc_vtvc_meta_pubdate span', card).map((part) => textOf(part));
  const views = figures.find((text) => /^[\d.,]+\s?[KMB]?\s\p{L}/u.test(text) && figures.length > 1) ?? null;
  const origin = all('.mc_vtvc_meta_channel span', card).map((part) => textOf(part));
  const channel = textOf(one('.mc_vtvc_meta_row_channel', card)) || (origin.length > 1 ? (origin.at(-1) ?? '') : '');
  return videoItem({
    title,
    url,
    videoId: youtubeIdOf(url),
    thumbnail: absoluteUrl(pictureIn(card), ORIGIN),
    source: origin[0] ?? null,
    channel: channel ? { id: null, name: channel, url: null, verified: false } : null,
    duration,
    durationSeconds: secondsOf(duration),
    views: views ? countIn(views) : null,
    date: figures.find((text) => text !== views && text !== '') ?? null,
  });
}

export const videosOf = (block: Element): VideoItem[] => {
  const seen = new Set<string>();
  const named = all('.mc_vtvc', block);
  const cards = named.length > 0 ? named : timedLinksIn(block);
  return cards.flatMap((card) => {
    const video = videoOf(card);
    if (!video || seen.has(video.url)) return [];
    seen.add(video.url);
    return [video];
  });
};

/**
 * Current boxes have the page and the file of a picture in JSON. Older boxes only link to Bing's viewer and name the
 * site.
 */
function imageOf(link: Element): ImageItem | null {
  const notes = notesOn(link, ['m']);
  const viewer = absoluteUrl(attribute(link, 'href'), ORIGIN);
  const url = absoluteUrl(textIn(notes, 'purl'), ORIGIN) ?? viewer;
  if (!url) return null;
  const file = textIn(notes, 'murl') ?? (viewer ? urlOf(viewer).searchParams.get('mediaurl') : null);
  const site = orNull(fold(attribute(link, 't3') ?? ''));
  const size = /^(\d{1,6}) × (\d{1,6})/.exec(attribute(link, 't4') ?? '');
  return imageItem({
    title: textIn(notes, 't') ?? textIn(notes, 'desc'),
    alt: orNull(fold(attribute(one('img', link), 'alt') ?? '')),
    imageUrl: absoluteUrl(file, ORIGIN),
    thumbnail: absoluteUrl(textIn(notes, 'turl') ?? pictureIn(link), ORIGIN),
    width: size ? Number(size[1]) : null,
    height: size ? Number(size[2]) : null,
    url,
    domain: isBing(url) && site ? site : hostOf(url),
    source: site,
  });
}

export const imagesOf = (block: Element): ImageItem[] => {
  const seen = new Set<string>();
  return all('a.iusc, a[m], a[ihk]', block).flatMap((link) => {
    const image = imageOf(link);
    if (!image || seen.has(image.imageUrl ?? image.url)) return [];
    seen.add(image.imageUrl ?? image.url);
    return [image];
  });
};
