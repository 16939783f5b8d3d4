// Items of every array with all their fields. A field that the source lacks is null or empty.
import type {
  AdvertiserItem,
  AnswerItem,
  ChannelItem,
  ImageItem,
  KnowledgeItem,
  MapItem,
  NewsItem,
  OrganicItem,
  PaaItem,
  PlaylistItem,
  RelatedItem,
  SerpItems,
  VideoItem,
} from '../contract/items.ts';
import { ITEM_ARRAYS, noItems } from '../contract/items.ts';
import type { SerpPage } from './serp.ts';
import { hostOf } from './urls.ts';

/** Returns an organic item with every field. A field that the page does not have is null or empty. */
export function organicItem(known: Pick<OrganicItem, 'title' | 'url'> & Partial<OrganicItem>): OrganicItem {
  return {
    position: 0,
    rank: null,
    page: 1,
    type: 'organic',
    displayUrl: null,
    domain: hostOf(known.url),
    siteName: null,
    snippet: null,
    highlighted: [],
    date: null,
    publishedAt: null,
    sitelinks: [],
    images: [],
    rating: null,
    price: null,
    isFeatured: false,
    isAmp: false,
    faq: [],
    ...known,
  };
}

/** Returns a page with positions counted from 1 in every array. */
export function serpPage(items: Partial<SerpItems>, totalResults: number | null = null, empty = false): SerpPage {
  const page = { ...noItems(), ...items };
  for (const list of Object.values(page)) {
    for (const [index, item] of list.entries()) item.position = index + 1;
  }
  return { ...page, totalResults, empty };
}

// Every item writes out its position: Node 20 takes about 3 µs for each new field behind a spread.

/** The required fields of `Item`, and any of the others. */
type Known<Item, Needed extends keyof Item> = Pick<Item, Needed> & Partial<Item>;

export const advertiserItem = (known: Known<AdvertiserItem, 'title' | 'url'>): AdvertiserItem => ({
  position: 0,
  rank: null,
  page: 1,
  block: 'top',
  type: 'text',
  trackingUrl: null,
  displayUrl: null,
  domain: hostOf(known.url),
  advertiser: null,
  description: null,
  descriptionRows: [],
  sitelinks: [],
  extensions: [],
  phone: null,
  rating: null,
  price: null,
  images: [],
  ...known,
});

export const answerItem = (known: Known<AnswerItem, 'type'>): AnswerItem => ({
  position: 0,
  rank: null,
  page: 1,
  title: null,
  text: null,
  markdown: null,
  list: [],
  table: null,
  url: null,
  displayUrl: null,
  domain: known.url ? hostOf(known.url) : null,
  images: [],
  blocks: [],
  references: [],
  relatedQuestions: [],
  model: null,
  ...known,
});

export const videoItem = (known: Known<VideoItem, 'title' | 'url'>): VideoItem => ({
  position: 0,
  rank: null,
  page: 1,
  videoId: null,
  description: null,
  thumbnail: null,
  source: null,
  channel: null,
  duration: null,
  durationSeconds: null,
  views: null,
  date: null,
  publishedAt: null,
  isLive: false,
  keyMoments: [],
  ...known,
});

export const imageItem = (known: Known<ImageItem, 'url'>): ImageItem => ({
  position: 0,
  rank: null,
  page: 1,
  title: null,
  alt: null,
  imageUrl: null,
  thumbnail: null,
  width: null,
  height: null,
  domain: hostOf(known.url),
  source: null,
  ...known,
});

export const mapItem = (known: Known<MapItem, 'title'>): MapItem => ({
  position: 0,
  rank: null,
  page: 1,
  placeId: null,
  cid: null,
  url: null,
  domain: known.url ? hostOf(known.url) : null,
  address: null,
  addressInfo: null,
  phone: null,
  category: null,
  categories: [],
  rating: null,
  priceLevel: null,
  coordinates: null,
  openState: null,
  hours: null,
  description: null,
  thumbnail: null,
  isPaid: false,
  isClaimed: null,
  ...known,
});

export const newsItem = (known: Known<NewsItem, 'title' | 'url'>): NewsItem => ({
  position: 0,
  rank: null,
  page: 1,
  domain: hostOf(known.url),
  source: null,
  snippet: null,
  thumbnail: null,
  date: null,
  publishedAt: null,
  isLive: false,
  isAmp: false,
  ...known,
});

export const paaItem = (known: Known<PaaItem, 'question'>): PaaItem => ({
  position: 0,
  rank: null,
  page: 1,
  answer: null,
  type: 'text',
  title: null,
  url: null,
  displayUrl: null,
  domain: known.url ? hostOf(known.url) : null,
  list: [],
  table: null,
  date: null,
  seedQuestion: null,
  ...known,
});

export const knowledgeItem = (known: Known<KnowledgeItem, 'title'>): KnowledgeItem => ({
  position: 0,
  rank: null,
  page: 1,
  subtitle: null,
  description: null,
  descriptionSource: null,
  entityId: null,
  cid: null,
  url: null,
  imageUrl: null,
  logoUrl: null,
  images: [],
  attributes: [],
  profiles: [],
  rating: null,
  related: [],
  ...known,
});

export const playlistItem = (known: Known<PlaylistItem, 'playlistId' | 'title' | 'url'>): PlaylistItem => ({
  position: 0,
  rank: null,
  page: 1,
  thumbnail: null,
  videoCount: null,
  channel: null,
  videos: [],
  ...known,
});

export const channelItem = (known: Known<ChannelItem, 'title' | 'url'>): ChannelItem => ({
  position: 0,
  rank: null,
  page: 1,
  channelId: null,
  handle: null,
  description: null,
  thumbnail: null,
  verified: false,
  subscribers: null,
  videoCount: null,
  ...known,
});

/** Related searches have no rank: they are not results. */
export const relatedItem = (known: Known<RelatedItem, 'keyword'>): RelatedItem => ({
  position: 0,
  rank: null,
  page: 1,
  url: null,
  ...known,
});

/** Related searches do not count: they lead to other pages and prove no result. */
export const hasNoResults = (items: SerpItems): boolean => ITEM_ARRAYS.every((name) => name === 'related' || items[name].length === 0);
