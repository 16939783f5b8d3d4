// Keyword volumes and ideas of Google Ads: a token request first, then the metrics.
import { type Adapter, type Page, type PageRequest, unreadable } from '../adapter.ts';
import { distinct } from './folding.ts';
import { countryCriteriaId, languageCriteriaId } from './google-constants.ts';
import { readGoogle, rowOf, zeroRow } from './google-response.ts';
import { rowsBySpelling, sameness, toGoogleSpelling } from './google-words.ts';
import { type KeywordParsed, type KeywordQuery, type KeywordRow, NO_ROWS } from './query.ts';
import { isObject, listAt, numberAt, parseJson, textAt } from './untrusted-json.ts';

export interface GoogleAdsSettings {
  readonly developerToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  /** Digits without hyphens. The account's currency should be the dollar, because prices are in that currency. */
  readonly customerId: string;
  readonly loginCustomerId: string | null;
  /** For example `v23`. Google retires versions every year. */
  readonly version: string;
  readonly baseUrl?: string;
  readonly tokenUrl?: string;
}

export const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SEEDS_MAX = 20;
const IDEAS_PER_PAGE = 1000;

export function createGoogleAds(settings: GoogleAdsSettings): Adapter<KeywordQuery, KeywordParsed> {
  const base = settings.baseUrl ?? 'https://googleads.googleapis.com';
  const tokenUrl = settings.tokenUrl ?? TOKEN_URL;
  const customer = `${base}/${settings.version}/customers/${settings.customerId.replaceAll('-', '')}`;

  const post = (method: string, authorization: string, body: object): PageRequest => ({
    url: `${customer}:${method}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization,
      'developer-token': settings.developerToken,
      ...(settings.loginCustomerId === null ? {} : { 'login-customer-id': settings.loginCustomerId.replaceAll('-', '') }),
    },
    body: JSON.stringify(body),
  });

  function requestMetrics(query: KeywordQuery, authorization: string): PageRequest | undefined {
    const keywords = spellingsOf(query);
    if (keywords.length === 0) return undefined;
    return post('generateKeywordHistoricalMetrics', authorization, {
      keywords,
      ...targetOf(query),
      historicalMetricsOptions: { includeAverageCpc: true },
    });
  }

  /** Requests ideas for the seeds from `from` on, at most twenty at a time (Google's limit). */
  function requestIdeas(query: KeywordQuery, authorization: string, from: number, pageToken: string | null): PageRequest | undefined {
    const keywords = spellingsOf(query).slice(from, from + SEEDS_MAX);
    if (keywords.length === 0 && (query.url === null || from > 0)) return undefined;
    return post('generateKeywordIdeas', authorization, {
      ...seedOf(query.url, keywords),
      ...targetOf(query),
      includeAdultKeywords: true,
      pageSize: IDEAS_PER_PAGE,
      ...(pageToken === null ? {} : { pageToken }),
    });
  }

  function readIdeas(page: Page, value: unknown, query: KeywordQuery): { found: KeywordParsed; next?: PageRequest } {
    const results = listAt(value, 'results').flatMap((row): KeywordRow[] => {
      const text = textAt(row, 'text');
      return text === null || !isObject(row) ? [] : [rowOf(text, row.keywordIdeaMetrics, query.month)];
    });
    const found = { totalResults: numberAt(value, 'totalSize') ?? results.length, results };
    const authorization = page.request.headers?.authorization ?? '';
    const from = seedsBefore(page.request, query);
    const pageToken = textAt(value, 'nextPageToken');
    const next = pageToken
      ? requestIdeas(query, authorization, from, pageToken)
      : requestIdeas(query, authorization, from + SEEDS_MAX, null);
    return next ? { found, next } : { found };
  }

  return {
    start: () => ({
      url: tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        refresh_token: settings.refreshToken,
      }).toString(),
    }),

    parse(page, query) {
      const value = readGoogle(page);
      if (page.request.url === tokenUrl) {
        const token = textAt(value, 'access_token');
        if (token === null) throw unreadable('The token service returned no token.');
        const authorization = `Bearer ${token}`;
        const next = query.suggestions ? requestIdeas(query, authorization, 0, null) : requestMetrics(query, authorization);
        return next ? { found: NO_ROWS, next } : { found: metricsOf([], query) };
      }
      if (!isObject(value)) throw unreadable('The keyword source sent a response in an unknown format.');
      return page.request.url.endsWith(':generateKeywordIdeas')
        ? readIdeas(page, value, query)
        : { found: metricsOf(listAt(value, 'results'), query) };
    },
  };
}

/** Returns one row per keyword of the query, in its own spelling and order. */
function metricsOf(results: readonly unknown[], query: KeywordQuery): KeywordParsed {
  const rowFor = rowsBySpelling(results);
  const rows = query.keywords.map((keyword) => {
    const spelling = toGoogleSpelling(keyword);
    const row = spelling === null ? null : rowFor(spelling);
    return isObject(row) ? rowOf(keyword, row.keywordMetrics, query.month) : zeroRow(keyword, query.month);
  });
  return { totalResults: rows.length, results: rows };
}

const spellingsOf = (query: KeywordQuery): string[] =>
  distinct(
    query.keywords.flatMap((keyword) => toGoogleSpelling(keyword) ?? []),
    sameness,
  );

function seedOf(url: string | null, keywords: readonly string[]): object {
  if (url === null) return { keywordSeed: { keywords } };
  return keywords.length === 0 ? { urlSeed: { url } } : { keywordAndUrlSeed: { url, keywords } };
}

function targetOf(query: KeywordQuery): object {
  const criteriaId = query.region.criteriaId ?? countryCriteriaId(query.region.countryCode);
  if (criteriaId === null) throw unreadable('The keyword source does not support this region.');
  const language = languageCriteriaId(query.language, query.region.countryCode);
  return {
    geoTargetConstants: [`geoTargetConstants/${criteriaId}`],
    ...(language === null ? {} : { language: `languageConstants/${language}` }),
    keywordPlanNetwork: query.searchPartners ? 'GOOGLE_SEARCH_AND_PARTNERS' : 'GOOGLE_SEARCH',
  };
}

/** Returns the number of seeds before those of this request. */
function seedsBefore(request: PageRequest, query: KeywordQuery): number {
  const body = parseJson(request.body ?? '');
  const seed = isObject(body) ? (body.keywordSeed ?? body.keywordAndUrlSeed) : null;
  const first = listAt(seed, 'keywords')[0];
  return typeof first === 'string' ? Math.max(0, spellingsOf(query).indexOf(first)) : 0;
}
