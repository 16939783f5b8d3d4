// Reads a search of SerpApi: what it asks for in our terms, and which parameters have no effect.
import type { Regions } from '../../../business/regions/regions.ts';
import { errors } from '../../../contract/errors.ts';
import type { Account } from '../../../contract/order.ts';
import type { SerpRequest } from '../../../contract/serp.ts';
import { resultsFor, type Slice } from '../slice.ts';
import { flagIn, type Given } from '../values.ts';
import { choiceNames, rejectChoices } from './choices.ts';
import { type Dialect, dialectOf, ENGINE_NAMES, GOOGLE_FILTERS, tabOf, WEB_DOCUMENTS, webDocuments } from './dialects.ts';
import { rejectFilterValues } from './filter-values.ts';
import { FILTER_NAMES, FLAG_DEFAULTS, filtersOf } from './filters.ts';
import { pageNames, sliceIn } from './paging.ts';
import { placeNames, placeOf, unsupported } from './place-parameters.ts';
import { ADVANCED, BAIDU_FIELDS, hasAdvanced, newsAgeOf, queryOf } from './query.ts';

/** The parameters that say how to answer, and the key. They are not part of the search. */
const HIDDEN: ReadonlySet<string> = new Set(['api_key', 'serp_api_key', 'source', 'output', 'async', 'no_cache', 'json_restrictor']);
const GENERAL = ['engine', 'device'];
const OUTPUTS = ['json', 'html'] as const;

export interface SerpApiSearch {
  readonly dialect: Dialect;
  readonly slice: Slice;
  /** The parameters of the search as they were sent, with the engine, sorted by name. */
  readonly sent: Given;
  readonly request: SerpRequest;
  readonly ignored: readonly string[];
  readonly output: (typeof OUTPUTS)[number];
  readonly isAsync: boolean;
  /** An equal search of the last hour may be the answer. */
  readonly mayReplay: boolean;
  readonly restrictor: string | null;
}

/** Returns the dialect of an engine and tab. Throws in SerpApi's words for an unknown one. */
export function dialectIn({ engine = 'google', tbm, where }: Given): Dialect {
  const dialect = dialectOf(engine);
  if (!dialect) throw unsupported(engine, `search engine. Supported: ${ENGINE_NAMES.join(', ')}`);
  if (engine === 'naver' && where?.trim() === WEB_DOCUMENTS) return webDocuments();
  if (engine !== 'google' || tbm === undefined) return dialect;
  const tab = tabOf(tbm);
  if (!tab) throw unsupported(tbm, 'tab - tbm parameter');
  return tab;
}

export function readParameters(given: Given, account: Account, regions: Regions, defaultOutput: 'json' | 'html'): SerpApiSearch {
  const dialect = dialectIn(given);
  rejectParameters(given, dialect);
  rejectFilterValues(given, dialect, regions);
  const output = given.output ?? defaultOutput;
  if (output !== 'json' && output !== 'html') throw unsupported(output, `output. Supported: ${OUTPUTS.join(', ')}`);
  const device = given.device ?? 'desktop';
  if (!['desktop', 'mobile', 'tablet'].includes(device)) throw unsupported(device, 'device');
  const place = placeOf(given, dialect, regions);
  const isMobile = device === 'mobile' && !dialect.isDesktopOnly;
  const slice = sliceIn(given, dialect, account, isMobile);
  const filters = { ...place.passedOn, ...filtersOf(given, dialect) };
  const age = newsAge(given, dialect);
  const noCache = flagIn(given, 'no_cache') === true;
  const passed = Object.entries(filters).map(([name, value]) => ({ name, value }));
  return {
    dialect,
    slice,
    output,
    sent: sentIn(given),
    ignored: [
      ...Object.keys(given).filter((name) => !isKnown(name, dialect, given)),
      ...place.ignored,
      ...(device !== 'desktop' && !isMobile ? ['device'] : []),
      ...(dialect.layout === 'videos' ? [given.tbm === undefined ? 'engine' : 'tbm'] : []),
    ],
    isAsync: flagIn(given, 'async') === true,
    mayReplay: !noCache,
    restrictor: given.json_restrictor ?? null,
    request: {
      keyword: age === null ? queryOf(given, dialect) : `${queryOf(given, dialect)} ${age}`,
      ...place.fields,
      searchEngine: dialect.engine,
      maxResults: resultsFor(slice, pageNames(dialect)),
      isMobile,
      ...(output === 'html' ? { saveRawData: true } : {}),
      ...(passed.length === 0 ? {} : { customUrlParameter: passed }),
    },
  };
}

