// Google's keyword data from DataForSEO: live tasks of its Google Ads endpoints.
import type { Adapter, Page, PageRequest, SourceError } from '../adapter.ts';
import { badCredentials, outOfQuota, ownError, readProvider, refused, throttled, unaskable, unknownPlace, unknownShape } from './answer.ts';
import { type KeywordParsed, type KeywordQuery, type KeywordRow, unknownRow } from './ask.ts';
import { distinct } from './folding.ts';
import { countryCriteriaId, languageCriteriaId, writesTraditional } from './google-constants.ts';
import { sameness, toGoogleSpelling } from './google-words.ts';
import { newestTwelve } from './months.ts';
import { isObject, type Json, listAt, numberAt, parseJson, textAt } from './reading.ts';

export interface DataForSeoKeywordSettings {
  /** For example `https://api.dataforseo.com`. */
  readonly baseUrl: string;
  readonly login: string;
  readonly password: string;
}

const KEYWORDS_MAX = 1000;
const SEEDS_MAX = 20;
const GOOD = 20_000;
const NOTHING_FOUND = 40_102;

export function createDataForSeoKeywords(settings: DataForSeoKeywordSettings): Adapter<KeywordQuery, KeywordParsed> {
  const baseUrl = `${settings.baseUrl.replace(/\/+$/, '')}/v3/keywords_data/google_ads`;
  const credentials = Buffer.from(`${settings.login}:${settings.password}`).toString('base64');
  const post = (method: string, ask: KeywordQuery, fields: object): PageRequest => ({
    url: `${baseUrl}/${method}/live`,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Basic ${credentials}` },
    body: JSON.stringify([{ ...fields, ...targetOf(ask) }]),
  });
  const askVolumes = (ask: KeywordQuery, keywords: readonly string[]) => post('search_volume', ask, { keywords });
  const askIdeas = (ask: KeywordQuery, keywords: readonly string[]) =>
    post('keywords_for_keywords', ask, { keywords, ...(ask.url === null ? {} : { target: ask.url, target_type: 'page' }) });

  /** Returns the keywords after those of this request, or none after the last. */
  function following(page: Page, ask: KeywordQuery, most: number): string[] {
    const words = spellingsOf(ask);
    const asked = listAt(taskSent(page), 'keywords').at(-1);
    const from = typeof asked === 'string' ? words.indexOf(asked) + 1 : 0;
    return words.slice(from, from + most);
  }

  return {
    start(ask) {
      const words = spellingsOf(ask);
      if (ask.suggestions && ask.url !== null && words.length === 0)
        return post('keywords_for_site', ask, { target: ask.url, target_type: 'page' });
      if (words.length === 0) throw unaskable();
      return ask.suggestions ? askIdeas(ask, words.slice(0, SEEDS_MAX)) : askVolumes(ask, words.slice(0, KEYWORDS_MAX));
    },

    parse(page, ask) {
      const rows = rowsIn(readProvider(page, judge));
      const words = following(page, ask, ask.suggestions ? SEEDS_MAX : KEYWORDS_MAX);
      const found = ask.suggestions ? ideasOf(rows) : volumesOf(rows, listAt(taskSent(page), 'keywords'), ask);
      if (words.length === 0) return { found };
      return { found, next: ask.suggestions ? askIdeas(ask, words) : askVolumes(ask, words) };
    },
  };
}

const spellingsOf = (ask: KeywordQuery): string[] =>
  distinct(
    ask.keywords.flatMap((keyword) => toGoogleSpelling(keyword) ?? []),
    sameness,
  );

function taskSent(page: Page): unknown {
  const tasks = parseJson(page.request.body ?? '');
  return Array.isArray(tasks) ? tasks[0] : null;
}

function targetOf(ask: KeywordQuery): object {
  const place = ask.place.criteriaId ?? countryCriteriaId(ask.place.countryCode);
  if (place === null) throw unknownPlace();
  const code = ask.language?.toLowerCase().slice(0, 2) ?? '';
  const known = languageCriteriaId(ask.language, ask.place.countryCode) !== null;
  const spelled: Readonly<Record<string, string>> = {
    zh: writesTraditional(ask.place.countryCode) ? 'zh_TW' : 'zh_CN',
    he: 'iw',
    nb: 'no',
  };
  return { location_code: place, ...(known ? { language_code: spelled[code] ?? code } : {}), search_partners: ask.searchPartners };
}

/** The provider's error codes are in the response and in its only task, nearly always with status 200. */
function judge(answer: Json, page: Page): SourceError | null {
  return failureOf(numberAt(answer, 'status_code'), page) ?? failureOf(numberAt(listAt(answer, 'tasks')[0], 'status_code'), page);
}

function failureOf(code: number | null, page: Page): SourceError | null {
  if (code === null || code === GOOD || code === NOTHING_FOUND) return null;
  if ([40_100, 40_104, 40_201, 40_204, 40_207].includes(code)) return badCredentials();
  if ([40_200, 40_203, 40_210].includes(code)) return outOfQuota();
  if (code === 40_202 || code === 40_209) return throttled(page);
  if (code === 40_101 || code === 40_103 || code >= 50_000) return ownError();
  return refused();
}

function rowsIn(answer: Json): readonly unknown[] {
  const task = listAt(answer, 'tasks')[0];
  const code = numberAt(task, 'status_code');
  if (!isObject(task) || code === null) throw unknownShape();
  if (Array.isArray(task.result)) return task.result;
  if (code === NOTHING_FOUND || (task.result === null && task.result_count === 0)) return [];
  throw unknownShape();
}

/** Returns a row for every keyword of this task. Keywords that cannot be requested belong to the first task. */
function volumesOf(rows: readonly unknown[], asked: readonly unknown[], ask: KeywordQuery): KeywordParsed {
  const byWord = new Map(rows.flatMap((row) => (textAt(row, 'keyword') === null ? [] : [[sameness(textAt(row, 'keyword')!), row]])));
  const sent = new Set(asked.map((word) => sameness(String(word))));
  const isFirst = sent.has(sameness(spellingsOf(ask)[0] ?? ''));
  let incomplete = false;
  const results = ask.keywords.flatMap((keyword): KeywordRow[] => {
    const spelling = toGoogleSpelling(keyword);
    if (spelling === null) return isFirst ? [unknownRow(keyword)] : [];
    if (!sent.has(sameness(spelling))) return [];
    const row = byWord.get(sameness(spelling));
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
