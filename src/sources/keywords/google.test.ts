// Google Ads, against handwritten responses.
import { describe, expect, it } from 'vitest';
import type { Page, PageRequest, SourceError } from '../adapter.ts';
import { createGoogleAds } from './google.ts';
import type { KeywordQuery } from './query.ts';

const adapter = createGoogleAds({
  developerToken: 'developer',
  clientId: 'client',
  clientSecret: 'secret',
  refreshToken: 'refresh',
  customerId: '123-456-7890',
  loginCustomerId: '999-888-7777',
  version: 'v23',
});
const queryWith = (fields: Partial<KeywordQuery> = {}): KeywordQuery => ({
  keywords: ['Red Shoes', 'red shoe', 'qxz unknown'],
  url: null,
  suggestions: false,
  source: 'google',
  region: { countryCode: 'DE', canonicalName: 'Germany', criteriaId: null },
  language: 'de',
  searchPartners: true,
  month: '2026-11',
  ...fields,
});
const page = (request: PageRequest, body: unknown, status = 200): Page => ({
  request,
  url: request.url,
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const afterToken = (query: KeywordQuery): PageRequest => {
  const { next } = adapter.parse(page(adapter.start(query), { access_token: 'abc', token_type: 'Bearer' }), query);
  return next!;
};
const failing = (request: PageRequest, body: unknown, status: number): SourceError => {
  try {
    adapter.parse(page(request, body, status), queryWith());
  } catch (error) {
    return error as SourceError;
  }
  throw new Error('nothing was thrown');
};
const months = (from: number) =>
  ['MARCH', 'FEBRUARY', 'JANUARY'].map((month, index) => ({ year: '2026', month, monthlySearches: String(from + index) }));
const ROW = {
  text: 'red shoes',
  closeVariants: ['red shoe'],
  keywordMetrics: {
    avgMonthlySearches: '5400',
    competition: 'HIGH',
    competitionIndex: '87',
    lowTopOfPageBidMicros: '400000',
    highTopOfPageBidMicros: '1200000',
    monthlySearchVolumes: months(10),
  },
};

describe('a request for volumes', () => {
  it('requests a token first and sends it with the next request', () => {
    const start = adapter.start(queryWith());
    expect(start.url).toBe('https://oauth2.googleapis.com/token');
    expect(new URLSearchParams(start.body).get('grant_type')).toBe('refresh_token');
    const next = afterToken(queryWith());
    expect(next.url).toBe('https://googleads.googleapis.com/v23/customers/1234567890:generateKeywordHistoricalMetrics');
    expect(next.headers).toMatchObject({ authorization: 'Bearer abc', 'developer-token': 'developer', 'login-customer-id': '9998887777' });
    expect(JSON.parse(next.body!)).toMatchObject({
      keywords: ['Red Shoes', 'red shoe', 'qxz unknown'],
      geoTargetConstants: ['geoTargetConstants/2276'],
      language: 'languageConstants/1001',
      keywordPlanNetwork: 'GOOGLE_SEARCH_AND_PARTNERS',
    });
  });

  it('has the criteria id of the region, and no language that Google does not know', () => {
    const query = queryWith({
      region: { countryCode: 'DE', canonicalName: 'Berlin', criteriaId: 1003854 },
      language: 'xx',
      searchPartners: false,
    });
    const body = JSON.parse(afterToken(query).body!);
    expect(body.geoTargetConstants).toEqual(['geoTargetConstants/1003854']);
    expect(body).not.toHaveProperty('language');
    expect(body.keywordPlanNetwork).toBe('GOOGLE_SEARCH');
  });

  it('returns a row per keyword, in its own spelling, when variants were merged', () => {
    const { found, next } = adapter.parse(page(afterToken(queryWith()), { results: [ROW] }), queryWith());
    expect(next).toBeUndefined();
    expect(found.totalResults).toBe(3);
    expect(found.results.map((row) => row.keyword)).toEqual(['Red Shoes', 'red shoe', 'qxz unknown']);
    expect(found.results[0]).toMatchObject({ competition: 0.87, costPerClick: 0.8, searchVolume: 5400, searchVolumeMobileRatio: null });
    expect(found.results[1]!.searchVolume).toBe(5400);
    const history = found.results[0]!.monthlySearchVolumes!;
    expect(history.map((entry) => entry.month)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3]);
    expect(history.slice(-4).map((entry) => entry.searchVolume)).toEqual([null, 12, 11, 10]);
  });

  it('finds the row of a keyword that Google wrote without its hyphen or accent', () => {
    const query = queryWith({ keywords: ['e-bike', 'Café Crème'] });
    const results = [
      { text: 'e bike', keywordMetrics: { avgMonthlySearches: '70' } },
      { text: 'cafe creme', keywordMetrics: { avgMonthlySearches: '30' } },
    ];
    const { found } = adapter.parse(page(afterToken(query), { results }), query);
    expect(found.results.map((row) => row.searchVolume)).toEqual([70, 30]);
  });

  it('uses the Chinese script of the region', () => {
    const languageAt = (countryCode: string) =>
      JSON.parse(afterToken(queryWith({ language: 'zh', region: { countryCode, canonicalName: 'x', criteriaId: null } })).body!).language;
    expect(languageAt('CN')).toBe('languageConstants/1017');
    expect(languageAt('TW')).toBe('languageConstants/1018');
  });

  it('returns a volume of zero and twelve months for an unknown keyword', () => {
    const { found } = adapter.parse(page(afterToken(queryWith()), { results: [] }), queryWith());
    expect(found.results[2]).toMatchObject({ searchVolume: 0, competition: null, costPerClick: null });
    expect(found.results[2]!.monthlySearchVolumes).toHaveLength(12);
    expect(found.results[2]!.monthlySearchVolumes![0]).toEqual({ year: 2025, month: 11, searchVolume: 0 });
    expect(found.results[2]!.monthlySearchVolumes![11]).toEqual({ year: 2026, month: 10, searchVolume: 0 });
  });

  it('leaves out keywords that would fail the whole request, and returns rows for them', () => {
    const query = queryWith({ keywords: ['what? (really)', '!!!', 'a b c d e f g h i j k'] });
    const next = afterToken(query);
    expect(JSON.parse(next.body!).keywords).toEqual(['what really']);
    const { found } = adapter.parse(
      page(next, { results: [{ text: 'what really', keywordMetrics: { avgMonthlySearches: '20' } }] }),
      query,
    );
    expect(found.results.map((row) => row.searchVolume)).toEqual([20, 0, 0]);
  });
});

describe('a request for suggestions', () => {
  it.each([
    ['only keywords', { keywords: ['tea'] }, { keywordSeed: { keywords: ['tea'] } }],
    ['only a site', { keywords: [], url: 'https://shop.example/' }, { urlSeed: { url: 'https://shop.example/' } }],
    [
      'both',
      { keywords: ['tea'], url: 'https://shop.example/' },
      { keywordAndUrlSeed: { url: 'https://shop.example/', keywords: ['tea'] } },
    ],
  ])('is seeded by %s', (_, fields, seed) => {
    const next = afterToken(queryWith({ suggestions: true, ...fields }));
    expect(next.url).toMatch(/:generateKeywordIdeas$/);
    expect(JSON.parse(next.body!)).toMatchObject(seed);
  });

  it('follows page tokens with the same access token and seeds', () => {
    const query = queryWith({ suggestions: true, keywords: ['tea'] });
    const first = adapter.parse(
      page(afterToken(query), {
        results: [{ text: 'green tea', keywordIdeaMetrics: { avgMonthlySearches: '10' } }],
        nextPageToken: 'p2',
        totalSize: '2',
      }),
      query,
    );
    expect(first.found).toMatchObject({ totalResults: 2, results: [{ keyword: 'green tea', searchVolume: 10 }] });
    expect(JSON.parse(first.next!.body!)).toMatchObject({ pageToken: 'p2', keywordSeed: { keywords: ['tea'] } });
    expect(first.next!.headers!.authorization).toBe('Bearer abc');
    expect(adapter.parse(page(first.next!, { results: [] }), query).next).toBeUndefined();
  });

  it('sends twenty seeds at a time', () => {
    const query = queryWith({ suggestions: true, keywords: Array.from({ length: 45 }, (_, index) => `word ${index}`) });
    let request: PageRequest | undefined = afterToken(query);
    const requested: number[] = [];
    for (let pages = 0; request && pages < 10; pages++) {
      requested.push(JSON.parse(request.body!).keywordSeed.keywords.length);
      request = adapter.parse(page(request, { results: [] }), query).next;
    }
    expect(requested).toEqual([20, 20, 5]);
  });
});

describe('an error', () => {
  const request = afterToken(queryWith());
  it('of quota has the cooldown that Google requests', () => {
    const details = [
      { errors: [{ errorCode: { quotaError: 'RESOURCE_EXHAUSTED' }, details: { quotaErrorDetails: { retryDelay: '30s' } } }] },
    ];
    expect(failing(request, { error: { code: 429, status: 'RESOURCE_EXHAUSTED', details } }, 429)).toMatchObject({
      outcome: 'blocked',
      cooldownSeconds: 31,
    });
  });
  it.each([
    ['rejected credentials', { error: { status: 'UNAUTHENTICATED' } }, 401, 'blocked'],
    ['a denied permission', { error: { status: 'PERMISSION_DENIED' } }, 403, 'blocked'],
    ['a withdrawn refresh token', { error: 'invalid_grant', error_description: 'Token has been revoked.' }, 400, 'blocked'],
    ['an invalid argument', { error: { status: 'INVALID_ARGUMENT', message: 'secret detail' } }, 400, 'unparsed'],
    ['an inner error', '<html>oops</html>', 500, 'unreachable'],
    ['a page that is not JSON', '<html>hello</html>', 200, 'unparsed'],
  ])('of %s has its recovery and no text of Google', (_, body, status, outcome) => {
    const error = failing(request, body, status);
    expect(error.outcome).toBe(outcome);
    expect(error.message).not.toMatch(/secret|revoked|oops/);
  });
});
