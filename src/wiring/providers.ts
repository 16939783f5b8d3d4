// Builds the providers and official APIs that have credentials, in the order in which a route queries them.
import type { Config } from '../config.ts';
import { createBingRss } from '../sources/engines/bing/rss.ts';
import { createKakao } from '../sources/engines/daum/kakao.ts';
import { createGoogleProgrammable } from '../sources/engines/google/programmable-search.ts';
import { createGemini } from '../sources/engines/google-aimode/gemini.ts';
import { createGooglePlaces } from '../sources/engines/googlelocal/places-api.ts';
import { createNaverOpen } from '../sources/engines/naver/open-api.ts';
import { createYandexSearch } from '../sources/engines/yandex/search-api.ts';
import { createYoutubeData } from '../sources/engines/youtube/data-api.ts';
import { createBrave } from '../sources/providers/brave.ts';
import { createDataForSeo } from '../sources/providers/dataforseo.ts';
import { createSerpApi } from '../sources/providers/serpapi.ts';
import { createSerper } from '../sources/providers/serper.ts';
import type { ProviderSource } from '../sources/providers/source.ts';
import { createUpstream } from '../sources/providers/upstream.ts';

export const SERPAPI_URL = 'https://serpapi.com';

/** Queried before the engine's own page: the operator pays for them and wants them used. */
export function createProviders(config: Config): ProviderSource[] {
  const providers: (ProviderSource | null)[] = [
    config.DATAFORSEO_LOGIN && config.DATAFORSEO_PASSWORD
      ? createDataForSeo({
          baseUrl: 'https://api.dataforseo.com',
          login: config.DATAFORSEO_LOGIN,
          password: config.DATAFORSEO_PASSWORD,
          baiduDirectUrls: config.DATAFORSEO_BAIDU_DIRECT_URLS,
        })
      : null,
    config.SERPAPI_KEY ? createSerpApi({ baseUrl: SERPAPI_URL }) : null,
    config.SERPER_KEY ? createSerper({ baseUrl: 'https://google.serper.dev', apiKey: config.SERPER_KEY }) : null,
    config.UPSTREAM_URL && config.UPSTREAM_KEY
      ? createUpstream({ baseUrl: config.UPSTREAM_URL, apiKey: config.UPSTREAM_KEY, priority: config.UPSTREAM_PRIORITY })
      : null,
    ...officialApis(config),
  ];
  return providers.filter((provider) => provider !== null);
}

/** Queried after the engine's own page: they return less, but they are free and need no key. */
export function createFallbacks(config: Config): ProviderSource[] {
  return config.BING_RSS ? [createBingRss({ baseUrl: 'https://www.bing.com' })] : [];
}

function officialApis(config: Config): (ProviderSource | null)[] {
  const google = 'https://www.googleapis.com';
  const brave = config.BRAVE_API_KEY ? createBrave({ apiKey: config.BRAVE_API_KEY, baseUrl: 'https://api.search.brave.com' }) : null;
  const yandex = config.YANDEX_API_KEY &&
    config.YANDEX_FOLDER_ID && {
      apiKey: config.YANDEX_API_KEY,
      folderId: config.YANDEX_FOLDER_ID,
      baseUrl: 'https://searchapi.api.cloud.yandex.net',
      operationsUrl: 'https://operation.api.cloud.yandex.net',
      pollSeconds: 20,
      pollsMax: 12,
    };
  return [
    yandex && config.YANDEX_DEFERRED ? createYandexSearch({ ...yandex, deferred: true }) : null,
    yandex ? createYandexSearch({ ...yandex, deferred: false }) : null,
    config.KAKAO_REST_KEY ? createKakao({ apiKey: config.KAKAO_REST_KEY, baseUrl: 'https://dapi.kakao.com' }) : null,
    config.NAVER_CLIENT_ID && config.NAVER_CLIENT_SECRET
      ? createNaverOpen({
          clientId: config.NAVER_CLIENT_ID,
          clientSecret: config.NAVER_CLIENT_SECRET,
          baseUrl: 'https://openapi.naver.com',
        })
      : null,
    config.YOUTUBE_API_KEY ? createYoutubeData({ apiKey: config.YOUTUBE_API_KEY, baseUrl: google, details: true }) : null,
    config.GOOGLE_CSE_KEY && config.GOOGLE_CSE_ID
      ? createGoogleProgrammable({ apiKey: config.GOOGLE_CSE_KEY, engineId: config.GOOGLE_CSE_ID, baseUrl: google })
      : null,
    config.GOOGLE_PLACES_KEY ? createGooglePlaces({ apiKey: config.GOOGLE_PLACES_KEY, baseUrl: 'https://places.googleapis.com' }) : null,
    config.GEMINI_API_KEY
      ? createGemini({ apiKey: config.GEMINI_API_KEY, model: config.GEMINI_MODEL, baseUrl: 'https://generativelanguage.googleapis.com' })
      : null,
    brave && { ...brave, engines: brave.engines.filter((engine) => config.BRAVE_ENGINES.includes(engine)) },
  ];
}
