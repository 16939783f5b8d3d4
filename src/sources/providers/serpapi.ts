// SerpApi: Google and its tabs, Bing, Yahoo, Yandex, YouTube, Naver and Baidu, page by page.
import { isUrl } from '../../contract/text.ts';
import { type Page, type PageRequest, type SourceError, unreadable } from '../adapter.ts';
import { hasNoResults, serpPage } from '../items.ts';
import { type Json, text } from '../model-json.ts';
import type { Source } from '../route.ts';
import type { SerpPage, SerpQuery } from '../serp.ts';
import { organicFor } from './mirror.ts';
import {
  addressOf,
  cooldownSecondsOf,
  countIn,
  objectIn,
  outOfQuota,
  type Provider,
  readJson,
  serverError,
  throttled,
  unknownFormat,
} from './response.ts';
import { parametersOf, SERPAPI_ENGINES } from './serpapi-engines.ts';
import { readResults } from './serpapi-items.ts';
import type { ProviderSource } from './source.ts';

export interface SerpApiSettings {
  /** For example `https://serpapi.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

type Fetch = Source<SerpQuery, SerpPage>['fetch'];

/** The provider's text for an engine without results. */
const NO_RESULTS = /hasn['’]t returned any results/i;
const RUN_OUT = /run out of searches/i;
const KEY = 'api_key';
const PATH = '/search.json';

const serpApi: Provider = {
  name: 'SerpApi',
  judge(response, page) {
    if (page.status !== 429) return null;
    return RUN_OUT.test(text(response.error) ?? '') ? outOfQuota(serpApi) : throttled(serpApi, cooldownSecondsOf(page));
  },
};

export const createSerpApi = ({ baseUrl }: Pick<SerpApiSettings, 'baseUrl'>): ProviderSource => ({
  name: 'serpapi',
  engines: SERPAPI_ENGINES,
  pageSize: 10,
  adapter: {
    start: (query) => ({ url: addressOf(baseUrl, PATH, parametersOf(query, serpApi)), headers: { accept: 'application/json' } }),

    parse(page, query) {
      const response = readJson(page, serpApi);
      const failure = failureOf(response);
      if (failure) throw failure;
      const isFirst = page.request.url === addressOf(baseUrl, PATH, parametersOf(query, serpApi));
      const items = readResults(response, query);
      const organic = organicFor(query.engine, items);
      // After the last page the provider sends the same text as for a query without results.
      const isEmpty = isFirst && organic.length === 0 && text(response.error) !== null;
      const isBare = organic.length === 0 && hasNoResults(items);
      if (isBare && isFirst && !isEmpty) throw unreadable('SerpApi returned no results and no marker for none.');
      const found = serpPage({ ...items, organic }, countIn(objectIn(response.search_information).total_results), isEmpty);
      const next = organic.length === 0 ? null : furtherPage(response, page, baseUrl);
      return next ? { found, next } : { found };
    },
  },
});

/** An error in a successful search is not a failure: it means no results. */
function failureOf(response: Json): SourceError | null {
  const status = objectIn(response.search_metadata).status;
  const error = text(response.error);
  if (status === 'Error' || status === 'Processing' || status === 'Queued') return serverError(serpApi);
  if (error !== null && RUN_OUT.test(error)) return outOfQuota(serpApi);
  if (error !== null && !NO_RESULTS.test(error)) return unreadable('SerpApi rejected the request.');
  return status === 'Success' || status === 'Cached' ? null : unknownFormat(serpApi);
}

/** The response has the next URL. Only its parameters are used, so that it cannot change the host or the engine. */
function furtherPage(response: Json, page: Page, baseUrl: string): PageRequest | null {
  const written = text(objectIn(response.serpapi_pagination).next);
  if (written === null || !isUrl(written)) return null;
  const parameters = Object.fromEntries(new URL(written).searchParams);
  delete parameters[KEY];
  const engine = new URL(page.request.url).searchParams.get('engine');
  const url = addressOf(baseUrl, PATH, { ...parameters, engine });
  return url === page.request.url ? null : { url, headers: page.request.headers ?? {} };
}

/**
 * The provider accepts the key only in the URL. It is added when sending, so that no request and no stored page
 * contains it.
 */
export const withSerpApiKey =
  ({ baseUrl, apiKey }: SerpApiSettings, fetch: Fetch): Fetch =>
  async (request, context) => {
    const url = new URL(request.url);
    if (url.origin !== new URL(baseUrl).origin) throw unreadable('The SerpApi key may only be sent to SerpApi.');
    url.searchParams.set(KEY, apiKey);
    const page = await fetch({ ...request, url: url.href }, context);
    const shown = new URL(page.url);
    shown.searchParams.delete(KEY);
    return { ...page, request, url: shown.href };
  };
