// Items of every array with all their fields. A field that the source lacks is null or empty.
import type {
  AdvertiserItem,
  AnswerItem,
  ChannelItem,
  ImageItem,
  ItemPosition,
  KnowledgeItem,
  MapItem,
  NewsItem,
  OrganicItem,
  PaaItem,
  PlaylistItem,
  SerpItems,
  VideoItem,
} from '../contract/items.ts';
import { noItems } from '../contract/items.ts';
import type { SerpPage } from './serp.ts';

const FOLDED = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]|[^\S ]|^ | $| {2}/;

/** Collapses white space and removes invisible characters. Most texts have neither. */
export const fold = (text: string): string =>
  FOLDED.test(text)
    ? text
        .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    : text;

export const orNull = (text: string): string | null => (text === '' ? null : text);

/** Returns the absolute http(s) URL, or null. */
export function absoluteUrl(href: string | null | undefined, base: string): string | null {
  if (!href) return null;
  try {
    const url = new URL(href.trim(), base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

export function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}

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

/** The required fields of `Item`, and any of the others. */
type Known<Item, Needed extends keyof Item> = Pick<Item, Needed> & Partial<Item>;

/** `serpPage` and the merge of pages set the positions. */
const unplaced = (): ItemPosition => ({ position: 0, rank: null, page: 1 });

export const advertiserItem = (known: Known<AdvertiserItem, 'title' | 'url'>): AdvertiserItem => ({
  ...unplaced(),
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
  ...unplaced(),
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
  ...unplaced(),
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
  ...unplaced(),
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
  ...unplaced(),
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
  ...unplaced(),
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
  ...unplaced(),
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
  ...unplaced(),
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
  ...unplaced(),
  thumbnail: null,
  videoCount: null,
  channel: null,
  videos: [],
  ...known,
});

export const channelItem = (known: Known<ChannelItem, 'title' | 'url'>): ChannelItem => ({
  ...unplaced(),
  channelId: null,
  handle: null,
  description: null,
  thumbnail: null,
  verified: false,
  subscribers: null,
  videoCount: null,
  ...known,
});
