// Parses `data` of a finished SERP of our own contract. Valid items pass unchanged.
import { ITEM_ARRAYS, type SerpItems } from '../../contract/items.ts';
import { unreadable } from '../adapter.ts';
import * as shapes from '../items.ts';
import { isObject, type Json, text } from '../model-json.ts';
import type { SerpPage } from '../serp.ts';
import { momentIn } from './markup.ts';
import { type Provider, unknownFormat, webAddressIn } from './response.ts';

/** Required fields of an item. `url` must be a URL. */
const NEEDED: Readonly<Record<keyof SerpItems, readonly string[]>> = {
  organic: ['title', 'url'],
  advertisers: ['title', 'url'],
  answers: ['type'],
  videos: ['title', 'url'],
  images: ['url'],
  maps: ['title'],
  news: ['title', 'url'],
  paa: ['question'],
  twitter: ['text', 'url'],
  knowledgegraph: ['title'],
  playlist: ['playlistId', 'title', 'url'],
  channel: ['title', 'url'],
  related: ['keyword'],
};

/** Adds fields that other or older services omit, as null or empty. */
const MAKERS: Readonly<Record<keyof SerpItems, (known: never) => object>> = {
  organic: shapes.organicItem,
  advertisers: shapes.advertiserItem,
  answers: shapes.answerItem,
  videos: shapes.videoItem,
  images: shapes.imageItem,
  maps: shapes.mapItem,
  news: shapes.newsItem,
  paa: shapes.paaItem,
  twitter: (known: object) => ({ rank: null, page: 1, ...known }),
  knowledgegraph: shapes.knowledgeItem,
  playlist: shapes.playlistItem,
  channel: shapes.channelItem,
  related: shapes.relatedItem,
};

const isSound = (item: unknown, needed: readonly string[]): item is Json =>
  isObject(item) && needed.every((name) => (name === 'url' ? webAddressIn(item.url) !== null : text(item[name]) !== null));

/** Other services, and older versions of ours, use other date formats. */
const dated = (item: Json): Json => ('publishedAt' in item ? { ...item, publishedAt: momentIn(item.publishedAt) } : item);

export function readData(data: unknown, verdict: unknown, provider: Provider): SerpPage {
  if (!isObject(data)) throw unknownFormat(provider);
  const items: Partial<Record<keyof SerpItems, object[]>> = {};
  for (const name of ITEM_ARRAYS) {
    const list = data[name] ?? [];
    if (!Array.isArray(list) || !list.every((item) => isSound(item, NEEDED[name]))) throw unknownFormat(provider);
    items[name] = list.map((item) => MAKERS[name](dated(item as Json) as never));
  }
  const total = data.totalResults ?? null;
  if (total !== null && !Number.isSafeInteger(total)) throw unknownFormat(provider);
  const isBare = shapes.hasNoResults(items as unknown as SerpItems);
  // Only a service with verdicts can report that there are no results.
  if (isBare && verdict !== 'empty') throw unreadable(`${provider.name} returned no results and no marker for none.`);
  return shapes.serpPage(items as Partial<SerpItems>, total as number | null, isBare);
}
