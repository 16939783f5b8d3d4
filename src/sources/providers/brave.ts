// Brave's Search API. Its own index ranks differently, so it serves an engine only if configured.
import { type Page, type PageRequest, type SourceError, unreadable } from '../adapter.ts';
import { serpPage } from '../items.ts';
import { isObject, type Json } from '../model-json.ts';
import type { SerpPage, SerpQuery } from '../serp.ts';
import { itemsOf } from './brave-items.ts';
import { coordinatesOf, countryOf } from './coordinates.ts';
import { customParametersOf } from './custom-parameters.ts';
import {
  addressOf,
  badCredentials,
  COOLDOWN_SECONDS,
  cooldownSecondsOf,
  objectIn,
  type Provider,
  parameterOf,
  readJson,
  throttled,
} from './response.ts';
import type { ProviderSource } from './source.ts';

export interface BraveSettings {
  readonly apiKey: string;
  /** For example `https://api.search.brave.com`. */
  readonly baseUrl: string;
}

const COUNT_MAX = 20;
/** `offset` counts pages from 0. */
const OFFSET_MAX = 9;
/** Brave rejects any other country. */
const COUNTRIES = new Set(
  'AR AU AT BE BR CA CL CN DE DK ES FI FR GB GR HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE CH TR TW US ZA'.split(' '),
);
const LANGUAGES = new Set(
  'ar bg bn ca cs da de el en es et eu fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr sv ta te th tr uk vi'.split(
    ' ',
  ),
);

function languageOf(query: SerpQuery): string | null {
  const country = countryOf(query);
  if (query.language === 'ja') return 'jp'; // Brave's own code
  if (query.language === 'no') return 'nb';
  if (query.language === 'pt') return country === 'BR' ? 'pt-br' : 'pt-pt';
  if (query.language === 'zh') return ['TW', 'HK', 'MO'].includes(country) ? 'zh-hant' : 'zh-hans';
  return LANGUAGES.has(query.language) ? query.language : null;
}

const BRAVE: Provider = {
  name: 'Brave',
  judge(response, page): SourceError | null {
    const code = objectIn(response.error).code;
    // A wrong token has status 422, like any other invalid parameter.
    if (code === 'SUBSCRIPTION_TOKEN_INVALID' || code === 'SUBSCRIPTION_NOT_FOUND') return badCredentials(BRAVE);
    return page.status === 429 ? throttled(BRAVE, secondsUntilFree(page)) : null;
  },
};

/** Headers list several windows, such as a second and a month: `0, 0` remaining, `1, 86400` seconds until the reset. */
function secondsUntilFree(page: Page): number {
  const { headers } = page;
  if (headers['retry-after'] !== undefined) return cooldownSecondsOf(page);
  const numbers = (name: string) => (headers[name] ?? '').split(',').map((part) => Number.parseInt(part, 10));
  const left = numbers('x-ratelimit-remaining');
  const resets = numbers('x-ratelimit-reset').filter((seconds, index) => seconds > 0 && !((left[index] ?? 0) > 0));
  return resets.length === 0 ? COOLDOWN_SECONDS : Math.min(Math.max(...resets), 86_400);
}

function requestFor(query: SerpQuery, offset: number, settings: BraveSettings): PageRequest {
  customParametersOf(query, BRAVE, []);
  const country = countryOf(query);
  const coordinates = coordinatesOf(query);
  const url = addressOf(settings.baseUrl, '/res/v1/web/search', {
    q: query.keyword,
    count: Math.min(COUNT_MAX, query.maxResults),
    offset,
    country: COUNTRIES.has(country) ? country : 'ALL',
    search_lang: languageOf(query),
  });
  const near = coordinates && {
    'x-loc-lat': String(coordinates.latitude),
    'x-loc-long': String(coordinates.longitude),
    'x-loc-country': country,
  };
  return { url, headers: { accept: 'application/json', 'x-subscription-token': settings.apiKey, ...near } };
}

function pageOf(response: Json, offset: number): SerpPage {
  if (response.type !== 'search' || !isObject(response.query)) throw unreadable('Brave sent a response in an unknown format.');
  const items = itemsOf(response);
  if (Object.values(items).some((list) => list.length > 0)) return serpPage(items);
  // Only an explicit "no more results" makes a response empty.
  if (response.query.more_results_available !== false) throw unreadable('Brave returned no results and no marker for none.');
  return serpPage({}, offset === 0 ? 0 : null, offset === 0);
}

export const createBrave = (settings: BraveSettings): ProviderSource => ({
  name: 'brave',
  engines: ['google', 'bing', 'yahoo'],
  pageSize: COUNT_MAX,
  fills: ['organic', 'news', 'videos', 'maps'],
  adapter: {
    start: (query) => requestFor(query, 0, settings),
    parse(page, query) {
      const response = readJson(page, BRAVE);
      const offset = parameterOf(page, 'offset');
      const found = pageOf(response, offset);
      const more = objectIn(response.query).more_results_available === true && found.organic.length > 0 && offset < OFFSET_MAX;
      return more ? { found, next: requestFor(query, offset + 1, settings) } : { found };
    },
  },
});
