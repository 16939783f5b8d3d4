// Google's Programmable Search over the whole web. Google ends it on 1 January 2027.
import type { ImageItem, OrganicItem } from '../../../contract/items.ts';
import type { PageRequest } from '../../adapter.ts';
import { imageItem, organicItem, serpPage } from '../../items.ts';
import { type Json, objects, text } from '../../model-json.ts';
import { countryOf } from '../../providers/coordinates.ts';
import { customParametersOf, googleLanguageOf } from '../../providers/custom-parameters.ts';
import { createGoogleProvider } from '../../providers/google-errors.ts';
import { boldIn, momentIn, plainIn } from '../../providers/markup.ts';
import { addressOf, countIn, numberIn, objectIn, parameterOf, readJson, unknownFormat, webAddressIn } from '../../providers/response.ts';
import type { ProviderSource } from '../../providers/source.ts';
import type { SerpQuery } from '../../serp.ts';

export interface GoogleProgrammableSettings {
  readonly apiKey: string;
  /** The id of the operator's search engine, `cx`. */
  readonly engineId: string;
  /** For example `https://www.googleapis.com`. */
  readonly baseUrl: string;
}

const GOOGLE = createGoogleProvider('Google Programmable Search');
const NUMBER_MAX = 10;
/** The API returns at most a hundred results. */
const START_MAX = 91;
/** Filter parameters of Google's result page that the API has too. */
const FILTERS = ['safe', 'lr', 'cr', 'filter'];

function requestFor(query: SerpQuery, start: number, settings: GoogleProgrammableSettings): PageRequest {
  return {
    url: addressOf(settings.baseUrl, '/customsearch/v1', {
      cx: settings.engineId,
      q: query.keyword,
      num: NUMBER_MAX,
      start,
      gl: countryOf(query).toLowerCase(),
      hl: googleLanguageOf(query),
      searchType: query.engine === 'googleimages' ? 'image' : null,
      ...customParametersOf(query, GOOGLE, FILTERS),
    }),
    headers: { 'x-goog-api-key': settings.apiKey },
  };
}

const first = (value: unknown): Json => objects(value)[0] ?? {};

function resultOf(item: Json, rank: number): OrganicItem | null {
  const [url, title] = [webAddressIn(item.link), plainIn(item.title)];
  if (!url || !title) return null;
  const data = objectIn(item.pagemap);
  const tags = first(data.metatags);
  const picture = webAddressIn(first(data.cse_thumbnail).src) ?? webAddressIn(first(data.cse_image).src);
  const stars = first(data.aggregaterating);
  const value = numberIn(stars.ratingvalue);
  return organicItem({
    title,
    url,
    displayUrl: plainIn(item.formattedUrl) ?? plainIn(item.displayLink),
    siteName: plainIn(tags['og:site_name']),
    snippet: plainIn(item.snippet),
    highlighted: boldIn(item.htmlSnippet),
    publishedAt: momentIn(tags['article:published_time']),
    images: picture ? [{ url: picture, alt: null, sourceUrl: url }] : [],
    rating: value === null ? null : { value, max: numberIn(stars.bestrating) ?? 5, votes: countIn(stars.ratingcount ?? stars.reviewcount) },
    rank,
  });
}

function pictureOf(item: Json, rank: number): ImageItem | null {
  const image = objectIn(item.image);
  const url = webAddressIn(image.contextLink);
  if (!url) return null;
  return imageItem({
    url,
    title: plainIn(item.title),
    alt: plainIn(item.snippet),
    imageUrl: webAddressIn(item.link),
    thumbnail: webAddressIn(image.thumbnailLink),
    width: countIn(image.width),
    height: countIn(image.height),
    source: plainIn(item.displayLink),
    rank,
  });
}

/** Returns the pages of the pictures as results, each once. */
function asResults(pictures: readonly ImageItem[]): OrganicItem[] {
  const results = new Map<string, OrganicItem>();
  for (const { title, alt, url, imageUrl, thumbnail, source, rank } of pictures) {
    const name = title ?? alt;
    const file = imageUrl ?? thumbnail;
    if (name === null || results.has(url)) continue;
    results.set(url, organicItem({ title: name, url, siteName: source, images: file ? [{ url: file, alt, sourceUrl: url }] : [], rank }));
  }
  return [...results.values()];
}

function itemsOf(items: readonly Json[], query: SerpQuery) {
  if (query.engine !== 'googleimages') return { organic: items.flatMap((item, index) => resultOf(item, index + 1) ?? []), images: [] };
  const images = items.flatMap((item, index) => pictureOf(item, index + 1) ?? []);
  return { images, organic: asResults(images) };
}

export const createGoogleProgrammable = (settings: GoogleProgrammableSettings): ProviderSource => ({
  name: 'google-programmable',
  engines: ['google', 'googleimages'],
  pageSize: NUMBER_MAX,
  fills: ['organic', 'images'],
  adapter: {
    start: (query) => requestFor(query, 1, settings),
    parse(page, query) {
      const response = readJson(page, GOOGLE);
      const total = countIn(objectIn(response.searchInformation).totalResults);
      if (total === null || text(response.kind) === null) throw unknownFormat(GOOGLE);
      const items = itemsOf(objects(response.items), query);
      const isFirst = parameterOf(page, 'start') <= 1;
      if (items.organic.length === 0 && isFirst && (total > 0 || objects(response.items).length > 0)) throw unknownFormat(GOOGLE);
      const found = serpPage(items, total, isFirst && total === 0 && items.organic.length === 0);
      const start = countIn(first(objectIn(response.queries).nextPage).startIndex);
      const more = items.organic.length > 0 && start !== null && start > parameterOf(page, 'start') && start <= START_MAX;
      return more ? { found, next: requestFor(query, start, settings) } : { found };
    },
  },
});
