// Filters that are passed on to the engine's own URL.
import { flagIn, type Given } from '../values.ts';
import type { Dialect } from './dialects.ts';
import { filterIn } from './paging.ts';
import { unsupported } from './place-parameters.ts';

/** Filters of images, which Google writes as parts of `tbs`. */
const IMAGE_PARTS: Readonly<Record<string, (value: string) => string>> = {
  imgar: (value) => `iar:${value}`,
  imgsz: (value) => `isz:${value}`,
  image_color: (value) => (value === 'bw' ? 'ic:gray' : value === 'trans' ? 'ic:trans' : `ic:specific,isc:${value}`),
  image_type: (value) => `itp:${value}`,
  licenses: (value) => `sur:${value}`,
};
const PERIOD = ['period_unit', 'period_value', 'start_date', 'end_date'];
/** Names that only images have. */
export const FILTER_NAMES: readonly string[] = [...Object.keys(IMAGE_PARTS), ...PERIOD];

function imageFilter(given: Given): string[] {
  const parts = Object.entries(IMAGE_PARTS).flatMap(([name, write]) => (given[name] === undefined ? [] : [write(given[name])]));
  const { period_unit, period_value = '1', start_date, end_date } = given;
  if (period_unit !== undefined) parts.push(`qdr:${period_unit}${period_value === '1' ? '' : period_value}`);
  if (start_date !== undefined || end_date !== undefined)
    parts.push(`cdr:1${start_date ? `,cd_min:${dateOf(start_date)}` : ''}${end_date ? `,cd_max:${dateOf(end_date)}` : ''}`);
  return parts;
}

/** `20241231` becomes `12/31/2024`. */
const dateOf = (text: string): string => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$2/$3/$1');

/** Google's `as_qdr` for results of any age. */
const ANY_AGE = 'all';

/** The default of each flag needs no parameter, so that more sources can answer. */
export const FLAG_DEFAULTS: Readonly<Record<string, boolean>> = { nfpr: false, filter: true };
const SAFE_SEARCH: Readonly<Record<string, string>> = { off: 'off', moderate: 'demote', strict: 'strict' };

/** DuckDuckGo's default. */
const MODERATE = '-1';

/** Returns the parameters of the engine's URL. */
export function filtersOf(given: Given, dialect: Dialect): Given {
  const filters: Record<string, string> = {};
  for (const name of dialect.passedOn) {
    const sent = given[name];
    const value = name === dialect.paging.token && sent !== undefined ? filterIn(sent) : sent;
    if (value === undefined) continue;
    const standard = FLAG_DEFAULTS[name];
    if (standard === undefined) filters[name] = value;
    else if (flagIn(given, name) !== standard) filters[name] = standard ? '0' : '1';
  }
  if (filters.safe === 'off') delete filters.safe;
  if (dialect.passedOn.includes('tbs')) {
    const parts = [
      given.tbs,
      given.as_qdr === undefined || given.as_qdr === ANY_AGE ? undefined : `qdr:${given.as_qdr}`,
      ...(dialect.layout === 'images' ? imageFilter(given) : []),
    ];
    const tbs = parts.filter((part) => part !== undefined).join(',');
    if (tbs !== '') filters.tbs = tbs;
  }
  if (dialect.name === 'bing' && given.safeSearch !== undefined) {
    const name = given.safeSearch.toLowerCase();
    if (!Object.hasOwn(SAFE_SEARCH, name)) throw unsupported(given.safeSearch, 'level - safeSearch parameter');
    filters.adlt = SAFE_SEARCH[name]!;
  }
  if (dialect.name === 'duckduckgo' && given.safe !== undefined && given.safe !== MODERATE) filters.kp = given.safe;
  return filters;
}
