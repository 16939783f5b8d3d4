// The cached access token, against a local token service and ads service.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectKeywords, keywordFailure, keywordQuery } from '../../../test/keyword-api.ts';
import { type LocalApi, startLocalApi } from '../../../test/local-api.ts';
import type { FetchPage } from '../transport/fetch.ts';
import { createGoogleAds } from './google.ts';
import { withTokenCache } from './google-token.ts';

let api: LocalApi;
let now = 0;
let fetch: FetchPage;
let good: string;
let minted: number;
const ads = () =>
  createGoogleAds({
    developerToken: 'developer',
    clientId: 'client',
    clientSecret: 'secret',
    refreshToken: 'refresh',
    customerId: '1',
    loginCustomerId: null,
    version: 'v23',
    baseUrl: api.baseUrl,
    tokenUrl: `${api.baseUrl}/token`,
  });
const tokens = () => api.asked.filter(({ path }) => path === '/token').length;

beforeAll(async () => {
  api = await startLocalApi();
});
afterAll(() => api?.close());
beforeEach(() => {
  now = 0;
  minted = 0;
  fetch = withTokenCache(api.fetch, `${api.baseUrl}/token`, () => now);
  api.answers(({ path, headers }) => {
    if (path === '/token') {
      good = `Bearer token-${++minted}`;
      return { body: { access_token: good.slice(7), expires_in: 3599, token_type: 'Bearer' } };
    }
    if (headers.authorization !== good) return { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } };
    return { body: { results: [{ text: 'red shoes', keywordMetrics: { avgMonthlySearches: '10' } }] } };
  });
});

describe('an access token', () => {
  it('is requested once and used until it expires', async () => {
    for (let queries = 0; queries < 3; queries++) await collectKeywords(ads(), fetch, keywordQuery());
    expect([tokens(), api.asked.length]).toEqual([1, 4]);
    now = 3500 * 1000;
    await collectKeywords(ads(), fetch, keywordQuery());
    expect(tokens()).toBe(1);
    now = 3540 * 1000;
    await collectKeywords(ads(), fetch, keywordQuery());
    expect(tokens()).toBe(2);
  });

  it('is requested once by concurrent queries', async () => {
    await Promise.all(Array.from({ length: 5 }, () => collectKeywords(ads(), fetch, keywordQuery())));
    expect(tokens()).toBe(1);
  });

  it('that Google revoked early is replaced within the same query', async () => {
    await collectKeywords(ads(), fetch, keywordQuery());
    good = 'Bearer withdrawn';
    expect((await collectKeywords(ads(), fetch, keywordQuery())).results[0]!.searchVolume).toBe(10);
    expect(tokens()).toBe(2);
  });

  it('that is rejected while it is new is not requested repeatedly', async () => {
    api.answers(({ path }) =>
      path === '/token'
        ? { body: { access_token: 'x', expires_in: 3599 } }
        : { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } },
    );
    expect((await keywordFailure(ads(), fetch, keywordQuery())).outcome).toBe('blocked');
    expect(api.asked).toHaveLength(2);
  });

  it('that was not granted is not cached', async () => {
    api.answers(() => ({ status: 400, body: { error: 'invalid_grant' } }));
    expect((await keywordFailure(ads(), fetch, keywordQuery())).outcome).toBe('blocked');
    expect((await keywordFailure(ads(), fetch, keywordQuery())).outcome).toBe('blocked');
    expect(api.asked).toHaveLength(2);
  });
});
