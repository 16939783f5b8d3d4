// SerpApi's parameters for each engine.
import type { EngineName } from '../../contract/vocabulary.ts';
import { unreadable } from '../adapter.ts';
import { marketOf } from '../bing-markets.ts';
import type { SerpQuery } from '../serp.ts';
import { customParametersOf, GOOGLE_FILTERS, googleLanguageOf, isCountry } from './custom-parameters.ts';
import type { Provider } from './response.ts';

type Parameters = Readonly<Record<string, string | null>>;

interface EngineRequest {
  readonly parameters: (query: SerpQuery) => Parameters;
  /** Mobile pages: selectable, the same as desktop pages, or none. */
  readonly mobile: 'device' | 'same' | 'none';
  /** URL parameters of the engine that the provider passes on. */
  readonly customParameters?: readonly string[];
}

const countryOf = ({ region }: SerpQuery): string => region.countryCode.toLowerCase();

/** A country is set by `gl` only. */
const google =
  (engine: string): EngineRequest['parameters'] =>
  (query) => ({
    engine,
    q: query.keyword,
    hl: googleLanguageOf(query).toLowerCase(),
    gl: countryOf(query),
    location: isCountry(query) ? null : query.region.canonicalName,
  });

/** Yahoo's sites by country. Other countries use that of the United States. */
const YAHOO_SITES: ReadonlySet<string> = new Set('ar au br ca cl co de es fr hk id in it mx my nz pe ph sg th tw ve vn'.split(' '));

function yahooSiteOf(query: SerpQuery): string | null {
  const country = countryOf(query);
  if (country === 'gb') return 'uk';
  return YAHOO_SITES.has(country) ? country : null;
}

/** Yandex's region numbers of countries. */
const YANDEX_REGIONS: Parameters = { ru: '225', by: '149', kz: '159', ua: '187', tr: '983', de: '96', fr: '124', gb: '102', us: '84' };

const ENGINES: Readonly<Partial<Record<EngineName, EngineRequest>>> = {
  google: { parameters: google('google'), mobile: 'device', customParameters: GOOGLE_FILTERS },
  googleadvertiser: { parameters: google('google'), mobile: 'device', customParameters: GOOGLE_FILTERS },
  googlelocal: { parameters: google('google_local'), mobile: 'device' },
  googleimages: { parameters: google('google_images'), mobile: 'device', customParameters: GOOGLE_FILTERS },
  googlenews: { parameters: (query) => ({ ...google('google_news')(query), location: null }), mobile: 'same' },
  'google-aimode': { parameters: google('google_ai_mode'), mobile: 'device' },
  bing: {
    parameters: (query) => {
      const market = marketOf(query);
      const cc = market === null ? query.region.countryCode.toUpperCase() : null;
      return { engine: 'bing', q: query.keyword, mkt: market, cc, location: isCountry(query) ? null : query.region.canonicalName };
    },
    mobile: 'device',
  },
  yahoo: { parameters: (query) => ({ engine: 'yahoo', p: query.keyword, yahoo_domain: yahooSiteOf(query) }), mobile: 'none' },
  yandex: {
    parameters: (query) => ({ engine: 'yandex', text: query.keyword, lang: query.language, lr: YANDEX_REGIONS[countryOf(query)] ?? null }),
    mobile: 'none',
  },
  youtube: {
    parameters: (query) => ({
      engine: 'youtube',
      search_query: query.keyword,
      hl: googleLanguageOf(query).toLowerCase(),
      gl: countryOf(query),
    }),
    mobile: 'same',
    customParameters: ['sp'],
  },
  naver: { parameters: (query) => ({ engine: 'naver', query: query.keyword, where: 'nexearch' }), mobile: 'device' },
  naverwebdocs: { parameters: (query) => ({ engine: 'naver', query: query.keyword, where: 'web' }), mobile: 'device' },
  baidu: { parameters: (query) => ({ engine: 'baidu', q: query.keyword }), mobile: 'device' },
};

export const SERPAPI_ENGINES = Object.keys(ENGINES) as EngineName[];

/** Returns all parameters of the first page except the key. */
export function parametersOf(query: SerpQuery, provider: Provider): Parameters {
  const engineRequest = ENGINES[query.engine];
  if (!engineRequest) throw unreadable(`${provider.name} does not support the engine.`);
  if (query.isMobile && engineRequest.mobile === 'none') throw unreadable(`${provider.name} has no mobile pages of this engine.`);
  const device = engineRequest.mobile === 'device' && query.isMobile ? 'mobile' : null;
  return { ...customParametersOf(query, provider, engineRequest.customParameters ?? []), ...engineRequest.parameters(query), device };
}
