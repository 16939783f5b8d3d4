// Names of the fields of items, by section of a result page. The compiler compares them with the types of the contract.
import type { ItemPosition, SerpItems } from '../contract/items.ts';

/** The fields of a field that is an object, separated by spaces. Empty: it has none. `*`: any. */
type Inner = string;
type Item<Name extends keyof SerpItems> = Omit<SerpItems[Name][number], keyof ItemPosition>;
type Names = { readonly [Name in keyof SerpItems]: Readonly<Record<keyof Item<Name>, Inner>> };

const RATING = 'value max votes';
const PRICE = 'current currency displayed';
const LINK = 'title url description';
const TABLE = 'header rows';
const PUBLISHER = 'id name url verified';

export const ITEM_POSITION: Readonly<Record<keyof ItemPosition, Inner>> = { position: '', rank: '', page: '' };

// biome-ignore format: one line per item is easier to compare with the contract.
export const ITEM_NAMES: Names = {
  organic: {
    type: '', title: '', url: '', displayUrl: '', domain: '', siteName: '', snippet: '', highlighted: '', date: '', publishedAt: '',
    sitelinks: '', images: '', rating: RATING, price: PRICE, isFeatured: '', isAmp: '', faq: '',
  },
  advertisers: {
    block: '', type: '', title: '', url: '', trackingUrl: '', displayUrl: '', domain: '', advertiser: '', description: '', descriptionRows: '',
    sitelinks: '', extensions: '', phone: '', rating: RATING, price: PRICE, images: '',
  },
  answers: {
    type: '', title: '', text: '', markdown: '', list: '', table: TABLE, url: '', displayUrl: '', domain: '', images: '', blocks: '',
    references: '', relatedQuestions: '', model: '',
  },
  videos: {
    videoId: '', title: '', url: '', description: '', thumbnail: '', source: '', channel: PUBLISHER, duration: '', durationSeconds: '',
    views: '', date: '', publishedAt: '', isLive: '', keyMoments: '',
  },
  images: { title: '', alt: '', imageUrl: '', thumbnail: '', width: '', height: '', url: '', domain: '', source: '' },
  maps: {
    title: '', placeId: '', cid: '', url: '', domain: '', address: '', addressInfo: 'street borough city region zip countryCode', phone: '',
    category: '', categories: '', rating: RATING, priceLevel: '', coordinates: 'latitude longitude', openState: '', hours: '*',
    description: '', thumbnail: '', isPaid: '', isClaimed: '',
  },
  news: {
    title: '', url: '', domain: '', source: '', snippet: '', thumbnail: '', date: '', publishedAt: '', isLive: '', isAmp: '',
  },
  paa: {
    question: '', answer: '', type: '', title: '', url: '', displayUrl: '', domain: '', list: '', table: TABLE, date: '', seedQuestion: '',
  },
  twitter: {
    text: '', url: '', author: 'name handle url thumbnail verified', accountTitle: '', accountUrl: '', thumbnail: '', date: '', publishedAt: '',
  },
  knowledgegraph: {
    title: '', subtitle: '', description: '', descriptionSource: LINK, entityId: '', cid: '', url: '', imageUrl: '', logoUrl: '', images: '',
    attributes: '', profiles: '', rating: RATING, related: '',
  },
  playlist: { playlistId: '', title: '', url: '', thumbnail: '', videoCount: '', channel: PUBLISHER, videos: '' },
  channel: {
    channelId: '', title: '', url: '', handle: '', description: '', thumbnail: '', verified: '', subscribers: '', videoCount: '',
  },
  related: { keyword: '', url: '' },
};
