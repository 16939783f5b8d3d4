// Elements of a result page besides organic results, and which of them show the domain.
import type { AnswerItem, SerpData } from '../../../contract/items.ts';
import { FEATURES, type Feature } from '../../../contract/tracking.ts';

type Url = string | null | undefined;
export type IsOwn = (url: Url) => boolean;

const AI_ANSWERS: ReadonlySet<AnswerItem['type']> = new Set(['ai_overview', 'ai_mode', 'chatgpt', 'perplexity']);
const BOXES: ReadonlySet<AnswerItem['type']> = new Set(['answer_box', 'calculator', 'dictionary', 'weather']);
/** Stored in one byte. */
const CITED_MAX = 254;

export const aiAnswersOf = (data: SerpData): readonly AnswerItem[] => data.answers.filter(({ type }) => AI_ANSWERS.has(type));

/** The items of each feature, as the URLs that each of them shows. */
const ITEMS: Readonly<Record<Feature, (data: SerpData) => readonly (readonly Url[])[]>> = {
  aiAnswer: (data) => aiAnswersOf(data).map(({ references }) => references.map(({ url }) => url)),
  featuredSnippet: ({ answers, organic }) => [
    ...answers.filter(({ type }) => type === 'featured_snippet').map(({ url }) => [url]),
    ...organic.filter(({ isFeatured }) => isFeatured).map(({ url }) => [url]),
  ],
  answerBox: ({ answers }) => answers.filter(({ type }) => BOXES.has(type)).map(({ url }) => [url]),
  knowledgePanel: ({ knowledgegraph }) =>
    knowledgegraph.map(({ url, descriptionSource, profiles }) => [url, descriptionSource?.url, ...profiles.map((profile) => profile.url)]),
  localPack: ({ maps }) => maps.map(({ url }) => [url]),
  peopleAlsoAsk: ({ paa }) => paa.map(({ url }) => [url]),
  images: ({ images }) => images.map(({ url }) => [url]),
  videos: ({ videos, playlist, channel }) => [...videos, ...playlist, ...channel].map(({ url }) => [url]),
  news: ({ news }) => news.map(({ url }) => [url]),
  posts: ({ twitter }) => twitter.map(({ url, accountUrl }) => [url, accountUrl]),
  ads: ({ advertisers }) => advertisers.filter(({ type }) => type !== 'shopping').map(({ url }) => [url]),
  shopping: ({ advertisers }) => advertisers.filter(({ type }) => type === 'shopping').map(({ url }) => [url]),
  sitelinks: ({ organic }) => {
    const first = organic.find(({ sitelinks }) => sitelinks.length > 0);
    return first ? [[first.url]] : [];
  },
};

export interface PageFeatures {
  /** Bits of `FEATURES`. */
  readonly features: number;
  readonly owned: number;
  /** The best place of the domain among the citations of AI answers; 0: not cited. */
  readonly cited: number;
}

export function featuresOf(data: SerpData, isOwn: IsOwn): PageFeatures {
  let features = 0;
  let owned = 0;
  for (const [bit, name] of FEATURES.entries()) {
    const items = ITEMS[name](data);
    if (items.length > 0) features |= 1 << bit;
    if (items.some((urls) => urls.some(isOwn))) owned |= 1 << bit;
  }
  const places = aiAnswersOf(data).flatMap(({ references }) => references.filter(({ url }) => isOwn(url)).map(({ position }) => position));
  return { features, owned, cited: places.length > 0 ? Math.min(...places, CITED_MAX) : 0 };
}

/** Returns the names of the set bits. */
export const featureNames = (bits: number): Feature[] => FEATURES.filter((_, bit) => (bits & (1 << bit)) !== 0);
