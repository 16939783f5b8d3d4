// Search volumes of Naver: the keyword tool of SearchAd, with signed calls of five keywords.
import { createHmac } from 'node:crypto';
import type { Adapter, Page, PageRequest } from '../adapter.ts';
import { toNaverSpelling } from './naver-words.ts';
import { type KeywordParsed, type KeywordQuery, type KeywordRow, unknownRow } from './query.ts';
import { noUsableKeyword, readProvider, unknownFormat } from './response.ts';
import { isObject, numberAt, textAt } from './untrusted-json.ts';

export interface NaverSearchAdSettings {
  /** For example `https://api.searchad.naver.com`. */
  readonly baseUrl: string;
  readonly customerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** Milliseconds since 1970. Naver rejects a signature that is several minutes old. */
  readonly now?: () => number;
}

const PATH = '/keywordstool';
const HINTS_MAX = 5;
/** Low, middle and high, from 1 upwards as for every source with levels. */
const LEVELS: Readonly<Record<string, number>> = { 낮음: 1, 중간: 2, 높음: 3, LOW: 1, MID: 2, HIGH: 3 };

export function createNaverSearchAd(settings: NaverSearchAdSettings): Adapter<KeywordQuery, KeywordParsed> {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const requestFor = (keywords: readonly string[]): PageRequest => {
    const timestamp = String((settings.now ?? Date.now)());
    const url = new URL(`${baseUrl}${PATH}`);
    url.searchParams.set('hintKeywords', keywords.join(','));
    url.searchParams.set('showDetail', '1');
    return {
      url: url.href,
      headers: {
        accept: 'application/json',
        'x-timestamp': timestamp,
        'x-api-key': settings.apiKey,
        'x-customer': settings.customerId,
        'x-signature': createHmac('sha256', settings.secretKey).update(`${timestamp}.GET.${PATH}`).digest('base64'),
      },
    };
  };

  return {
    start(query) {
      const keywords = keywordsOf(query);
      if (keywords.length === 0) throw noUsableKeyword();
      return requestFor(keywords.slice(0, HINTS_MAX));
    },

    parse(page, query) {
      const { keywordList } = readProvider(page, () => null);
      if (!Array.isArray(keywordList)) throw unknownFormat();
      const requested = hintsOf(page);
      const found = query.suggestions ? suggestionsIn(keywordList) : volumesOf(keywordList, requested, query);
      const keywords = keywordsOf(query);
      const from = keywords.indexOf(requested.at(-1) ?? '') + 1;
      const following = keywords.slice(from, from + HINTS_MAX);
      return following.length === 0 || from === 0 ? { found } : { found, next: requestFor(following) };
    },
  };
}

const keywordsOf = (query: KeywordQuery): string[] => [...new Set(query.keywords.flatMap((keyword) => toNaverSpelling(keyword) ?? []))];
const hintsOf = (page: Page): string[] => (new URL(page.request.url).searchParams.get('hintKeywords') ?? '').split(',');

/** Naver returns the requested keywords among related ones. A keyword without a row is unknown to Naver. */
function volumesOf(list: readonly unknown[], requested: readonly string[], query: KeywordQuery): KeywordParsed {
  const byKeyword = new Map(list.map((row) => [toNaverSpelling(textAt(row, 'relKeyword') ?? ''), row]));
  const isFirst = keywordsOf(query)[0] === requested[0];
  const results = query.keywords.flatMap((keyword): KeywordRow[] => {
    const word = toNaverSpelling(keyword);
    if (word === null) return isFirst ? [unknownRow(keyword)] : [];
    return requested.includes(word) ? [rowOf(keyword, byKeyword.get(word))] : [];
  });
  return { totalResults: results.length, results };
}

function suggestionsIn(list: readonly unknown[]): KeywordParsed {
  const results = list.flatMap((row) => (textAt(row, 'relKeyword') === null ? [] : [rowOf(textAt(row, 'relKeyword')!, row)]));
  return { totalResults: results.length, results };
}

function rowOf(keyword: string, row: unknown): KeywordRow {
  if (!isObject(row)) return unknownRow(keyword);
  const [desktop, mobile] = [countAt(row, 'monthlyPcQcCnt'), countAt(row, 'monthlyMobileQcCnt')];
  if (desktop === null || mobile === null) return unknownRow(keyword);
  const total = desktop.count + mobile.count;
  const ratio = desktop.hidden || mobile.hidden || total === 0 ? null : Math.round((mobile.count / total) * 10_000) / 10_000;
  return {
    ...unknownRow(keyword),
    competition: LEVELS[textAt(row, 'compIdx') ?? ''] ?? null,
    searchVolume: total,
    searchVolumeMobileRatio: ratio,
  };
}

/** Counts below ten are written `< 10`. They count as 0, and no ratio is computed from them. */
function countAt(row: unknown, key: string): { count: number; hidden: boolean } | null {
  const count = numberAt(row, key);
  if (count !== null) return { count, hidden: false };
  return /^<\s*10$/.test(textAt(row, key) ?? '') ? { count: 0, hidden: true } : null;
}
