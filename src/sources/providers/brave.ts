// Brave's Search API. Its own index ranks differently, so it serves an engine only if configured.
import { type Page, type PageRequest, type SourceError, unreadable } from '../adapter.ts';
import { serpPage } from '../items.ts';
import { isObject, type Json } from '../model-json.ts';
import type { SerpPage, SerpQuery } from '../serp.ts';
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
} from './answer.ts';
import { itemsOf } from './brave-items.ts';
import { customParametersOf } from './custom-parameters.ts';
import { countryOf, spotOf } from './place.ts';
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

function languageOf(ask: SerpQuery): string | null {
  const country = countryOf(ask);
  if (ask.language === 'ja') return 'jp'; // Brave's own code
  if (ask.language === 'no') return 'nb';
  if (ask.language === 'pt') return country === 'BR' ? 'pt-br' : 'pt-pt';
  if (ask.language === 'zh') return ['TW', 'HK', 'MO'].includes(country) ? 'zh-hant' : 'zh-hans';
  return LANGUAGES.has(ask.language) ? ask.language : null;
}

const BRAVE: Provider = {
  name: 'Brave',
  judge(answer, page): SourceError | null {
    const code = objectIn(answer.error).code;
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

function requestFor(ask: SerpQuery, offset: number, settings: BraveSettings): PageRequest {
  customParametersOf(ask, BRAVE, []);
  const country = countryOf(ask);
  const spot = spotOf(ask);
  const url = addressOf(settings.baseUrl, '/res/v1/web/search', {
    q: ask.keyword,
    count: Math.min(COUNT_MAX, ask.maxResults),
    offset,
    country: COUNTRIES.has(country) ? country : 'ALL',
    search_lang: languageOf(ask),
  });
  const near = spot && { 'x-loc-lat': String(spot.latitude), 'x-loc-long': String(spot.longitude), 'x-loc-country': country };
  return { url, headers: { accept: 'application/json', 'x-subscription-token': settings.apiKey, ...near } };
}

function pageOf(answer: Json, offset: number): SerpPage {
  if (answer.type !== 'search' || !isObject(answer.query)) throw unreadable('Brave sent a response in an unknown format.');
  const items = itemsOf(answer);
  if (Object.values(items).some((list) => list.length > 0)) return serpPage(items);
  // Only an explicit "no more results" makes a response empty.
  if (answer.query.more_results_available !== false) throw unreadable('Brave returned no results and no marker for none.');
  return serpPage({}, offset === 0 ? 0 : null, offset === 0);
}

export const createBrave = (settings: BraveSettings): ProviderSource => ({
  name: 'brave',
  engines: ['google', 'bing', 'yahoo'],
  pageSize: COUNT_MAX,
  adapter: {
    start: (ask) => requestFor(ask, 0, settings),
    parse(page, ask) {
      const answer = readJson(page, BRAVE);
      const offset = parameterOf(page, 'offset');
      const found = pageOf(answer, offset);
      const more = objectIn(answer.query).more_results_available === true && found.organic.length > 0 && offset < OFFSET_MAX;
      return more ? { found, next: requestFor(ask, offset + 1, settings) } : { found };
    },
  },
});
