// Naver SearchAd's keyword tool, served by a local server that checks the signature.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectKeywords, keywordFailure, keywordQuery } from '../../../test/keyword-api.ts';
import { type Answered, type Asked, type LocalApi, startLocalApi } from '../../../test/local-api.ts';
import type { Adapter } from '../adapter.ts';
import { createNaverSearchAd } from './naver-searchad.ts';
import type { KeywordParsed, KeywordQuery } from './query.ts';

let api: LocalApi;
let adapter: Adapter<KeywordQuery, KeywordParsed>;
beforeAll(async () => {
  api = await startLocalApi();
  adapter = createNaverSearchAd({ baseUrl: api.baseUrl, customerId: '77', apiKey: 'licence', secretKey: 'secret', now: () => 1_700_000 });
});
afterAll(() => api?.close());

const queryWith = (fields: Partial<KeywordQuery> = {}) =>
  keywordQuery({
    source: 'naver',
    keywords: ['빨간 신발', 'boots', '빨간신발', '!!!'],
    region: { countryCode: 'KR', canonicalName: 'South Korea', criteriaId: 2410 },
    ...fields,
  });
const row = (relKeyword: string, fields: object = {}) => ({
  relKeyword,
  monthlyPcQcCnt: 300,
  monthlyMobileQcCnt: 900,
  compIdx: '높음',
  plAvgDepth: 10,
  ...fields,
});
/** Rejects a signature that does not match the path and the time, like Naver. */
const signed =
  (how: (request: Asked) => Answered) =>
  (request: Asked): Answered => {
    const expected = createHmac('sha256', 'secret')
      .update(`${request.headers['x-timestamp']}.${request.method}.${request.path}`)
      .digest('base64');
    return request.headers['x-signature'] === expected ? how(request) : { status: 403, body: { title: 'Invalid Signature' } };
  };

describe('volumes of Naver', () => {
  it('are requested with a signature and returned for each keyword, among related ones', async () => {
    const list = [row('빨간신발'), row('운동화'), row('BOOTS', { monthlyPcQcCnt: '< 10', compIdx: '낮음' })];
    api.answers(signed(() => ({ body: { keywordList: list } })));
    const found = await collectKeywords(adapter, api.fetch, queryWith());
    expect(api.asked).toHaveLength(1);
    expect(api.asked[0]).toMatchObject({
      method: 'GET',
      path: '/keywordstool',
      query: { hintKeywords: '빨간신발,BOOTS', showDetail: '1' },
      headers: { 'x-timestamp': '1700000', 'x-api-key': 'licence', 'x-customer': '77' },
    });
    expect(found.results.map(({ keyword }) => keyword)).toEqual(['빨간 신발', 'boots', '빨간신발', '!!!']);
    expect(found.results[0]).toMatchObject({ searchVolume: 1200, searchVolumeMobileRatio: 0.75, competition: 3, costPerClick: null });
    expect(found.results[1]).toMatchObject({ searchVolume: 900, searchVolumeMobileRatio: null, competition: 1 });
    expect(found.results[2]!.searchVolume).toBe(1200);
    expect(found.results[3]).toMatchObject({ searchVolume: null, monthlySearchVolumes: null });
  });

  it('are requested five keywords at a time, and a keyword without a row is unknown', async () => {
    api.answers(
      signed(({ query }) => ({
        body: {
          keywordList: query
            .hintKeywords!.split(',')
            .slice(1)
            .map((word) => row(word)),
        },
      })),
    );
    const keywords = Array.from({ length: 12 }, (_, index) => `word${index}`);
    const found = await collectKeywords(adapter, api.fetch, queryWith({ keywords }));
    expect(api.asked.map(({ query }) => query.hintKeywords!.split(',').length)).toEqual([5, 5, 2]);
    expect(found.results.map(({ keyword }) => keyword)).toEqual(keywords);
    expect(found.results.map(({ searchVolume }) => searchVolume === null)).toEqual(keywords.map((_, index) => index % 5 === 0));
  });

  it('of 700 keywords take 140 calls', async () => {
    api.answers(signed(() => ({ body: { keywordList: [] } })));
    const keywords = Array.from({ length: 700 }, (_, index) => `w${index}`);
    expect((await collectKeywords(adapter, api.fetch, queryWith({ keywords }))).results).toHaveLength(700);
    expect(api.asked).toHaveLength(140);
  });
});

it('suggestions are all rows of Naver', async () => {
  api.answers(signed(() => ({ body: { keywordList: [row('운동화'), row('빨간신발')] } })));
  const found = await collectKeywords(adapter, api.fetch, queryWith({ suggestions: true, keywords: ['신발'] }));
  expect(found.results.map(({ keyword }) => keyword)).toEqual(['운동화', '빨간신발']);
});

describe('an error of Naver', () => {
  it.each([
    ['too many calls', 429, { title: 'secret' }, 'blocked'],
    ['a bad license key', 401, { title: 'secret' }, 'blocked'],
    ['a bad field', 400, { code: 11_001, title: 'secret' }, 'unparsed'],
    ['an inner error', 500, 'secret', 'unreachable'],
    ['a page that is not JSON', 200, '<html>', 'unparsed'],
    ['another format', 200, { keywordList: 'none' }, 'unparsed'],
  ] as const)('such as %s has its recovery', async (_, status, body, outcome) => {
    api.answers(() => ({ status, body }));
    const error = await keywordFailure(adapter, api.fetch, queryWith());
    expect(error.outcome).toBe(outcome);
    expect(error.message).not.toContain('secret');
  });

  it('is also a signature with another secret', async () => {
    api.answers(signed(() => ({ body: { keywordList: [] } })));
    const stranger = createNaverSearchAd({ baseUrl: api.baseUrl, customerId: '77', apiKey: 'licence', secretKey: 'other' });
    expect((await keywordFailure(stranger, api.fetch, queryWith())).outcome).toBe('blocked');
  });
});
