// Parses the blocks of videos, images and news on a Yahoo page.

import type { ImageItem, NewsItem, VideoItem } from '../../../contract/items.ts';
import { imageItem, newsItem, videoItem } from '../../items.ts';
import { publishedAtOf, secondsOf } from '../../page/calendar.ts';
import { all, attribute, closest, countIn, one, textOf } from '../../page/html.ts';
import { oncePerElement } from '../../page/once-per-element.ts';
import { textNodesIn } from '../../page/text-nodes.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, urlOf } from '../../urls.ts';
import { pictureIn } from './figures.ts';
import { ORIGIN } from './hosts.ts';
import { finalUrl, isInternal } from './links.ts';

/** True when the heading or the footer of the box links to Yahoo's search of that kind. */
const leadsTo = (block: Element, kind: string): boolean =>
  all('a[href]', block).some((link) => {
    const url = absoluteUrl(attribute(link, 'href'), ORIGIN);
    return url !== null && urlOf(url).hostname.split('.').includes(kind) && isInternal(url);
  });

const isCard = (element: Element): boolean => element.name === 'li';

/** Returns the video's URL from these parameters of the viewer, if present. */
function behindViewer(url: string): string {
  const parameters = urlOf(url).searchParams;
  for (const name of ['rurl', 'vurl', 'turl', 'imgurl', 'purl']) {
    const value = parameters.get(name);
    const target = value ? absoluteUrl(/^https?:/i.test(value) ? value : `https://${value}`, ORIGIN) : null;
    if (target && name !== 'turl') return target;
  }
  return url;
}

const youtubeIdOf = (url: string): string | null => {
  const address = urlOf(url);
  return /(?:^|\.)youtube\.com$/.test(address.hostname) ? address.searchParams.get('v') : null;
};

function videoOf(card: Element): VideoItem | null {
  const link = one('a[href]', card);
  const href = finalUrl(attribute(link, 'href'));
  const title = textOf(one('.s-card-hl, h3, h4', card)) || fold(attribute(one('img[alt]', card), 'alt') ?? '');
  if (!href || title === '') return null;
  const url = behindViewer(href);
  const duration = textNodesIn(card).find(({ text }) => secondsOf(text) !== null)?.text;
  const date = orNull(textOf(one('.s-card-date', card)));
  return videoItem({
    title,
    url,
    videoId: youtubeIdOf(url),
    thumbnail: pictureIn(card),
    source: orNull(textOf(one('.s-card-cite, cite', card))),
    duration: duration ?? null,
    durationSeconds: secondsOf(duration ?? null),
    views: countIn(textOf(one('.s-card-views', card))),
    date,
    publishedAt: publishedAtOf(date),
  });
}

export const videosOf = (block: Element): VideoItem[] =>
  leadsTo(block, 'video')
    ? all('li', block)
        .filter((card) => one('img', card) && !one('li', card))
        .flatMap((card) => videoOf(card) ?? [])
    : [];

export function imagesOf(block: Element): ImageItem[] {
  if (!leadsTo(block, 'images') && !leadsTo(block, 'image')) return [];
  const seen = new Set<string>();
  return all('a[href]', block).flatMap((link) => {
    const image = one('img', link);
    const href = finalUrl(attribute(link, 'href'));
    if (!image || !href) return [];
    const parameters = urlOf(href).searchParams;
    const file = parameters.get('imgurl');
    const imageUrl = file ? absoluteUrl(/^https?:/i.test(file) ? file : `https://${file}`, ORIGIN) : null;
    const url = absoluteUrl(parameters.get('rurl'), ORIGIN) ?? href;
    if (seen.has(imageUrl ?? url)) return [];
    seen.add(imageUrl ?? url);
    const alt = orNull(fold(attribute(image, 'alt') ?? ''));
    const width = Number(parameters.get('w')) || null;
    const height = Number(parameters.get('h')) || null;
    return [imageItem({ title: alt, alt, imageUrl, thumbnail: pictureIn(link), width, height, url })];
  });
}

/** A card may have many links. */
const newsParts = oncePerElement((card) => {
  const date = orNull(textOf(one('.s-time, .s-card-date, .fc-2nd.mr-8', card)).replace(/^[\s·]+/, ''));
  return {
    source: orNull(textOf(one('.s-source, .s-card-cite, cite', card)).replace(/(?<![\s·])[\s·]+$/, '')),
    snippet: orNull(textOf(one('p.s-desc', card))),
    thumbnail: pictureIn(card),
    date,
    publishedAt: publishedAtOf(date),
  };
});

export function newsOf(block: Element): NewsItem[] {
  if (!leadsTo(block, 'news')) return [];
  const titles = new Map<string, { title: string; link: Element }>();
  for (const link of all('a[href]', block)) {
    const url = finalUrl(attribute(link, 'href'));
    const title = textOf(one('h3, h4', link)) || textOf(link);
    if (url && !isInternal(url) && title.length > (titles.get(url)?.title.length ?? 0)) titles.set(url, { title, link });
  }
  return [...titles].map(([url, { title, link }]) => {
    const card = closest(link, (element) => isCard(element) && element !== block) ?? link;
    return newsItem({ title, url, ...newsParts(card) });
  });
}
