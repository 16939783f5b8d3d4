// The place and the language of a search, under the names that each engine of SerpApi uses.
import type { Regions } from '../../../business/regions/regions.ts';
import { ApiError, errors } from '../../../contract/errors.ts';
import type { Region } from '../../../contract/region.ts';
import type { SerpRequest } from '../../../contract/serp.ts';
import { placeOfRegion, regionOf } from '../../../sources/engines/duckduckgo/regions.ts';
import { countryOfRegion } from '../../../sources/yandex-regions.ts';
import { languageIn, losesScript } from '../languages.ts';
import { countryIn, countryOfDomain, findPlace, nameInUule } from '../places.ts';
import { type Given, numberIn } from '../values.ts';
import type { Dialect } from './dialects.ts';

export interface Place {
  readonly fields: Pick<SerpRequest, 'region' | 'regionSearch' | 'language'>;
  /** Parameters of the engine's URL. */
  readonly passedOn: Given;
  readonly ignored: readonly string[];
}

export const unsupported = (value: string, what: string): ApiError => new ApiError(400, `Unsupported \`${value.slice(0, 200)}\` ${what}.`);

/** Names that `placeOf` reads. Others are not known to the engine. */
const NAMES: Readonly<Record<Dialect['places'], readonly string[]>> = {
  google: ['location', 'uule', 'lat', 'lon', 'gl', 'hl', 'google_domain'],
  bing: ['location', 'lat', 'lon', 'mkt', 'cc'],
  yahoo: ['yahoo_domain', 'vc', 'vl'],
  yandex: ['lr', 'lang', 'yandex_domain'],
  duckduckgo: ['kl'],
  fixed: [],
};
const MAP_NAMES = ['ll'];

export const placeNames = (dialect: Dialect): readonly string[] =>
  dialect.layout === 'maps' ? [...NAMES.google, ...MAP_NAMES] : dialect.name === 'youtube' ? ['gl', 'hl'] : NAMES[dialect.places];

const FIXED: Readonly<Record<string, string>> = { naver: 'KR', baidu: 'CN' };

export function placeOf(given: Given, dialect: Dialect, regions: Regions): Place {
  switch (dialect.places) {
    case 'google':
      return googlePlace(given, dialect, regions);
    case 'bing':
      return bingPlace(given, dialect, regions);
    case 'yahoo':
      return yahooPlace(given, regions);
    case 'yandex':
      return yandexPlace(given);
    case 'duckduckgo':
      return duckDuckGoPlace(given);
    default:
      return { fields: { region: FIXED[dialect.name] ?? 'US' }, passedOn: {}, ignored: [] };
  }
}

interface Spot {
  readonly fields: Pick<SerpRequest, 'region' | 'regionSearch'>;
  readonly country: string;
  /** The parameters that name more than a country. */
  readonly precise: readonly string[];
}

function spotAt(latitude: number, longitude: number, regions: Regions, precise: readonly string[]): Spot {
  const regionSearch = { latitude, longitude };
  const region = regions.nearest(regionSearch);
  if (!region) throw unsupported(`${latitude},${longitude}`, 'location - lat and lon parameters');
  return { fields: { regionSearch }, country: region.countryCode, precise };
}

const spotOf = (region: Region, name: string): Spot => ({
  fields: { region: region.canonicalName },
  country: region.countryCode,
  precise: region.type === 'country' ? [] : [name],
});

/** `@40.74,-74.0,14z` or `…,1000m`. */
const LL = /^@?(-?\d{1,2}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)(?:,\d{1,9}(?:\.\d{1,9})?[zm])?$/;

export function coordinatesIn(ll: string): readonly [number, number] | null {
  const match = LL.exec(ll.trim());
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : null;
}

