// Items in the arrays of a SERP's `data`. Their fields stay stable after the first release.
import type { Image, ItemPosition, Link, Price, Rating, Reference, Table } from './item-parts.ts';
import type { ChannelItem, ImageItem, PlaylistItem, TwitterItem, VideoItem } from './media-items.ts';

export type * from './item-parts.ts';
export type * from './media-items.ts';

export interface OrganicItem extends ItemPosition {
  readonly type: 'organic' | 'featured' | 'video' | 'local' | 'news';
  readonly title: string;
  readonly url: string;
  readonly displayUrl: string | null;
  readonly domain: string;
  readonly siteName: string | null;
  readonly snippet: string | null;
  /** Text that the engine printed in bold. */
  readonly highlighted: readonly string[];
  /** The date as shown. */
  readonly date: string | null;
  readonly publishedAt: string | null;
  readonly sitelinks: readonly Link[];
  readonly images: readonly Image[];
  readonly rating: Rating | null;
  readonly price: Price | null;
  /** The same page is also the featured snippet. */
  readonly isFeatured: boolean;
  readonly isAmp: boolean;
  readonly faq: readonly { readonly question: string; readonly answer: string }[];
}

export interface AdvertiserItem extends ItemPosition {
  readonly block: 'top' | 'bottom' | 'right' | 'middle';
  readonly type: 'text' | 'shopping' | 'local' | 'video';
  readonly title: string;
  readonly url: string;
  /** The click URL, if the landing page was extracted from it. */
  readonly trackingUrl: string | null;
  readonly displayUrl: string | null;
  readonly domain: string;
  readonly advertiser: string | null;
  readonly description: string | null;
  readonly descriptionRows: readonly string[];
  readonly sitelinks: readonly Link[];
  /** Callouts below the text. */
  readonly extensions: readonly string[];
  readonly phone: string | null;
  readonly rating: Rating | null;
  readonly price: Price | null;
  readonly images: readonly Image[];
}

export interface AnswerItem extends ItemPosition {
  readonly type:
    | 'featured_snippet'
    | 'answer_box'
    | 'calculator'
    | 'dictionary'
    | 'weather'
    | 'ai_overview'
    | 'ai_mode'
    | 'chatgpt'
    | 'perplexity'
    | 'page';
  readonly title: string | null;
  readonly text: string | null;
  readonly markdown: string | null;
  readonly list: readonly string[];
  readonly table: Table | null;
  readonly url: string | null;
  readonly displayUrl: string | null;
  readonly domain: string | null;
  readonly images: readonly Image[];
  /** Sections of an AI answer; `references` index into the item's `references`. */
  readonly blocks: readonly {
    readonly type: string;
    readonly title: string | null;
    readonly text: string | null;
    readonly markdown: string | null;
    readonly references: readonly number[];
  }[];
  readonly references: readonly Reference[];
  readonly relatedQuestions: readonly string[];
  /** The model that produced the answer. AI engines only. */
  readonly model: string | null;
}

export interface MapItem extends ItemPosition {
  /** The business name. */
  readonly title: string;
  readonly placeId: string | null;
  readonly cid: string | null;
  /** The website. */
  readonly url: string | null;
  readonly domain: string | null;
  readonly address: string | null;
  readonly addressInfo: Readonly<Record<'street' | 'borough' | 'city' | 'region' | 'zip' | 'countryCode', string | null>> | null;
  readonly phone: string | null;
  readonly category: string | null;
  readonly categories: readonly string[];
  readonly rating: Rating | null;
  readonly priceLevel: string | null;
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | null;
  readonly openState: string | null;
  readonly hours: Readonly<Record<string, readonly { readonly open: string; readonly close: string }[]>> | null;
  readonly description: string | null;
  readonly thumbnail: string | null;
  readonly isPaid: boolean;
  readonly isClaimed: boolean | null;
}

export interface NewsItem extends ItemPosition {
  readonly title: string;
  readonly url: string;
  readonly domain: string;
  /** The publisher. */
  readonly source: string | null;
  readonly snippet: string | null;
  readonly thumbnail: string | null;
  readonly date: string | null;
  readonly publishedAt: string | null;
  readonly isLive: boolean;
  readonly isAmp: boolean;
}

/** People also ask. */
export interface PaaItem extends ItemPosition {
  readonly question: string;
  readonly answer: string | null;
  readonly type: 'text' | 'list' | 'table' | 'ai';
  readonly title: string | null;
  readonly url: string | null;
  readonly displayUrl: string | null;
  readonly domain: string | null;
  readonly list: readonly string[];
  readonly table: Table | null;
  readonly date: string | null;
  readonly seedQuestion: string | null;
}

export interface KnowledgeItem extends ItemPosition {
  readonly title: string;
  /** The type of the entity. */
  readonly subtitle: string | null;
  readonly description: string | null;
  readonly descriptionSource: Link | null;
  readonly entityId: string | null;
  readonly cid: string | null;
  readonly url: string | null;
  readonly imageUrl: string | null;
  readonly logoUrl: string | null;
  readonly images: readonly Image[];
  readonly attributes: readonly { readonly name: string; readonly value: string; readonly links: readonly Link[] }[];
  readonly profiles: readonly { readonly name: string; readonly url: string; readonly image: string | null }[];
  readonly rating: Rating | null;
  readonly related: readonly { readonly title: string; readonly url: string | null; readonly image: string | null }[];
}

/** A related search: another query that the engine suggests below or between the results. It has no rank. */
export interface RelatedItem extends ItemPosition {
  readonly keyword: string;
  /** The result page of that query. */
  readonly url: string | null;
}

/** The arrays of items of one result page or of a whole SERP. */
export interface SerpItems {
  organic: OrganicItem[];
  advertisers: AdvertiserItem[];
  answers: AnswerItem[];
  videos: VideoItem[];
  images: ImageItem[];
  maps: MapItem[];
  news: NewsItem[];
  paa: PaaItem[]; // `paa` in responses; the contract's table calls it paaarray
  twitter: TwitterItem[];
  knowledgegraph: KnowledgeItem[];
  playlist: PlaylistItem[];
  channel: ChannelItem[];
  related: RelatedItem[];
}

export const ITEM_ARRAYS = [
  'organic',
  'advertisers',
  'answers',
  'videos',
  'images',
  'maps',
  'news',
  'paa',
  'twitter',
  'knowledgegraph',
  'playlist',
  'channel',
  'related',
] as const satisfies readonly (keyof SerpItems)[];

/** The values of `resultType` in exports: the arrays of a SERP, and the parts of other results. */
export const RESULT_TYPES = [...ITEM_ARRAYS, 'keyword', 'answer', 'citation'] as const;

export function noItems(): SerpItems {
  return {
    organic: [],
    advertisers: [],
    answers: [],
    videos: [],
    images: [],
    maps: [],
    news: [],
    paa: [],
    twitter: [],
    knowledgegraph: [],
    playlist: [],
    channel: [],
    related: [],
  };
}

/** `data` of a ready SERP. */
export interface SerpData extends SerpItems {
  /** The engine's estimate of all matches. */
  readonly totalResults: number | null;
  /** One string per fetched page. Empty unless the request had `saveRawData`. */
  readonly raw: readonly string[];
}
