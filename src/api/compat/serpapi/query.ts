// The query of a search: the engine's own parameter, with the fields of advanced search written into it.
import { ApiError } from '../../../contract/errors.ts';
import type { Given } from '../values.ts';
import type { Dialect } from './dialects.ts';

export const ADVANCED = ['as_q', 'as_epq', 'as_oq', 'as_eq', 'as_sitesearch', 'as_dt', 'as_nlo', 'as_nhi', 'as_lq', 'as_rq', 'as_qdr'];
/** Baidu's fields of advanced search. */
export const BAIDU_FIELDS = ['q5', 'q6'];
/** The parameters that are written into the query. */
export const QUERY_FIELDS: readonly string[] = [...ADVANCED.filter((name) => name !== 'as_qdr'), ...BAIDU_FIELDS];
const BAIDU_PLACES: Readonly<Record<string, string>> = { '1': 'intitle', '2': 'inurl' };

const wordsOf = (text: string | undefined): string[] => text?.split(/\s+/).filter(Boolean) ?? [];

/** Returns the query with Google's advanced fields as operators. */
function advancedQuery(given: Given): string {
  const { as_nlo, as_nhi, as_sitesearch } = given;
  const alternatives = wordsOf(given.as_oq);
  return [
    given.q,
    given.as_q,
    given.as_epq === undefined ? undefined : `"${given.as_epq.replaceAll('"', '')}"`,
    alternatives.length > 1 ? `(${alternatives.join(' OR ')})` : alternatives[0],
    ...wordsOf(given.as_eq).map((word) => `-${word}`),
    as_sitesearch === undefined ? undefined : `${given.as_dt === 'e' ? '-' : ''}site:${as_sitesearch}`,
    as_nlo === undefined && as_nhi === undefined ? undefined : `${as_nlo ?? ''}..${as_nhi ?? ''}`,
    given.as_lq === undefined ? undefined : `link:${given.as_lq}`,
    given.as_rq === undefined ? undefined : `related:${given.as_rq}`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** `q6` is the site. `q5` says where the words must be. */
function baiduQuery(given: Given): string | undefined {
  const { q, q5, q6 } = given;
  if (q === undefined) return undefined;
  const place = q5 !== undefined && Object.hasOwn(BAIDU_PLACES, q5) ? BAIDU_PLACES[q5] : undefined;
  return [place === undefined ? q : `${place}:(${q})`, q6 === undefined ? undefined : `site:${q6}`].filter(Boolean).join(' ');
}

export function missingQuery(name: string): ApiError {
  return new ApiError(400, `Missing query \`${name}\` parameter.`);
}

/** The fields of advanced search are Google's, and YouTube has none. */
export const hasAdvanced = ({ query, places }: Dialect): boolean => query === 'q' && places === 'google';

/** Returns the query. Throws in SerpApi's words when it is missing. */
export function queryOf(given: Given, dialect: Dialect): string {
  const query = dialect.name === 'baidu' ? baiduQuery(given) : hasAdvanced(dialect) ? advancedQuery(given) : given[dialect.query];
  if (query === undefined || query.trim() === '') throw missingQuery(dialect.query);
  return query;
}

/** The filter of news by age is part of the query in the feed: `qdr:w` means `when:7d`. */
const AGES: Readonly<Record<string, string>> = { h: 'h', d: 'd', w: 'd', m: 'd', y: 'y' };
const DAYS: Readonly<Record<string, number>> = { w: 7, m: 30 };

/** Returns `when:…` for a filter by age, or null for any other filter. */
export function newsAgeOf(tbs: string): string | null {
  const match = /^qdr:([hdwmy])(\d{0,3})$/.exec(tbs.trim());
  if (!match) return null;
  const [, unit = 'd', count] = match;
  return `when:${Number(count || 1) * (DAYS[unit] ?? 1)}${AGES[unit]}`;
}
