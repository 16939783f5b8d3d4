// DataForSEO's endpoint for each engine, and the fields it supports.
import type { EngineName } from '../../contract/vocabulary.ts';
import { unreadable } from '../adapter.ts';
import type { SerpQuery } from '../serp.ts';
import { countryNameOf, customParametersOf, GOOGLE_FILTERS, googleLanguageOf } from './custom-parameters.ts';
import type { Provider } from './response.ts';

export interface Endpoint {
  readonly path: string;
  /** True for an immediate result. Otherwise a task is created and polled until it is done. */
  readonly live: boolean;
  readonly place: 'place' | 'country' | 'none';
  /** `asked`, or the only supported language, or null when the engine has none. */
  readonly language: string | null;
  /** Mobile pages: selectable, the same as desktop pages, or none. */
  readonly mobile: 'device' | 'same' | 'none';
  readonly depth: 'depth' | 'block_depth' | null;
  /** URL parameters of the engine that the provider passes on. */
  readonly parameters: readonly string[];
}

const GOOGLE: Omit<Endpoint, 'path'> = { live: true, place: 'place', language: 'asked', mobile: 'device', depth: 'depth', parameters: [] };
const TASK: Omit<Endpoint, 'path'> = { ...GOOGLE, live: false };
const RESULTS_MAX = 100;
const KEYWORD_LENGTH_MAX = 700;

export const ENDPOINTS: Readonly<Partial<Record<EngineName, Endpoint>>> = {
  google: { ...GOOGLE, path: 'google/organic', parameters: GOOGLE_FILTERS },
  googleadvertiser: { ...GOOGLE, path: 'google/organic', parameters: GOOGLE_FILTERS },
  googlelocal: { ...GOOGLE, path: 'google/local_finder' },
  googleimages: { ...GOOGLE, path: 'google/images', mobile: 'none', parameters: GOOGLE_FILTERS },
  googlenews: { ...GOOGLE, path: 'google/news', mobile: 'none', parameters: GOOGLE_FILTERS },
  'google-aimode': { ...GOOGLE, path: 'google/ai_mode', depth: null },
  bing: { ...GOOGLE, path: 'bing/organic' },
  yahoo: { ...GOOGLE, path: 'yahoo/organic', mobile: 'none' },
  youtube: { ...GOOGLE, path: 'youtube/organic', depth: 'block_depth', place: 'country', parameters: ['sp'] },
  baidu: { ...TASK, path: 'baidu/organic', language: 'zh_CN' },
  naver: { ...TASK, path: 'naver/organic', place: 'none', language: null },
  seznam: { ...TASK, path: 'seznam/organic', place: 'country', language: 'cs' },
};

export function endpointOf({ engine }: SerpQuery, { name }: Provider): Endpoint {
  const endpoint = ENDPOINTS[engine];
  if (!endpoint) throw unreadable(`${name} does not support the engine.`);
  return endpoint;
}

/** Returns one task. The provider decodes keywords once more, so `%` and `+` must be encoded. */
export function taskOf(query: SerpQuery, endpoint: Endpoint, provider: Provider, directUrls: boolean): object {
  const customParameters = customParametersOf(query, provider, endpoint.parameters);
  const keyword = query.keyword.replaceAll('%', '%25').replaceAll('+', '%2B');
  if (keyword.length > KEYWORD_LENGTH_MAX) throw unreadable(`The keyword is too long for ${provider.name}.`);
  if (query.isMobile && endpoint.mobile === 'none') throw unreadable(`${provider.name} has no mobile pages of this engine.`);
  const { language, place, depth } = endpoint;
  return {
    keyword,
    ...(place === 'none' ? {} : { location_name: place === 'place' ? query.region.canonicalName : countryNameOf(query) }),
    ...(language === null ? {} : { language_code: language === 'asked' ? googleLanguageOf(query) : language }),
    ...(endpoint.mobile === 'device' ? { device: query.isMobile ? 'mobile' : 'desktop' } : {}),
    ...(depth === null ? {} : { [depth]: Math.min(RESULTS_MAX, Math.max(10, query.maxResults)) }),
    ...(Object.keys(customParameters).length === 0 ? {} : { search_param: new URLSearchParams(customParameters).toString() }),
    ...(endpoint.live ? {} : { priority: 2 }),
    ...(query.engine === 'baidu' && directUrls ? { get_website_url: true } : {}),
  };
}