/** The parameters are part of the stored request, so equal searches need them in one order. */
function sentIn(given: Given): Given {
  const sent = Object.entries({ engine: 'google', ...given }).filter(([name]) => !HIDDEN.has(name));
  return Object.fromEntries(sent.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isKnown(name: string, dialect: Dialect, given: Given): boolean {
  const { paging, passedOn, layout } = dialect;
  // An AI answer has no pages. Engines with another name of the first result do not read `start`.
  const isPaged = layout !== 'aimode';
  return (
    HIDDEN.has(name) ||
    GENERAL.includes(name) ||
    (name === 'tbm' && (given.engine ?? 'google') === 'google') ||
    (name === 'num' && isPaged) ||
    (name === 'start' && isPaged && (paging.start?.name ?? 'start') === 'start') ||
    [dialect.query, paging.start?.name, paging.page?.name, paging.count, paging.token].includes(name) ||
    passedOn.includes(name) ||
    placeNames(dialect).includes(name) ||
    (hasAdvanced(dialect) && ADVANCED.includes(name)) ||
    (layout === 'images' && FILTER_NAMES.includes(name)) ||
    (layout === 'newstab' && name === 'tbs') ||
    (dialect.name === 'bing' && name === 'safeSearch') ||
    (dialect.name === 'duckduckgo' && name === 'safe') ||
    choiceNames(dialect).includes(name) ||
    (dialect.name === 'baidu' && BAIDU_FIELDS.includes(name)) ||
    (layout === 'maps' && name === 'type')
  );
}

/** Rejects what would change the results and cannot be honoured. */
function rejectParameters(given: Given, dialect: Dialect): void {
  rejectChoices(given, dialect);
  for (const name of dialect.rejected ?? [])
    if (given[name] !== undefined) throw errors.badParameter(name, `is not supported for ${given.engine ?? 'google'}`);
  if (dialect.layout === 'maps' && given.type !== undefined && given.type !== 'search')
    throw unsupported(given.type, 'type. Supported: search');
  if (dialect.places !== 'google') return;
  const isNews = dialect.layout === 'newstab';
  if (
    hasAdvanced(dialect) &&
    given.as_qdr !== undefined &&
    !dialect.passedOn.includes('tbs') &&
    (!isNews || newsAge(given, dialect) === null)
  )
    throw errors.badParameter('as_qdr', `is not supported for ${dialect.label === 'Google' ? `tbm=${given.tbm}` : dialect.name}`);
  for (const name of GOOGLE_FILTERS) {
    const value = given[name];
    if (value === undefined || dialect.passedOn.includes(name)) continue;
    if (name in FLAG_DEFAULTS && flagIn(given, name) === FLAG_DEFAULTS[name]) continue;
    if (name === 'safe' && value === 'off') continue;
    if (name === 'tbs' && isNews && newsAgeOf(value) !== null) continue;
    throw errors.badParameter(name, `is not supported for ${dialect.label === 'Google' ? `tbm=${given.tbm}` : dialect.name}`);
  }
}

function newsAge({ tbs, as_qdr }: Given, dialect: Dialect): string | null {
  const filter = tbs ?? (as_qdr === undefined ? undefined : `qdr:${as_qdr}`);
  return dialect.layout === 'newstab' && filter !== undefined ? newsAgeOf(filter) : null;
}
