// Builds the keyword sources that have credentials, in the order in which a route queries them.
import type { Config } from '../config.ts';
import type { KeywordSource } from '../contract/vocabulary.ts';
import type { Adapter } from '../sources/adapter.ts';
import { createBaidu } from '../sources/keywords/baidu.ts';
import { createDataForSeoKeywords } from '../sources/keywords/dataforseo.ts';
import { createGoogleAds, TOKEN_URL } from '../sources/keywords/google.ts';
import { withTokenCache } from '../sources/keywords/google-token.ts';
import { createNaverSearchAd } from '../sources/keywords/naver-searchad.ts';
import type { KeywordParsed, KeywordQuery } from '../sources/keywords/query.ts';
import { withThrottle } from '../sources/keywords/throttle.ts';
import { createUpstreamKeywords } from '../sources/keywords/upstream.ts';
import { createYandexWordstat } from '../sources/keywords/yandex-wordstat.ts';
import type { Source } from '../sources/route.ts';
import { withSteps } from '../sources/steps.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';

type KeywordAdapter = Adapter<KeywordQuery, KeywordParsed>;

export interface KeywordProvider {
  /** The name in an object's `attempts`. */
  readonly name: string;
  readonly answers: readonly KeywordSource[];
  readonly adapter: KeywordAdapter;
  /** The provider's limit, or a rate that is enough for one process. */
  readonly callsPerMinute: number;
}

export interface KeywordRoutes {
  of(source: KeywordSource): readonly Source<KeywordQuery, KeywordParsed>[];
}

const PROVIDER_MS_MAX = 120_000;
/** DataForSEO sends up to 20,000 suggestions in one response, each with its months. */
const PROVIDER_BYTES_MAX = 48 * 1024 * 1024;

/** `fetchOf` returns the transport of a provider, metered under its name. */
export function createKeywordRoutes(config: Config, fetchOf: (provider: string) => FetchPage): KeywordRoutes {
  const sources = createKeywordProviders(config).map(({ name, answers, adapter, callsPerMinute }) => {
    const paced = withThrottle(fetchOf(name), callsPerMinute);
    const fetch = name === 'google-ads' ? withTokenCache(paced, TOKEN_URL) : paced;
    return {
      answers,
      source: {
        name,
        ...withSteps(adapter, fetch),
        retryDelayMs: null,
        msMax: PROVIDER_MS_MAX,
        bytesMax: PROVIDER_BYTES_MAX,
        pacePerMinute: callsPerMinute,
      },
    };
  });
  return {
    of(source) {
      const all = sources.filter(({ answers }) => answers.includes(source)).map((entry) => entry.source);
      const order = config.KEYWORD_ROUTES[source];
      return order ? order.flatMap((name) => all.filter((entry) => entry.name === name)) : all;
    },
  };
}

/** The operator's own account comes first because it is free. Providers that charge per call follow. */
export function createKeywordProviders(config: Config): KeywordProvider[] {
  const { BAIDU_USER_NAME: userName, BAIDU_ACCESS_TOKEN: accessToken } = config;
  const { DATAFORSEO_LOGIN: login, DATAFORSEO_PASSWORD: password, UPSTREAM_URL: baseUrl, UPSTREAM_KEY: apiKey } = config;
  const ads = googleAds(config);
  const providers: (KeywordProvider | null)[] = [
    // About one call a second for one customer.
    ads && { name: 'google-ads', answers: ['google'], adapter: ads, callsPerMinute: 60 },
    userName && accessToken
      ? { name: 'baidu-marketing', answers: ['baidu'], adapter: createBaidu({ userName, accessToken }), callsPerMinute: 120 }
      : null,
    // Its documentation allows twelve calls a minute for one account.
    login && password
      ? {
          name: 'dataforseo',
          answers: ['google'],
          adapter: createDataForSeoKeywords({ baseUrl: 'https://api.dataforseo.com', login, password }),
          callsPerMinute: 12,
        }
      : null,
    baseUrl && apiKey
      ? { name: 'upstream', answers: ['google', 'baidu'], adapter: createUpstreamKeywords({ baseUrl, apiKey }), callsPerMinute: 600 }
      : null,
    ...additions(config),
  ];
  return providers.filter((provider) => provider !== null);
}

/** Sources beyond the contract. They are off until they are configured. */
function additions(config: Config): (KeywordProvider | null)[] {
  const { YANDEX_API_KEY: apiKey, YANDEX_FOLDER_ID: folderId } = config;
  const { NAVER_ADS_CUSTOMER_ID: customerId, NAVER_ADS_API_KEY: licence, NAVER_ADS_SECRET_KEY: secretKey } = config;
  return [
    config.YANDEX_WORDSTAT && apiKey && folderId
      ? {
          name: 'yandex-wordstat',
          answers: ['yandex'],
          adapter: createYandexWordstat({ baseUrl: 'https://searchapi.api.cloud.yandex.net', apiKey, folderId }),
          callsPerMinute: 600,
        }
      : null,
    customerId && licence && secretKey
      ? {
          name: 'naver-searchad',
          answers: ['naver'],
          adapter: createNaverSearchAd({ baseUrl: 'https://api.searchad.naver.com', customerId, apiKey: licence, secretKey }),
          callsPerMinute: 120,
        }
      : null,
  ];
}

function googleAds(config: Config): KeywordAdapter | null {
  const {
    GOOGLE_ADS_DEVELOPER_TOKEN: developerToken,
    GOOGLE_ADS_CLIENT_ID: clientId,
    GOOGLE_ADS_CLIENT_SECRET: clientSecret,
    GOOGLE_ADS_REFRESH_TOKEN: refreshToken,
    GOOGLE_ADS_CUSTOMER_ID: customerId,
  } = config;
  if (!developerToken || !clientId || !clientSecret || !refreshToken || !customerId) return null;
  return createGoogleAds({
    developerToken,
    clientId,
    clientSecret,
    refreshToken,
    customerId,
    loginCustomerId: config.GOOGLE_ADS_LOGIN_CUSTOMER_ID,
    version: config.GOOGLE_ADS_VERSION,
  });
}

/** The sandbox accepts any credential. It has the two sources of the contract. */
export function testKeywordAdapters(): Readonly<Partial<Record<KeywordSource, KeywordAdapter>>> {
  const secret = 'sandbox';
  const oauth = { developerToken: secret, clientId: secret, clientSecret: secret, refreshToken: secret };
  return {
    google: createGoogleAds({ ...oauth, customerId: '1234567890', loginCustomerId: null, version: 'v23' }),
    baidu: createBaidu({ userName: secret, accessToken: secret }),
  };
}
