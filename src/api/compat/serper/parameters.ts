// Reads one search of Serper, from the body or the query string.
import type { Regions } from '../../../business/regions/regions.ts';
import { errors } from '../../../contract/errors.ts';
import type { SerpRequest } from '../../../contract/serp.ts';
import { languageIn, losesScript } from '../languages.ts';
import { countryIn, findPlace } from '../places.ts';
import { SAFE_LEVELS } from '../serpapi/filter-values.ts';
import { coordinatesIn } from '../serpapi/place-parameters.ts';
import { newsAgeOf } from '../serpapi/query.ts';
import { resultsFor, type Slice } from '../slice.ts';
import { countIn, flagIn, type Given } from '../values.ts';
import type { Method } from './methods.ts';

const COUNT = 10;
/** Aliases such as `country` come from a widespread client. */
const KNOWN: ReadonlySet<string> = new Set(['q', 'gl', 'country', 'hl', 'locale', 'location', 'num', 'page', 'tbs', 'autocorrect', 'safe']);
/** Names that this module and the handlers read. Only these must have a value of the right type. */
export const NAMES_READ: ReadonlySet<string> = new Set([...KNOWN, 'll', 'placeId', 'cid', 'url', 'includeMarkdown']);
/** Keys in another place than the header. They are not parameters, so they are not named as ignored. */
const SILENT: ReadonlySet<string> = new Set(['api_key', 'apikey']);
const PLACES: ReadonlySet<string> = new Set(['places', 'maps']);

export interface SerperSearch {
  readonly request: SerpRequest;
  readonly slice: Slice;
  /** `searchParameters` of the response. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
}

export function readParameters(given: Given, method: Method, regions: Regions): SerperSearch {
  const { q } = given;
  if (q === undefined) throw errors.badParameter('q', 'is missing');
  if (method.name === 'maps' && (given.placeId ?? given.cid) !== undefined)
    throw errors.badParameter(given.placeId === undefined ? 'cid' : 'placeId', 'is not supported');
  const [num, page] = [countIn(given, 'num', 1) ?? COUNT, countIn(given, 'page', 1) ?? 1];
  const slice = { from: (page - 1) * num, count: num };
  const place = placeOf(given, method, regions);
  const filters = filtersOf(given, method);
  const autocorrect = flagIn(given, 'autocorrect') ?? true;
  const ignored = [...ignoredNames(given, method), ...place.ignored, ...filters.ignored];
  const used = (['location', 'tbs', 'll'] as const).filter((name) => given[name] !== undefined && !ignored.includes(name));
  const shown = {
    q,
    gl: (given.gl ?? given.country ?? place.country).toLowerCase(),
    hl: (given.hl ?? given.locale)?.toLowerCase(),
    ...Object.fromEntries(used.map((name) => [name, given[name]])),
    type: method.name,
    num,
    page,
    autocorrect,
    engine: 'google',
  };
  return {
    slice,
    shown,
    ignored,
    request: {
      keyword: filters.age === null ? q : `${q} ${filters.age}`,
      ...place.fields,
      searchEngine: method.engine,
      maxResults: resultsFor(slice, 'num and page'),
      ...(filters.passedOn.length === 0 ? {} : { customUrlParameter: [...filters.passedOn] }),
    },
  };
}

function ignoredNames(given: Given, method: Method): string[] {
  const isKnown = (name: string): boolean =>
    KNOWN.has(name) ||
    SILENT.has(name) ||
    (name === 'll' && method.name === 'maps') ||
    (name === 'type' && given.type === method.name) ||
    (name === 'engine' && given.engine === 'google');
  return Object.keys(given).filter((name) => !isKnown(name));
}

interface Filters {
  readonly passedOn: readonly { readonly name: string; readonly value: string }[];
  /** The age of news, as words of the query. */
  readonly age: string | null;
  readonly ignored: readonly string[];
}

function filtersOf(given: Given, { name }: Method): Filters {
  const isPage = name === 'search' || name === 'images';
  const { tbs, safe } = given;
  const passedOn: { name: string; value: string }[] = [];
  const ignored: string[] = [];
  const age = name === 'news' && tbs !== undefined ? newsAgeOf(tbs) : null;
  if (tbs !== undefined && isPage) passedOn.push({ name: 'tbs', value: tbs });
  else if (tbs !== undefined && PLACES.has(name)) ignored.push('tbs');
  else if (tbs !== undefined && age === null)
    throw errors.badParameter('tbs', name === 'news' ? 'must be qdr: and an age' : `is not supported by /${name}`);
  if (flagIn(given, 'autocorrect') === false) {
    if (!isPage) throw errors.badParameter('autocorrect', `is not supported by /${name}`);
    passedOn.push({ name: 'nfpr', value: '1' });
  }
  if (safe !== undefined && safe !== 'off') {
    if (!isPage) throw errors.badParameter('safe', `is not supported by /${name}`);
    if (!SAFE_LEVELS.includes(safe)) throw errors.badParameter('safe', `must be one of ${SAFE_LEVELS.join(', ')}`);
    passedOn.push({ name: 'safe', value: safe });
  }
  return { passedOn, age, ignored };
}

function placeOf(given: Given, method: Method, regions: Regions) {
  const code = given.gl ?? given.country;
  const country = code === undefined ? null : countryIn(code, regions);
  if (code !== undefined && country === null)
    throw errors.badParameter('gl', 'is not a known country', 'Send a code of two letters, such as us.');
  const spot = spotOf(given, method, regions);
  const used = spot?.country ?? country ?? 'US';
  const hl = given.hl ?? given.locale;
  const language = hl === undefined ? null : languageIn(hl);
  if (language === undefined) throw errors.badParameter('hl', 'is not a language code', 'Send a code such as en or pt-br.');
  const isLocationIgnored = spot?.isReduced || (method.name === 'maps' && given.ll !== undefined && given.location !== undefined);
  return {
    country: used,
    fields: { ...(spot?.fields ?? { region: used }), ...(language === null ? {} : { language }) },
    ignored: [
      ...(isLocationIgnored ? ['location'] : []),
      ...(country !== null && country !== used ? ['gl'] : []),
      ...(hl !== undefined && (language === null || losesScript(hl, used)) ? ['hl'] : []),
    ],
  };
}

interface Spot {
  readonly fields: Pick<SerpRequest, 'region' | 'regionSearch'>;
  readonly country: string;
  /** The client named a smaller place than its country, and the engine supports only countries. */
  readonly isReduced: boolean;
}

/** Returns the place that the client named, or null for a whole country. */
function spotOf({ location, ll }: Given, method: Method, regions: Regions): Spot | null {
  if (ll !== undefined && method.name === 'maps') {
    const coordinates = coordinatesIn(ll);
    const regionSearch = coordinates && { latitude: coordinates[0], longitude: coordinates[1] };
    const region = regionSearch && regions.nearest(regionSearch);
    if (!regionSearch || !region) throw errors.badParameter('ll', 'must look like @40.74,-74.00,14z');
    return { fields: { regionSearch }, country: region.countryCode, isReduced: false };
  }
  if (location === undefined) return null;
  const region = findPlace(location, regions);
  if (region) {
    // No source of YouTube supports more than a country.
    const isReduced = method.engine === 'youtube' && region.type !== 'country';
    return { fields: { region: isReduced ? region.countryCode : region.canonicalName }, country: region.countryCode, isReduced };
  }
  const near = regions.near(location);
  throw errors.badParameter(
    'location',
    'is not known',
    near.length > 0 ? `Did you mean ${near.map((name) => `“${name}”`).join(', ')}?` : undefined,
  );
}