/** Returns the place that the client named, or null for a whole country. Only one parameter may name it. */
function spotIn(given: Given, dialect: Dialect, regions: Regions): Spot | null {
  const known = placeNames(dialect);
  const { location, uule, ll, ...coordinates } = Object.fromEntries(
    Object.entries(given).filter(([name]) => known.includes(name)),
  ) as Given;
  const [lat, lon] = [numberIn(coordinates, 'lat', -90, 90), numberIn(coordinates, 'lon', -180, 180)];
  const ways = { location, uule, ll, 'lat and lon': lat ?? lon ?? undefined };
  const [first, second] = Object.entries(ways).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (second !== undefined) throw errors.badParameter(first!, `cannot be combined with ${second}`);
  if (ll !== undefined) {
    const center = coordinatesIn(ll);
    if (!center) throw unsupported(ll, 'coordinates - ll parameter');
    return spotAt(...center, regions, ['ll']);
  }
  if (lat !== null || lon !== null) {
    if (lat === null || lon === null) throw errors.badParameter(lat === null ? 'lat' : 'lon', 'is missing');
    return spotAt(lat, lon, regions, ['lat', 'lon']);
  }
  if (uule !== undefined) {
    const name = nameInUule(uule);
    const region = name === null ? null : findPlace(name, regions);
    if (!region) throw unsupported(uule, 'location - uule parameter');
    return spotOf(region, 'uule');
  }
  if (location === undefined) return null;
  const region = findPlace(location, regions);
  if (region) return spotOf(region, 'location');
  const near = regions.near(location);
  const hint = near.length > 0 ? `Did you mean ${near.map((name) => `“${name}”`).join(', ')}?` : undefined;
  throw new ApiError(400, unsupported(location, 'location - location parameter').message, hint);
}

function countryNamed(code: string | undefined, name: string, regions: Regions): string | null {
  if (code === undefined) return null;
  const country = countryIn(code, regions);
  if (country === null) throw unsupported(code, `country - ${name} parameter`);
  return country;
}

/** Returns the language, and the name of the parameter if it has no effect. */
function languageOf(code: string | undefined, name: string, country: string): { fields: { language?: string }; ignored: string[] } {
  if (code === undefined) return { fields: {}, ignored: [] };
  const language = languageIn(code);
  if (language === undefined) throw unsupported(code, `language - ${name} parameter`);
  if (language === null) return { fields: {}, ignored: [name] };
  return { fields: { language }, ignored: losesScript(code, country) ? [name] : [] };
}

function googlePlace(given: Given, dialect: Dialect, regions: Regions): Place {
  const hasPlaces = dialect.name !== 'youtube';
  const spot = hasPlaces ? spotIn(given, dialect, regions) : null;
  const gl = countryNamed(given.gl, 'gl', regions);
  const domain = hasPlaces ? given.google_domain : undefined;
  const domainCountry = domain === undefined ? null : countryOfDomain(domain, regions);
  if (domain !== undefined && domainCountry === null) throw unsupported(domain, 'Google domain - google_domain parameter');
  const isDefaultDomain = domain === undefined || /^(?:www\.)?google\.com$/i.test(domain);
  const country = spot?.country ?? gl ?? domainCountry ?? 'US';
  const language = languageOf(given.hl, 'hl', country);
  // No source of YouTube supports more than a country.
  const isCountryOnly = dialect.engine === 'youtube';
  return {
    fields: { ...((isCountryOnly ? null : spot?.fields) ?? { region: country }), ...language.fields },
    passedOn: {},
    ignored: [
      ...(isCountryOnly ? (spot?.precise ?? []) : []),
      ...(spot && gl !== null && gl !== spot.country ? ['gl'] : []),
      ...(!isDefaultDomain && domainCountry !== country ? ['google_domain'] : []),
      ...language.ignored,
    ],
  };
}

