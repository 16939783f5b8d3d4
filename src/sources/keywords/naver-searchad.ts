// Search volumes of Naver: the keyword tool of SearchAd, with signed calls of five keywords.
import { createHmac } from 'node:crypto';
import type { Adapter, Page, PageRequest } from '../adapter.ts';
import { readProvider, unaskable, unknownShape } from './answer.ts';
import { type KeywordParsed, type KeywordQuery, type KeywordRow, unknownRow } from './ask.ts';
import { toNaverSpelling } from './naver-words.ts';
import { isObject, numberAt, textAt } from './reading.ts';

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
  const askFor = (words: readonly string[]): PageRequest => {
    const timestamp = String((settings.now ?? Date.now)());
    const url = new URL(`${baseUrl}${PATH}`);
    url.searchParams.set('hintKeywords', words.join(','));
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
    start(ask) {
      const words = wordsOf(ask);
      if (words.length === 0) throw unaskable();
      return askFor(words.slice(0, HINTS_MAX));
    },

    parse(page, ask) {
      const { keywordList } = readProvider(page, () => null);
      if (!Array.isArray(keywordList)) throw unknownShape();
      const asked = hintsOf(page);
      const found = ask.suggestions ? suggestionsIn(keywordList) : volumesOf(keywordList, asked, ask);
      const words = wordsOf(ask);
      const from = words.indexOf(asked.at(-1) ?? '') + 1;
      const following = words.slice(from, from + HINTS_MAX);
      return following.length === 0 || from === 0 ? { found } : { found, next: askFor(following) };
    },
  };
}

const wordsOf = (ask: KeywordQuery): string[] => [...new Set(ask.keywords.flatMap((keyword) => toNaverSpelling(keyword) ?? []))];
const hintsOf = (page: Page): string[] => (new URL(page.request.url).searchParams.get('hintKeywords') ?? '').split(',');

/** Naver returns the requested keywords among related ones. A keyword without a row is unknown to Naver. */
function volumesOf(list: readonly unknown[], asked: readonly string[], ask: KeywordQuery): KeywordParsed {
  const byWord = new Map(list.map((row) => [toNaverSpelling(textAt(row, 'relKeyword') ?? ''), row]));
  const isFirst = wordsOf(ask)[0] === asked[0];
  const results = ask.keywords.flatMap((keyword): KeywordRow[] => {
    const word = toNaverSpelling(keyword);
    if (word === null) return isFirst ? [unknownRow(keyword)] : [];
    return asked.includes(word) ? [rowOf(keyword, byWord.get(word))] : [];
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
