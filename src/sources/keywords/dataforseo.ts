// Google's keyword data from DataForSEO: live tasks of its Google Ads endpoints.
import type { Adapter, Page, PageRequest, SourceError } from '../adapter.ts';
import { distinct } from './folding.ts';
import { countryCriteriaId, languageCriteriaId, writesTraditional } from './google-constants.ts';
import { sameness, toGoogleSpelling } from './google-words.ts';
import { newestTwelve } from './months.ts';
import { type KeywordParsed, type KeywordQuery, type KeywordRow, unknownRow } from './query.ts';
import {
  badCredentials,
  noUsableKeyword,
  outOfQuota,
  readProvider,
  rejected,
  serverError,
  throttled,
  unknownFormat,
  unsupportedRegion,
} from './response.ts';
import { isObject, type Json, listAt, numberAt, parseJson, textAt } from './untrusted-json.ts';

export interface DataForSeoKeywordSettings {
  /** For example `https://api.dataforseo.com`. */
  readonly baseUrl: string;
  readonly login: string;
  readonly password: string;
}

const KEYWORDS_MAX = 1000;
const SEEDS_MAX = 20;
const GOOD = 20_000;
const NO_RESULTS = 40_102;

export function createDataForSeoKeywords(settings: DataForSeoKeywordSettings): Adapter<KeywordQuery, KeywordParsed> {
  const baseUrl = `${settings.baseUrl.replace(/\/+$/, '')}/v3/keywords_data/google_ads`;
  const credentials = Buffer.from(`${settings.login}:${settings.password}`).toString('base64');
  const post = (method: string, query: KeywordQuery, fields: object): PageRequest => ({
    url: `${baseUrl}/${method}/live`,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Basic ${credentials}` },
    body: JSON.stringify([{ ...fields, ...targetOf(query) }]),
  });
  const requestVolumes = (query: KeywordQuery, keywords: readonly string[]) => post('search_volume', query, { keywords });
  const requestIdeas = (query: KeywordQuery, keywords: readonly string[]) =>
    post('keywords_for_keywords', query, { keywords, ...(query.url === null ? {} : { target: query.url, target_type: 'page' }) });

  /** Returns the keywords after those of this request, or none after the last. */
  function following(page: Page, query: KeywordQuery, max: number): string[] {
    const keywords = spellingsOf(query);
    const requested = listAt(taskSent(page), 'keywords').at(-1);
    const from = typeof requested === 'string' ? keywords.indexOf(requested) + 1 : 0;
    return keywords.slice(from, from + max);
  }

  return {
    start(query) {
      const keywords = spellingsOf(query);
      if (query.suggestions && query.url !== null && keywords.length === 0)
        return post('keywords_for_site', query, { target: query.url, target_type: 'page' });
      if (keywords.length === 0) throw noUsableKeyword();
      return query.suggestions ? requestIdeas(query, keywords.slice(0, SEEDS_MAX)) : requestVolumes(query, keywords.slice(0, KEYWORDS_MAX));
    },

    parse(page, query) {
      const rows = rowsIn(readProvider(page, judge));
      const keywords = following(page, query, query.suggestions ? SEEDS_MAX : KEYWORDS_MAX);
      const found = query.suggestions ? ideasOf(rows) : volumesOf(rows, listAt(taskSent(page), 'keywords'), query);
      if (keywords.length === 0) return { found };
      return { found, next: query.suggestions ? requestIdeas(query, keywords) : requestVolumes(query, keywords) };
    },
  };
}

const spellingsOf = (query: KeywordQuery): string[] =>
  distinct(
    query.keywords.flatMap((keyword) => toGoogleSpelling(keyword) ?? []),
    sameness,
  );

function taskSent(page: Page): unknown {
  const tasks = parseJson(page.request.body ?? '');
  return Array.isArray(tasks) ? tasks[0] : null;
}

function targetOf(query: KeywordQuery): object {
  const criteriaId = query.region.criteriaId ?? countryCriteriaId(query.region.countryCode);
  if (criteriaId === null) throw unsupportedRegion();
  const code = query.language?.toLowerCase().slice(0, 2) ?? '';
  const known = languageCriteriaId(query.language, query.region.countryCode) !== null;
  const spelled: Readonly<Record<string, string>> = {
    zh: writesTraditional(query.region.countryCode) ? 'zh_TW' : 'zh_CN',
    he: 'iw',
    nb: 'no',
  };
  return { location_code: criteriaId, ...(known ? { language_code: spelled[code] ?? code } : {}), search_partners: query.searchPartners };
}

/** The provider's error codes are in the response and in its only task, nearly always with status 200. */
function judge(response: Json, page: Page): SourceError | null {
  return failureOf(numberAt(response, 'status_code'), page) ?? failureOf(numberAt(listAt(response, 'tasks')[0], 'status_code'), page);
}

function failureOf(code: number | null, page: Page): SourceError | null {
  if (code === null || code === GOOD || code === NO_RESULTS) return null;
  if ([40_100, 40_104, 40_201, 40_204, 40_207].includes(code)) return badCredentials();
  if ([40_200, 40_203, 40_210].includes(code)) return outOfQuota();
  if (code === 40_202 || code === 40_209) return throttled(page);
  if (code === 40_101 || code === 40_103 || code >= 50_000) return serverError();
  return rejected();
}

function rowsIn(response: Json): readonly unknown[] {
  const task = listAt(response, 'tasks')[0];
  const code = numberAt(task, 'status_code');
  if (!isObject(task) || code === null) throw unknownFormat();
  if (Array.isArray(task.result)) return task.result;
  if (code === NO_RESULTS || (task.result === null && task.result_count === 0)) return [];
  throw unknownFormat();
}

/** Returns a row for every keyword of this task. Keywords that cannot be requested belong to the first task. */
function volumesOf(rows: readonly unknown[], requested: readonly unknown[], query: KeywordQuery): KeywordParsed {
  const byKeyword = new Map(rows.flatMap((row) => (textAt(row, 'keyword') === null ? [] : [[sameness(textAt(row, 'keyword')!), row]])));
  const sent = new Set(requested.map((word) => sameness(String(word))));
  const isFirst = sent.has(sameness(spellingsOf(query)[0] ?? ''));
  let incomplete = false;
  const results = query.keywords.flatMap((keyword): KeywordRow[] => {
    const spelling = toGoogleSpelling(keyword);
    if (spelling === null) return isFirst ? [unknownRow(keyword)] : [];
    if (!sent.has(sameness(spelling))) return [];
    const row = byKeyword.get(sameness(spelling));
    if (row === undefined) incomplete = true;
    return [row === undefined ? unknownRow(keyword) : rowOf(keyword, row)];
  });
  return { totalResults: results.length, results, ...(incomplete ? { incomplete } : {}) };
}

function ideasOf(rows: readonly unknown[]): KeywordParsed {
  const results = rows.flatMap((row) => (textAt(row, 'keyword') === null ? [] : [rowOf(textAt(row, 'keyword')!, row)]));
  return { totalResults: results.length, results };
}

function rowOf(keyword: string, row: unknown): KeywordRow {
  const index = numberAt(row, 'competition_index');
  const price = numberAt(row, 'cpc');
  const months = listAt(row, 'monthly_searches').flatMap((entry) => {
    const [year, month] = [numberAt(entry, 'year'), numberAt(entry, 'month')];
    return year === null || month === null ? [] : [{ year, month, searchVolume: numberAt(entry, 'search_volume') }];
  });
  return {
    keyword,
    competition: index === null ? null : Math.min(Math.max(index / 100, 0), 1),
    costPerClick: price === null ? null : Math.round(price * 100) / 100,
    searchVolume: numberAt(row, 'search_volume'),
    searchVolumeMobileRatio: null,
    monthlySearchVolumes: newestTwelve(months),
  };
}
