// Keywords from an upstream service with our contract, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectKeywords, keywordFailure, keywordQuery, manyWords } from '../../../test/keyword-api.ts';
import { type Answered, type LocalApi, startLocalApi } from '../../../test/local-api.ts';
import type { Adapter } from '../adapter.ts';
import type { KeywordParsed, KeywordQuery } from './query.ts';
import { createUpstreamKeywords } from './upstream.ts';

let api: LocalApi;
let adapter: Adapter<KeywordQuery, KeywordParsed>;
beforeAll(async () => {
  api = await startLocalApi();
  adapter = createUpstreamKeywords({ baseUrl: `${api.baseUrl}/`, apiKey: 'secret-key' });
});
afterAll(() => api?.close());

const ID = '6911b0f0aabbccddeeff0011';
const object = (fields: object = {}) => ({ id: ID, ready: false, faulty: false, verdict: null, data: null, ...fields });
const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  year: index < 2 ? 2025 : 2026,
  month: ((index + 10) % 12) + 1,
  searchVolume: index,
}));
const row = (keyword: string) => ({
  keyword,
  competition: 0.5,
  costPerClick: 1.2,
  searchVolume: 90,
  searchVolumeMobileRatio: null,
  monthlySearchVolumes: MONTHS,
});
const ready = (keywords: readonly string[]) =>
  object({ ready: true, verdict: 'valid', data: { totalResults: keywords.length, results: keywords.map(row) } });

describe('an order of keywords at an upstream service', () => {
  it('has every option of the customer, and the key in a header', async () => {
    api.answers(({ body }) => ({ body: ready(body.keywords) }));
    const found = await collectKeywords(adapter, api.fetch, keywordQuery({ searchPartners: false }));
    expect(api.asked).toHaveLength(1);
    expect(api.asked[0]).toMatchObject({
      method: 'POST',
      path: '/keyword/new',
      headers: { authorization: 'Bearer secret-key' },
      body: {
        keywords: ['Red Shoes', 'boots', '!!!'],
        region: 'Germany',
        language: 'de',
        source: 'google',
        searchPartners: false,
        suggestions: false,
        asynchronous: true,
      },
    });
    expect(found.results.map(({ keyword }) => keyword)).toEqual(['Red Shoes', 'boots', 'red shoes', '!!!']);
    expect(found.results[2]).toEqual(row('red shoes'));
  });

  it('is split into parts that every account may order, and merged', async () => {
    let made = 0;
    let keywords: string[] = [];
    api.answers(({ method, body }) => {
      if (method === 'POST') keywords = body.keywords;
      return { body: method === 'POST' && ++made % 2 === 0 ? object() : ready(keywords) };
    });
    const found = await collectKeywords(adapter, api.fetch, keywordQuery({ keywords: manyWords(45) }));
    expect(api.asked.filter(({ method }) => method === 'POST').map(({ body }) => body.keywords.length)).toEqual([20, 20, 5]);
    expect(api.asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(found.results.map(({ keyword }) => keyword)).toEqual(manyWords(45));
    expect(found.results.every(({ monthlySearchVolumes }) => monthlySearchVolumes?.length === 12)).toBe(true);
  });

  it('has a reference per part, so that a repeated attempt is charged once', async () => {
    api.answers(({ body }) => ({ body: ready(body.keywords) }));
    await collectKeywords(adapter, api.fetch, keywordQuery({ keywords: manyWords(25), reference: 'a1-2' }));
    expect(api.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['sextant-a1-2-0', 'sextant-a1-2-20']);
  });

  it('for only a site has no keywords', async () => {
    api.answers(() => ({ body: ready(['one', 'two']) }));
    const found = await collectKeywords(
      adapter,
      api.fetch,
      keywordQuery({ suggestions: true, keywords: [], url: 'https://shop.example/' }),
    );
    expect(api.asked).toHaveLength(1);
    expect(api.asked[0]!.body).not.toHaveProperty('keywords');
    expect(api.asked[0]!.body.url).toBe('https://shop.example/');
    expect(found.results).toHaveLength(2);
  });

  it('is polled more slowly when the service is busy, because it was already charged', async () => {
    const responses: Answered[] = [
      { body: object() },
      { status: 429, headers: { 'retry-after': '1' }, body: {} },
      { body: ready(['boots']) },
    ];
    api.answers(() => responses.shift()!);
    expect((await collectKeywords(adapter, api.fetch, keywordQuery({ keywords: ['boots'] }))).results).toHaveLength(1);
  });
});

describe('an error of an upstream service', () => {
  it.each([
    ['a wrong key', { status: 403, body: { message: 'secret-key' } }, 'blocked'],
    ['an empty budget', { status: 402, body: {} }, 'blocked'],
    ['a wrong order', { status: 400, body: {} }, 'unparsed'],
    ['too many requests', { status: 429, body: {} }, 'blocked'],
    ['a server error', { status: 502, body: 'x' }, 'unreachable'],
    ['a page that is not JSON', { body: '<html>' }, 'unparsed'],
    ['an id that leads elsewhere', { body: object({ id: '../user' }) }, 'unparsed'],
    ['an object that is blocked', { body: object({ faulty: true, verdict: 'blocked' }) }, 'blocked'],
    ['an object that is unparsed', { body: object({ faulty: true, verdict: 'unparsed' }) }, 'unparsed'],
    ['an object that is faulty', { body: object({ faulty: true }) }, 'unreachable'],
    ['no data', { body: object({ ready: true }) }, 'unparsed'],
    ['a missing row', { body: ready(['Red Shoes', 'boots']) }, 'unparsed'],
    ['a row without a keyword', { body: object({ ready: true, data: { results: [{}] } }) }, 'unparsed'],
  ] as const)('such as %s has its recovery', async (_, answered, outcome) => {
    api.answers(() => answered);
    const error = await keywordFailure(adapter, api.fetch, keywordQuery());
    expect(error.outcome).toBe(outcome);
    expect(error.message).not.toContain('secret');
  });
});
