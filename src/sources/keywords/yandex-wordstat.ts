// Search volumes of Yandex: Wordstat in the Yandex Search API, one call per phrase.
import type { Adapter, Page, PageRequest, SourceError } from '../adapter.ts';
import { regionOf } from '../yandex-regions.ts';
import { distinct, foldKeyword } from './folding.ts';
import { lastTwelveMonths, newestTwelve } from './months.ts';
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
import { type Json, listAt, numberAt, parseJson, textAt } from './untrusted-json.ts';

export interface YandexWordstatSettings {
  /** For example `https://searchapi.api.cloud.yandex.net`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly folderId: string;
}

const PHRASE_CHARACTERS_MAX = 400;
const SUGGESTIONS_PER_SEED = 300;

export function createYandexWordstat(settings: YandexWordstatSettings): Adapter<KeywordQuery, KeywordParsed> {
  const baseUrl = `${settings.baseUrl.replace(/\/+$/, '')}/v2/wordstat`;
  const post = (method: string, query: KeywordQuery, fields: object): PageRequest => {
    const region = regionOf(query.region.countryCode);
    if (region === null) throw unsupportedRegion();
    return {
      url: `${baseUrl}/${method}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Api-Key ${settings.apiKey}` },
      body: JSON.stringify({ ...fields, regions: [String(region)], devices: ['DEVICE_ALL'], folderId: settings.folderId }),
    };
  };
  const requestFor = (query: KeywordQuery, phrase: string): PageRequest =>
    query.suggestions
      ? post('topRequests', query, { phrase, numPhrases: SUGGESTIONS_PER_SEED })
      : post('dynamics', query, { phrase, period: 'PERIOD_MONTHLY', ...periodOf(query.month) });

  return {
    start(query) {
      const [first] = phrasesOf(query);
      if (first === undefined) throw noUsableKeyword();
      return requestFor(query, first);
    },

    parse(page, query) {
      const response = readProvider(page, judge);
      // Empty lists are omitted, so an object without fields is valid. Any other object is unknown.
      if (!('results' in response) && Object.keys(response).some((key) => key !== 'totalCount' && key !== 'associations'))
        throw unknownFormat();
      const phrases = phrasesOf(query);
      const phrase = textAt(parseJson(page.request.body ?? ''), 'phrase') ?? '';
      const found = query.suggestions ? suggestionsIn(response) : volumesOf(response, phrase, query);
      const following = phrases[phrases.indexOf(phrase) + 1];
      return following === undefined ? { found } : { found, next: requestFor(query, following) };
    },
  };
}

/** Removes the operators of Wordstat: quotes, brackets, and a plus, minus or exclamation mark before a word. */
function phraseOf(keyword: string): string | null {
  const phrase = keyword
    .normalize('NFC')
    .replace(/["[\]()|]/g, ' ')
    .replace(/(^|\s)[-+!]+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(phrase) && [...phrase].length <= PHRASE_CHARACTERS_MAX ? phrase : null;
}

const fold = (text: string): string => foldKeyword('yandex', text);
const phrasesOf = (query: KeywordQuery): string[] =>
  distinct(
    query.keywords.flatMap((keyword) => phraseOf(keyword) ?? []),
    fold,
  );

/** Returns the first day of the oldest month and the last day of the newest. */
function periodOf(month: string): { fromDate: string; toDate: string } {
  const months = lastTwelveMonths(month);
  const [oldest, newest] = [months[0]!, months.at(-1)!];
  const dayOf = (year: number, at: number, day: number) => new Date(Date.UTC(year, at, day)).toISOString().replace('.000Z', 'Z');
  return { fromDate: dayOf(oldest.year, oldest.month - 1, 1), toDate: dayOf(newest.year, newest.month, 0) };
}

/** Maps gRPC codes, which come with any status, even 200. */
function judge(response: Json, page: Page): SourceError | null {
  const code = numberAt(response, 'code');
  if (code === null || code === 0) return null;
  if (code === 7 || code === 16) return badCredentials();
  if (code === 8) return page.status === 429 ? throttled(page) : outOfQuota();
  if (code === 4 || code === 13 || code === 14) return serverError();
  return rejected();
}

/** The volume is the mean of the months, as for other sources. */
function volumesOf(response: Json, phrase: string, query: KeywordQuery): KeywordParsed {
  const months = listAt(response, 'results').map((entry) => {
    const date = /^(\d{4})-(\d{2})-/.exec(textAt(entry, 'date') ?? '');
    if (!date) throw unknownFormat();
    // A count of zero is omitted, like every zero in this response.
    return { year: Number(date[1]), month: Number(date[2]), searchVolume: numberAt(entry, 'count') ?? 0 };
  });
  const sum = months.reduce((total, { searchVolume }) => total + searchVolume, 0);
  const known = {
    searchVolume: months.length === 0 ? null : Math.round(sum / months.length),
    monthlySearchVolumes: newestTwelve(months),
  };
  const isFirst = phrasesOf(query)[0] === phrase;
  const results = query.keywords.flatMap((keyword): KeywordRow[] => {
    const own = phraseOf(keyword);
    if (own === null) return isFirst ? [unknownRow(keyword)] : [];
    return fold(own) === fold(phrase) ? [{ ...unknownRow(keyword), ...known }] : [];
  });
  return { totalResults: results.length, results };
}

function suggestionsIn(response: Json): KeywordParsed {
  const results = [...listAt(response, 'results'), ...listAt(response, 'associations')].flatMap((entry): KeywordRow[] => {
    const keyword = textAt(entry, 'phrase');
    return keyword === null ? [] : [{ ...unknownRow(keyword), searchVolume: numberAt(entry, 'count') ?? 0 }];
  });
  return { totalResults: results.length, results };
}
