// Keyword volumes and suggestions of Baidu's marketing API.
import { type Adapter, type Page, type PageRequest, unreadable } from '../adapter.ts';
import { readBaidu, rowsIn } from './baidu-response.ts';
import { distinct, foldKeyword } from './folding.ts';
import type { KeywordParsed, KeywordQuery, KeywordRow } from './query.ts';
import { isObject, numberAt, objectAt, parseJson, textAt } from './untrusted-json.ts';

export interface BaiduSettings {
  readonly userName: string;
  readonly accessToken: string;
  readonly baseUrl?: string;
}

const BASE_URL = 'https://api.baidu.com/json/sms/service';
/** In bytes of GBK, in which a Chinese character has two. Seeds of suggestions may be longer. */
const KEYWORD_BYTES_MAX = 40;
const SEED_BYTES_MAX = 64;
/** Keywords per call. Some older accounts have a lower limit. */
const KEYWORDS_MAX = 1000;
const SUGGESTIONS_PER_SEED = 300;

export function createBaidu(settings: BaiduSettings): Adapter<KeywordQuery, KeywordParsed> {
  const post = (method: string, body: object): PageRequest => ({
    url: `${settings.baseUrl ?? BASE_URL}/${method}`,
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ header: { userName: settings.userName, accessToken: settings.accessToken }, body }),
  });
  const requestVolumes = (keywords: readonly string[]) =>
    post('PvSearchFunction/getPvSearch', {
      bidWordSource: 'wordList',
      // 0 means all devices. The two methods number devices in opposite order, so neither is used for one device.
      device: 0,
      keywordList: keywords.map((keywordName) => ({ keywordName, matchType: 1, phraseType: 1 })),
    });
  const requestSuggestions = (query: string) =>
    post('KRService/getKRByQuery', { query, seedFilter: { device: 0, maxNum: SUGGESTIONS_PER_SEED } });

  return {
    start(query) {
      const keywords = askable(query);
      if (keywords.length === 0) throw unreadable('All keywords are too long for the keyword source.');
      return query.suggestions ? requestSuggestions(keywords[0]!) : requestVolumes(keywords.slice(0, KEYWORDS_MAX));
    },
    parse(page, query) {
      const rows = rowsIn(readBaidu(page));
      if (!page.request.url.endsWith('getKRByQuery')) return { found: volumesOf(rows, query) };
      const results = rows.flatMap(suggestionOf);
      const following = askable(query)[askable(query).indexOf(queryOf(page)) + 1];
      const found = { totalResults: results.length, results };
      return following === undefined ? { found } : { found, next: requestSuggestions(following) };
    },
  };
}

const bytesOf = (text: string): number => [...text].reduce((sum, character) => sum + (character.charCodeAt(0) < 128 ? 1 : 2), 0);
const askable = (query: KeywordQuery): string[] =>
  distinct(
    query.keywords.map((keyword) => keyword.trim()),
    sameness,
  ).filter((keyword) => bytesOf(keyword) <= (query.suggestions ? SEED_BYTES_MAX : KEYWORD_BYTES_MAX));
const queryOf = (page: Page): string => textAt(objectAt(parseJson(page.request.body ?? ''), 'body'), 'query') ?? '';
const sameness = (text: string): string => foldKeyword('baidu', text);

/**
 * Baidu drops keywords without data, keywords that are not allowed, and keywords beyond the quota, and does not say
 * which. They are returned as unknown, so that every keyword has a row, and the result counts as incomplete.
 */
function volumesOf(rows: readonly unknown[], query: KeywordQuery): KeywordParsed {
  const byKeyword = new Map(rows.map((row) => [sameness(textAt(row, 'keywordName') ?? ''), row]));
  const results = query.keywords.map((keyword): KeywordRow => {
    const row = byKeyword.get(sameness(keyword));
    const level = levelOf(numberAt(row, 'kwc'));
    return {
      keyword,
      // `kwc` goes from 1, high, to 3, low. The result increases with the competition, as for every source.
      competition: level === null ? null : 4 - level,
      costPerClick: numberAt(row, 'price') ?? meanOf(numberAt(row, 'pcPrice'), numberAt(row, 'mobilePrice')),
      ...volumeOf(numberAt(row, 'averageMonthPv'), numberAt(row, 'averageMonthPvPc'), numberAt(row, 'averageMonthPvMobile')),
      monthlySearchVolumes: null,
    };
  });
  const incomplete = askable(query).some((keyword) => !byKeyword.has(sameness(keyword)));
  return { totalResults: results.length, results, ...(incomplete ? { incomplete } : {}) };
}

function suggestionOf(row: unknown): KeywordRow[] {
  const keyword = textAt(row, 'word');
  if (keyword === null || !isObject(row)) return [];
  return [
    {
      keyword,
      // Baidu's documentation says 1 is high. In practice (seen 2026-06) 1 is low, the reverse of `kwc`.
      competition: levelOf(numberAt(row, 'competition')),
      costPerClick: meanOf(numberAt(row, 'recommendPricePc'), numberAt(row, 'recommendPriceMobile')),
      ...volumeOf(numberAt(row, 'PV') ?? numberAt(row, 'pv'), numberAt(row, 'pcPV'), numberAt(row, 'mobilePV')),
      monthlySearchVolumes: null,
    },
  ];
}

const levelOf = (level: number | null): number | null => (level !== null && level >= 1 && level <= 3 ? level : null);

function volumeOf(total: number | null, desktop: number | null, mobile: number | null) {
  const sum = total ?? (desktop !== null && mobile !== null ? desktop + mobile : null);
  const ratio = sum === null || mobile === null || sum <= 0 ? null : Math.min(Math.round((mobile / sum) * 10_000) / 10_000, 1);
  return { searchVolume: sum, searchVolumeMobileRatio: ratio };
}

function meanOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.round(((one + other) / 2) * 100) / 100;
}
