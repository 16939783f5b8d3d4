// Parses the collections of a Daum page in page order into the arrays of a SERP.

import { toDateTime } from '../../../contract/dates.ts';
import {
  type AdvertiserItem,
  type ImageItem,
  type ItemPosition,
  noItems,
  type OrganicItem,
  type SerpItems,
} from '../../../contract/items.ts';
import { advertiserItem, imageItem, newsItem, organicItem, videoItem } from '../../items.ts';
import { all, attribute, closest, type Node, one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { fold, orNull } from '../../text.ts';
import { absoluteUrl, hostOf } from '../../urls.ts';
import { blocksIn, mainColumn } from './blocks.ts';
import { type Card, cardsIn, notesOf, passageOf, pictureOf } from './cards.ts';
import { addressOf, isAd, landingOf, ORIGIN } from './links.ts';

const DATE = /(\d{4})\.\s?(\d{1,2})\.\s?(\d{1,2})\.?|\d{1,4}\s?(?:분|시간|일|주|개월|년)\s?전|어제/;

function publishedAtOf(date: string | null): string | null {
  const found = date === null ? null : /(\d{4})\.\s?(\d{1,2})\.\s?(\d{1,2})/.exec(date);
  const [year, month, day] = [Number(found?.[1]), Number(found?.[2]), Number(found?.[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? toDateTime(new Date(Date.UTC(year, month - 1, day))) : null;
}

function readingOf(card: Card) {
  const passage = passageOf(card);
  const notes = notesOf(card, passage);
  const date = notes.map((note) => DATE.exec(note)?.[0] ?? null).find((found) => found !== null) ?? null;
  const published = { date, publishedAt: publishedAtOf(date) };
  const shown = textOf(one('.f_url, c-link[slot="url"]', card.box)) || notes.find((note) => /^[\w-]+(?:\.[\w-]+)+(?:[/›\s]|$)/.test(note));
  const channel = textOf(one('c-header-item c-frag, c-header-item, .info a.f_nb:not([href^="?"])', card.box));
  return {
    passage,
    notes,
    published,
    snippet: orNull(textOf(passage)),
    shown: shown || null,
    channel: orNull(channel),
    picture: pictureOf(card),
  };
}

function organicOf(card: Card, type: OrganicItem['type'] = 'organic'): OrganicItem {
  const { passage, published, snippet, shown, channel, picture } = readingOf(card);
  return organicItem({
    type,
    title: card.title,
    url: card.url,
    displayUrl: shown,
    siteName: channel,
    snippet,
    highlighted: passage ? [...new Set(all('b, strong, mark', passage).map((part) => textOf(part)))].filter((word) => word !== '') : [],
    ...published,
    images: picture ? [{ url: picture, alt: null, sourceUrl: card.url }] : [],
  });
}

function newsOf(card: Card) {
  const { notes, published, snippet, channel, picture } = readingOf(card);
  const beside = notes.flatMap((note) => note.split(/\s*\|\s*/)).find((note) => !DATE.test(note) && note !== '다음뉴스');
  return newsItem({ title: card.title, url: card.url, source: channel ?? beside ?? null, snippet, thumbnail: picture, ...published });
}

function videoOf(card: Card) {
  const { published, snippet, picture } = readingOf(card);
  const duration =
    all('span, em, c-frag', card.box)
      .map((part) => textOf(part))
      .find((text) => /^\d{1,3}(?::\d{2}){1,2}$/.test(text)) ?? null;
  const isYoutube = /(?:^|\.)youtube\.com$/.test(hostOf(card.url));
  return videoItem({
    title: card.title,
    url: card.url,
    videoId: isYoutube ? new URL(card.url).searchParams.get('v') : null,
    description: snippet,
    thumbnail: picture,
    source: orNull(textOf(one('[data-selector-link-cp]', card.box))),
    duration,
    durationSeconds: duration?.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) ?? null,
    ...published,
  });
}

const imagesIn = (block: Element): ImageItem[] =>
  all('a[href] img', block).flatMap((image) => {
    const url = addressOf(closest(image, ({ name }) => name === 'a'));
    const thumbnail = absoluteUrl(attribute(image, 'data-src') ?? attribute(image, 'src'), ORIGIN);
    return url && thumbnail ? [imageItem({ url, thumbnail, alt: orNull(fold(attribute(image, 'alt') ?? '')) })] : [];
  });

export function itemsOf(document: Node): SerpItems {
  const items = noItems();
  const column = mainColumn(document);
  if (!column) return items;
  const seen = new Set<string>();
  let rank = 0;
  const ranked = <Item extends ItemPosition>(target: Item[], found: readonly Item[]): void => {
    for (const item of found) target.push({ ...item, rank: ++rank });
  };
  const addOrganic = (found: readonly OrganicItem[]): void =>
    ranked(
      items.organic,
      found.filter(({ url }) => !seen.has(url) && seen.add(url)),
    );
  // The news tab has only news, and they are its results.
  const isNewsTab = attribute(one('input[name="w"]', document), 'value') === 'news';
  for (const { kind, element } of blocksIn(column)) {
    if (kind === 'results') addOrganic(cardsIn(element).map((card) => organicOf(card)));
    else if (kind === 'news' && isNewsTab) addOrganic(cardsIn(element).map((card) => organicOf(card, 'news')));
    if (kind === 'ads') ranked(items.advertisers, adsIn(element, items.organic.length > 0));
    else if (kind === 'news') ranked(items.news, cardsIn(element).map(newsOf));
    else if (kind === 'videos') ranked(items.videos, cardsIn(element).map(videoOf));
    else if (kind === 'images') ranked(items.images, imagesIn(element));
  }
  return items;
}

/** Returns the host of the displayed URL. Its path is not reliable. */
const hostShown = (shown: string | null): string | null => {
  const address = shown && /^[^\s/]+\.[^\s/.]{2,}/.test(shown) ? absoluteUrl(`https://${shown}`, ORIGIN) : null;
  return address ? hostOf(address) : null;
};

const adsIn = (block: Element, isLast: boolean): AdvertiserItem[] =>
  cardsIn(block, isAd).map((card) => {
    const landing = landingOf(card.link);
    const shown = orNull(textOf(one('.f_url, .txt_url, c-link[slot="url"]', card.box)));
    const description = orNull(textOf(passageOf(card)));
    const picture = pictureOf(card);
    return advertiserItem({
      block: isLast ? 'bottom' : 'top',
      title: card.title,
      url: landing ?? card.url,
      trackingUrl: landing ? card.url : null,
      displayUrl: shown,
      domain: landing ? hostOf(landing) : (hostShown(shown) ?? hostOf(card.url)),
      description,
      descriptionRows: description ? [description] : [],
      images: picture ? [{ url: picture, alt: null, sourceUrl: landing }] : [],
    });
  });
