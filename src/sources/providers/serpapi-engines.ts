// SerpApi's parameters for each engine.
import type { EngineName } from '../../contract/vocabulary.ts';
import { unreadable } from '../adapter.ts';
import { marketOf } from '../bing-markets.ts';
import type { SerpQuery } from '../serp.ts';
import type { Provider } from './answer.ts';
import { customParametersOf, GOOGLE_FILTERS, googleLanguageOf, isCountry } from './custom-parameters.ts';

type Parameters = Readonly<Record<string, string | null>>;

interface Asked {
  readonly parameters: (ask: SerpQuery) => Parameters;
  /** Mobile pages: selectable, the same as desktop pages, or none. */
  readonly mobile: 'device' | 'same' | 'none';
  /** URL parameters of the engine that the provider passes on. */
  readonly customParameters?: readonly string[];
}

const countryOf = ({ place }: SerpQuery): string => place.countryCode.toLowerCase();

/** A country is set by `gl` only. */
const google =
  (engine: string): Asked['parameters'] =>
  (ask) => ({
    engine,
    q: ask.keyword,
    hl: googleLanguageOf(ask).toLowerCase(),
    gl: countryOf(ask),
    location: isCountry(ask) ? null : ask.place.canonicalName,
  });

/** Yahoo's sites by country. Other countries use that of the United States. */
const YAHOO_HOUSES: ReadonlySet<string> = new Set('ar au br ca cl co de es fr hk id in it mx my nz pe ph sg th tw ve vn'.split(' '));

function yahooHouseOf(ask: SerpQuery): string | null {
  const country = countryOf(ask);
  if (country === 'gb') return 'uk';
  return YAHOO_HOUSES.has(country) ? country : null;
}

/** Yandex's region numbers of countries. */
const YANDEX_REGIONS: Parameters = { ru: '225', by: '149', kz: '159', ua: '187', tr: '983', de: '96', fr: '124', gb: '102', us: '84' };

const ENGINES: Readonly<Partial<Record<EngineName, Asked>>> = {
  google: { parameters: google('google'), mobile: 'device', customParameters: GOOGLE_FILTERS },
  googleadvertiser: { parameters: google('google'), mobile: 'device', customParameters: GOOGLE_FILTERS },
  googlelocal: { parameters: google('google_local'), mobile: 'device' },
  googleimages: { parameters: google('google_images'), mobile: 'device', customParameters: GOOGLE_FILTERS },
  googlenews: { parameters: (ask) => ({ ...google('google_news')(ask), location: null }), mobile: 'same' },
  'google-aimode': { parameters: google('google_ai_mode'), mobile: 'device' },
  bing: {
    parameters: (ask) => {
      const market = marketOf(ask);
      const cc = market === null ? ask.place.countryCode.toUpperCase() : null;
      return { engine: 'bing', q: ask.keyword, mkt: market, cc, location: isCountry(ask) ? null : ask.place.canonicalName };
    },
    mobile: 'device',
  },
  yahoo: { parameters: (ask) => ({ engine: 'yahoo', p: ask.keyword, yahoo_domain: yahooHouseOf(ask) }), mobile: 'none' },
  yandex: {
    parameters: (ask) => ({ engine: 'yandex', text: ask.keyword, lang: ask.language, lr: YANDEX_REGIONS[countryOf(ask)] ?? null }),
    mobile: 'none',
  },
  youtube: {
    parameters: (ask) => ({ engine: 'youtube', search_query: ask.keyword, hl: googleLanguageOf(ask).toLowerCase(), gl: countryOf(ask) }),
    mobile: 'same',
    customParameters: ['sp'],
  },
  naver: { parameters: (ask) => ({ engine: 'naver', query: ask.keyword, where: 'nexearch' }), mobile: 'device' },
  naverwebdocs: { parameters: (ask) => ({ engine: 'naver', query: ask.keyword, where: 'web' }), mobile: 'device' },
  baidu: { parameters: (ask) => ({ engine: 'baidu', q: ask.keyword }), mobile: 'device' },
};

export const SERPAPI_ENGINES = Object.keys(ENGINES) as EngineName[];

/** Returns all parameters of the first page except the key. */
export function parametersOf(ask: SerpQuery, provider: Provider): Parameters {
  const asked = ENGINES[ask.engine];
  if (!asked) throw unreadable(`${provider.name} does not support the engine.`);
  if (ask.isMobile && asked.mobile === 'none') throw unreadable(`${provider.name} has no mobile pages of this engine.`);
  const device = asked.mobile === 'device' && ask.isMobile ? 'mobile' : null;
  return { ...customParametersOf(ask, provider, asked.customParameters ?? []), ...asked.parameters(ask), device };
}
