// Serper: Google's results, images, news and places.
import type { EngineName } from '../../contract/vocabulary.ts';
import { type Page, unreadable } from '../adapter.ts';
import { hasNoResults, serpPage } from '../items.ts';
import { isObject, type Json, text } from '../model-json.ts';
import type { SerpQuery } from '../serp.ts';
import { customParametersOf, googleLanguageOf, isCountry } from './custom-parameters.ts';
import { organicFor } from './mirror.ts';
import { countIn, outOfQuota, type Provider, readJson, unknownFormat } from './response.ts';
import { readResults } from './serper-items.ts';
import type { ProviderSource } from './source.ts';

export interface SerperSettings {
  /** For example `https://google.serper.dev`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The method for each engine, and the list that its response must have. */
const METHODS: Readonly<Partial<Record<EngineName, { readonly path: string; readonly list: string }>>> = {
  google: { path: 'search', list: 'organic' },
  googleimages: { path: 'images', list: 'images' },
  googlenews: { path: 'news', list: 'news' },
  googlelocal: { path: 'places', list: 'places' },
};
const RESULTS_MAX = 100;
const RESULTS_PER_PAGE = 10;

const serper: Provider = {
  name: 'Serper',
  // Exhausted credits have the status of a bad request.
  judge: (response, { status }) =>
    status === 402 || (status === 400 && /not enough credits/i.test(text(response.message) ?? '')) ? outOfQuota(serper) : null,
};

export function createSerper(settings: SerperSettings): ProviderSource {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const pageAt = (query: SerpQuery, page: number) => ({
    url: `${baseUrl}/${methodOf(query).path}`,
    method: 'POST' as const,
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': settings.apiKey },
    body: JSON.stringify(bodyOf(query, page)),
  });
  return {
    name: 'serper',
    engines: Object.keys(METHODS) as EngineName[],
    pageSize: RESULTS_PER_PAGE,
    fills: ['organic', 'answers', 'images', 'maps', 'news', 'paa', 'knowledgegraph', 'videos', 'related'],
    adapter: {
      start: (query) => pageAt(query, 1),

      parse(page, query) {
        const response = readJson(page, serper);
        const listed = response[methodOf(query).list];
        if (!isObject(response.searchParameters) || (listed !== undefined && !Array.isArray(listed))) throw unknownFormat(serper);
        const items = readResults(response);
        const organic = organicFor(query.engine, items);
        const number = numberOf(page);
        const isBare = organic.length === 0 && hasNoResults(items);
        // The provider does not pass on Google's marker for no results, so a page without items proves nothing.
        if (isBare && number === 1) throw unreadable('Serper returned no results and no marker for none.');
        const found = serpPage({ ...items, organic });
        return hasMore(organic.length, number, query) ? { found, next: pageAt(query, number + 1) } : { found };
      },
    },
  };
}

function methodOf({ engine }: SerpQuery) {
  const method = METHODS[engine];
  if (!method) throw unreadable('Serper does not support the engine.');
  return method;
}

/** The first page requests all results. If Google returns only ten, further pages are requested. */
function bodyOf(query: SerpQuery, page: number): Json {
  const customParameters = customParametersOf(query, serper, ['tbs']);
  if (query.isMobile) throw unreadable('Serper has no mobile pages.');
  const many = page === 1 ? Math.min(RESULTS_MAX, Math.max(RESULTS_PER_PAGE, query.maxResults)) : RESULTS_PER_PAGE;
  return {
    ...customParameters,
    q: query.keyword,
    gl: query.region.countryCode.toLowerCase(),
    hl: googleLanguageOf(query).toLowerCase(),
    ...(isCountry(query) ? {} : { location: query.region.canonicalName }),
    num: many,
    ...(page === 1 ? {} : { page }),
  };
}

function numberOf(page: Page): number {
  try {
    return countIn((JSON.parse(page.request.body ?? '{}') as Json).page) ?? 1;
  } catch {
    return 1;
  }
}

/** True after a full page, when more results are wanted than one page has. */
const hasMore = (results: number, page: number, query: SerpQuery): boolean =>
  results > 0 && results <= RESULTS_PER_PAGE && page * RESULTS_PER_PAGE < query.maxResults;
