// Settings of the sources: credentials and options of providers, registries, proxies and the browser.
import { PRIORITIES, type Priority } from './contract/vocabulary.ts';
import { budgets, flag, integer, isEngine, isProxy, keywordRoutes, list, number, oneOf, optional, routes, text } from './setting.ts';

const browserUrl = (given: string): string => {
  if (!/^(?:wss?|https?):\/\//.test(given) || !URL.canParse(given)) throw new Error('must be an http(s) or ws(s) URL');
  return given;
};

export const SOURCE_SETTINGS = {
  GOOGLE_ADS_DEVELOPER_TOKEN: optional('Enables keyword volumes from Google Ads. Needs all other GOOGLE_ADS credentials.', true),
  GOOGLE_ADS_CLIENT_ID: optional('OAuth client of the Google Ads API.', true),
  GOOGLE_ADS_CLIENT_SECRET: optional('OAuth secret of the Google Ads API.', true),
  GOOGLE_ADS_REFRESH_TOKEN: optional('OAuth refresh token of the Google Ads API.', true),
  GOOGLE_ADS_CUSTOMER_ID: optional('The Google Ads account to query.'),
  GOOGLE_ADS_LOGIN_CUSTOMER_ID: optional('The manager account of that account, if any.'),
  GOOGLE_ADS_VERSION: text('v23', 'Version of the Google Ads API. Google retires versions every year.'),
  BAIDU_USER_NAME: optional('Enables keyword volumes from Baidu’s marketing API. Needs BAIDU_ACCESS_TOKEN.'),
  BAIDU_ACCESS_TOKEN: optional('Access token of Baidu’s marketing API.', true),
  KEYWORD_ROUTES: keywordRoutes,
  KEYWORD_CACHE: flag(true, 'Reuse the result of an equal keyword request of the same month instead of querying the provider.'),
  YANDEX_WORDSTAT: flag(false, 'Enables the keyword source yandex (Wordstat). Needs YANDEX_API_KEY and YANDEX_FOLDER_ID.'),
  NAVER_ADS_CUSTOMER_ID: optional('Enables the keyword source naver (Naver SearchAd). Needs all other NAVER_ADS settings.'),
  NAVER_ADS_API_KEY: optional('Access licence of Naver SearchAd.', true),
  NAVER_ADS_SECRET_KEY: optional('Secret key of Naver SearchAd. It signs every call.', true),
  OPENAI_API_KEY: optional('Enables AI jobs with chatgpt.', true),
  OPENAI_MODEL: text('gpt-5-mini', 'Model for AI jobs with chatgpt.'),
  OPENAI_BASE_URL: text('https://api.openai.com', 'Base URL of any server with the OpenAI Responses API.'),
  PERPLEXITY_API_KEY: optional('Enables AI jobs with perplexity.', true),
  PERPLEXITY_MODEL: text('sonar', 'Model for AI jobs with perplexity.'),
  PERPLEXITY_BASE_URL: text('https://api.perplexity.ai', 'Base URL of any server with Perplexity’s chat completions API.'),
  PROVIDER_BUDGETS: budgets,
  AI_TIMEOUT_SECONDS: number(120, 1, 280, 'How long a provider of AI answers or keyword volumes may take.'),
  TECHNOLOGIES_DIR: optional('Directory with additional fingerprints in the wappalyzer format. They override the built-in ones.'),
  TECHNOLOGIES_TIMEOUT_MS: integer(
    1000,
    10,
    60_000,
    'How long one homepage is compared with the fingerprints. The matches found by then are returned.',
  ),
  RDAP_BOOTSTRAP_URL: text(
    'https://data.iana.org/rdap/dns.json',
    'URL from which sextant registries refresh downloads the list of RDAP servers.',
  ),
  GEOTARGETS_URL: text(
    'https://developers.google.com/google-ads/api/data/geotargets',
    'URL of Google’s list of geographic targets for sextant regions refresh: the list or a page that links to it.',
  ),
  GEO_CITY_DATABASE: optional('Database of locations by IP address (.mmdb file or its directory), for the server in WHOIS results.'),
  GEO_ASN_DATABASE: optional('Database of networks by IP address (.mmdb or .csv file or its directory), for the server in WHOIS results.'),
  SERP_ROUTES: routes,
  DATAFORSEO_LOGIN: optional('Enables result pages and Google keyword volumes from DataForSEO. Needs DATAFORSEO_PASSWORD.'),
  DATAFORSEO_PASSWORD: optional('Password of the DataForSEO API.', true),
  DATAFORSEO_BACKLINKS: flag(false, 'Count backlinks in WHOIS results with DataForSEO’s Backlinks API, which needs its own subscription.'),
  DATAFORSEO_BAIDU_DIRECT_URLS: flag(false, 'Let DataForSEO follow Baidu’s redirects. DataForSEO charges extra for it.'),
  SERPAPI_KEY: optional('Enables result pages from SerpApi.', true),
  SERPER_KEY: optional('Enables result pages from Serper.', true),
  UPSTREAM_URL: optional(
    'Enables result pages and keyword volumes from another service with this contract, such as another Sextant. Needs UPSTREAM_KEY.',
  ),
  UPSTREAM_KEY: optional('API key of that service.', true),
  UPSTREAM_PRIORITY: oneOf<Priority>(PRIORITIES, 'NORMAL', 'Priority of requests to that service. It affects their cost.'),
  BRAVE_API_KEY: optional(
    'Enables the Brave Search API. It has its own index, so BRAVE_ENGINES must list the engines it may replace.',
    true,
  ),
  BRAVE_ENGINES: list(isEngine, 'engine names', 'Engines that Brave may replace: google, bing, yahoo.'),
  KAKAO_REST_KEY: optional('Enables daumweb from the Kakao API.', true),
  NAVER_CLIENT_ID: optional('Enables naver, naverwebdocs and naverlocal from the Naver Open API. Needs NAVER_CLIENT_SECRET.'),
  NAVER_CLIENT_SECRET: optional('Secret of the Naver Open API.', true),
  YANDEX_API_KEY: optional('Enables yandex from the Yandex Search API v2. Needs YANDEX_FOLDER_ID.', true),
  YANDEX_FOLDER_ID: optional('Folder ID of the Yandex Search API.'),
  YANDEX_DEFERRED: flag(false, 'Query Yandex in deferred mode for LOW and NORMAL. Slower and much cheaper.'),
  YOUTUBE_API_KEY: optional('Enables youtube from the YouTube Data API.', true),
  GOOGLE_CSE_KEY: optional(
    'Enables google and googleimages from Programmable Search, which Google ends on 1 January 2027. Needs GOOGLE_CSE_ID.',
    true,
  ),
  GOOGLE_CSE_ID: optional('ID of the Programmable Search engine.'),
  GOOGLE_PLACES_KEY: optional('Enables googlelocal from the Places API.', true),
  GEMINI_API_KEY: optional('Enables google-aimode from Gemini with Google Search grounding.', true),
  GEMINI_MODEL: text('gemini-2.5-flash', 'Gemini model for google-aimode.'),
  PROXIES: list(
    isProxy,
    'proxies such as DE=http://user:password@host:port or *=http://host:port',
    'Proxies for engine pages, per country or for all countries (*).',
    true,
  ),
  BROWSER_PATH: optional('Fetch engine pages with a Chromium started from this path.'),
  BROWSER_URL: {
    ...optional(
      'Fetch engine pages with a running browser: the http(s) or ws(s) URL of its debugging protocol. Overrides BROWSER_PATH.',
      true,
    ),
    read: browserUrl,
  },
  BROWSER_CONCURRENCY: integer(2, 1, 100, 'Pages open at once in the browser.'),
  BROWSER_RESTART_AFTER_PAGES: integer(100, 1, 100_000, 'Restart the browser after this many pages.'),
  BROWSER_IDLE_SECONDS: integer(300, 0, 86_400, 'End the browser after this many seconds without a page. 0 keeps it running.'),
  BROWSER_TIMEOUT_SECONDS: number(45, 5, 120, 'How long one page may take in the browser.'),
  REPLAY_DIR: optional('Lab only: answer live searches with captured pages from this directory instead of the network. See Replay.'),
  BING_RSS: flag(true, 'Query Bing’s public RSS feed when its page could not be parsed.'),
} as const;

/** Local files that a lab may use beside REPLAY_DIR. */
const FILES: readonly string[] = ['REPLAY_DIR', 'TECHNOLOGIES_DIR', 'GEO_CITY_DATABASE', 'GEO_ASN_DATABASE'];

const isUnset = (value: unknown): boolean =>
  value === null || value === false || (typeof value === 'object' && Object.keys(value as object).length === 0);

/**
 * Returns why REPLAY_DIR is not allowed beside the other settings, or null. A service with credentials, proxies or a
 * browser would sell captured pages as live results.
 */
export function replayConflict(values: Readonly<Record<string, unknown>>): string | null {
  if (values.REPLAY_DIR === null) return null;
  if (values.MODE === 'production') return 'REPLAY_DIR is for a lab and is not allowed with MODE=production: unset one of them';
  const names = Object.entries(SOURCE_SETTINGS).flatMap(([name, { fallback }]) =>
    !FILES.includes(name) && isUnset(fallback) && !isUnset(values[name]) ? [name] : [],
  );
  return names.length === 0
    ? null
    : `REPLAY_DIR is for a lab and is not allowed beside ${names.join(', ')}: unset REPLAY_DIR or these settings`;
}