/** The market is a language and a country: `en-us`. */
function bingPlace(given: Given, dialect: Dialect, regions: Regions): Place {
  const spot = spotIn(given, dialect, regions);
  const market = given.mkt === undefined ? null : /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})$/i.exec(given.mkt.trim());
  if (given.mkt !== undefined && !market) throw unsupported(given.mkt, 'market - mkt parameter');
  const cc = countryNamed(given.cc, 'cc', regions);
  const marketCountry = market ? countryNamed(market[2], 'mkt', regions) : null;
  const country = spot?.country ?? cc ?? marketCountry ?? 'US';
  const language = market ? languageOf(market[1], 'mkt', country) : { fields: {}, ignored: [] };
  return {
    fields: { ...(spot?.fields ?? { region: country }), ...language.fields },
    passedOn: {},
    ignored: [
      ...(cc !== null && cc !== country ? ['cc'] : []),
      ...(marketCountry !== null && marketCountry !== country ? ['mkt'] : []),
      ...language.ignored,
    ],
  };
}

/** `yahoo_domain` is a country's code, or `malaysia` and similar for a few. */
function yahooPlace(given: Given, regions: Regions): Place {
  const { yahoo_domain, vl } = given;
  const named =
    yahoo_domain === undefined ? null : (countryIn(yahoo_domain, regions) ?? regions.resolve(yahoo_domain)?.countryCode ?? null);
  if (yahoo_domain !== undefined && named === null) throw unsupported(yahoo_domain, 'domain - yahoo_domain parameter');
  const vc = countryNamed(given.vc, 'vc', regions);
  const country = vc ?? named ?? 'US';
  const language = languageOf(vl?.replace(/^lang_/, ''), 'vl', country);
  const ignored = [...(named !== null && named !== country ? ['yahoo_domain'] : []), ...language.ignored];
  return { fields: { region: country, ...language.fields }, passedOn: {}, ignored };
}

const YANDEX_DOMAINS: Readonly<Record<string, string>> = {
  'yandex.ru': 'RU',
  'ya.ru': 'RU',
  'yandex.by': 'BY',
  'yandex.kz': 'KZ',
  'yandex.uz': 'UZ',
  'yandex.com.tr': 'TR',
  'yandex.com': 'US',
};

/** Yandex's numbers are below this one (seen 2026-11). For a number that it does not know, it searches from the IP address of the proxy. */
const LR_MAX = 300_000;

/** A number of a country becomes the region. Numbers of cities are passed on as they are. */
function yandexPlace(given: Given): Place {
  const { lr, yandex_domain } = given;
  if (lr !== undefined && !(/^[1-9]\d{0,5}$/.test(lr.trim()) && Number(lr) < LR_MAX)) throw unsupported(lr, 'location - lr parameter');
  const domain = yandex_domain?.trim().toLowerCase();
  if (domain !== undefined && !Object.hasOwn(YANDEX_DOMAINS, domain))
    throw unsupported(yandex_domain!, 'Yandex domain - yandex_domain parameter');
  const named = lr === undefined ? null : countryOfRegion(Number(lr));
  const country = named ?? (domain === undefined ? undefined : YANDEX_DOMAINS[domain]) ?? (lr === undefined ? 'US' : 'RU');
  const language = languageOf(given.lang, 'lang', country);
  return {
    fields: { region: country, ...language.fields },
    passedOn: lr !== undefined && named === null ? { lr: lr.trim() } : {},
    ignored: language.ignored,
  };
}

/** A region that the engine does not derive from a country and a language is passed on. */
function duckDuckGoPlace({ kl }: Given): Place {
  if (kl === undefined) return { fields: { region: 'US' }, passedOn: {}, ignored: [] };
  const name = kl.trim().toLowerCase();
  const place = placeOfRegion(name);
  if (!place) throw unsupported(kl, 'region - kl parameter');
  const { countryCode, language } = place;
  return {
    fields: { region: countryCode, ...(language === null ? {} : { language }) },
    passedOn: regionOf(countryCode, language ?? '') === name ? {} : { kl: name },
    ignored: [],
  };
}
