// YouTube's Data API: the search, and in a second step durations and views.
import type { Page, PageRequest } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { isObject, type Json, objects, text } from '../../model-json.ts';
import { countryOf } from '../../providers/coordinates.ts';
import { customParametersOf } from '../../providers/custom-parameters.ts';
import { createGoogleProvider } from '../../providers/google-errors.ts';
import { addressOf, countIn, objectIn, readJson, unknownFormat } from '../../providers/response.ts';
import type { ProviderSource } from '../../providers/source.ts';
import type { SerpPage, SerpQuery } from '../../serp.ts';
import { carriedBy, type StepRequest } from '../../steps.ts';
import { itemsOf, withDetails } from './data-api-items.ts';

export interface YoutubeDataSettings {
  readonly apiKey: string;
  /** For example `https://www.googleapis.com`. */
  readonly baseUrl: string;
  /** Request durations and views too, for one more unit of quota per page. */
  readonly details: boolean;
}

const YOUTUBE = createGoogleProvider('YouTube');
const RESULTS_MAX = 50;

const languageOf = (query: SerpQuery): string => {
  if (query.language !== 'zh') return query.language;
  return ['TW', 'HK', 'MO'].includes(countryOf(query)) ? 'zh-Hant' : 'zh-Hans';
};

function requestFor(query: SerpQuery, pageToken: string | null, settings: YoutubeDataSettings): PageRequest {
  customParametersOf(query, YOUTUBE, []);
  return {
    url: addressOf(settings.baseUrl, '/youtube/v3/search', {
      part: 'snippet',
      q: query.keyword,
      type: 'video,channel,playlist',
      maxResults: Math.min(RESULTS_MAX, query.maxResults),
      regionCode: countryOf(query),
      relevanceLanguage: languageOf(query),
      pageToken,
    }),
    headers: { 'x-goog-api-key': settings.apiKey },
  };
}

interface Searched {
  readonly found: SerpPage;
  readonly pageToken: string | null;
}

function detailsFor(searched: Searched, settings: YoutubeDataSettings): StepRequest {
  const id = searched.found.videos.map(({ videoId }) => videoId).join(',');
  return {
    url: addressOf(settings.baseUrl, '/youtube/v3/videos', { part: 'contentDetails,statistics', id, maxResults: RESULTS_MAX }),
    headers: { 'x-goog-api-key': settings.apiKey },
    step: true,
    afterSeconds: 0,
    carried: searched,
  };
}

function readSearch(page: Page): Searched {
  const response = readJson(page, YOUTUBE);
  const total = countIn(objectIn(response.pageInfo).totalResults);
  if (!Array.isArray(response.items) || total === null) throw unknownFormat(YOUTUBE);
  const items = itemsOf(objects(response.items));
  const isFirst = !new URL(page.request.url).searchParams.has('pageToken');
  if (items.organic.length === 0 && isFirst && (total > 0 || response.items.length > 0)) throw unknownFormat(YOUTUBE);
  const empty = items.organic.length === 0 && isFirst;
  return { found: serpPage(items, total, empty), pageToken: items.organic.length > 0 ? text(response.nextPageToken) : null };
}

/** A search that was charged is not discarded when its details fail. Unknown values stay null. */
function readDetails(page: Page): readonly Json[] {
  try {
    return objects(readJson(page, YOUTUBE).items);
  } catch {
    return [];
  }
}

export const createYoutubeData = (settings: YoutubeDataSettings): ProviderSource => ({
  name: 'youtube-data',
  engines: ['youtube'],
  pageSize: RESULTS_MAX,
  fills: ['organic', 'videos', 'playlist', 'channel'],
  adapter: {
    start: (query) => requestFor(query, null, settings),
    parse(page, query) {
      const carried = carriedBy(page);
      const isDetails = isObject(carried) && isObject(carried.found);
      const searched = isDetails ? (carried as unknown as Searched) : readSearch(page);
      if (!isDetails && settings.details && searched.found.videos.length > 0) {
        return { found: searched.found, next: detailsFor(searched, settings) };
      }
      const found = isDetails ? withDetails(searched.found, readDetails(page)) : searched.found;
      return searched.pageToken === null ? { found } : { found, next: requestFor(query, searched.pageToken, settings) };
    },
  },
});
