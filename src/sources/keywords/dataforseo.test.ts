// DataForSEO's keyword data, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectKeywords, keywordFailure, keywordQuery, manyWords } from '../../../test/keyword-api.ts';
import { type LocalApi, startLocalApi } from '../../../test/local-api.ts';
import type { Adapter } from '../adapter.ts';
import { collectFrom } from '../attempt.ts';
import { createDataForSeoKeywords } from './dataforseo.ts';
import type { KeywordParsed, KeywordQuery } from './query.ts';

let api: LocalApi;
let adapter: Adapter<KeywordQuery, KeywordParsed>;
beforeAll(async () => {
  api = await startLocalApi();
  adapter = createDataForSeoKeywords({ baseUrl: api.baseUrl, login: 'me', password: 'secret' });
});
afterAll(() => api?.close());

const responseOf = (result: unknown, code = 20_000) => ({
  status_code: 20_000,
  tasks: [{ id: 'a', status_code: code, result_count: Array.isArray(result) ? result.length : 0, result }],
});
const row = (keyword: string, fields: object = {}) => ({
  keyword,
  competition: 'HIGH',
  competition_index: 87,
  search_volume: 5400,
  cpc: 1.234,
  // Twenty-four months, the newest first.
  monthly_searches: Array.from({ length: 24 }, (_, index) => {
    const at = 2026 * 12 + 9 - index;
    return { year: Math.floor(at / 12), month: (at % 12) + 1, search_volume: 100 + index };
  }),
  ...fields,
});

describe('volumes of DataForSEO', () => {
  it('are requested once per distinct keyword and returned for each keyword, with twelve months, oldest first', async () => {
    api.answers(() => ({
      body: responseOf([row('boots', { search_volume: null, cpc: null, competition_index: null }), row('red shoes')]),
    }));
    const found = await collectKeywords(adapter, api.fetch, keywordQuery());
    expect(api.asked).toHaveLength(1);
    expect(api.asked[0]).toMatchObject({
      path: '/v3/keywords_data/google_ads/search_volume/live',
      headers: { authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` },
      body: [{ keywords: ['Red Shoes', 'boots'], location_code: 2276, language_code: 'de', search_partners: true }],
    });
    expect(found.results.map(({ keyword }) => keyword)).toEqual(['Red Shoes', 'boots', 'red shoes', '!!!']);
    expect(found.results[0]).toMatchObject({ competition: 0.87, costPerClick: 1.23, searchVolume: 5400, searchVolumeMobileRatio: null });
    expect(found.results[1]).toMatchObject({ competition: null, costPerClick: null, searchVolume: null });
    expect(found.results[2]!.searchVolume).toBe(5400);
    expect(found.results[3]).toMatchObject({ searchVolume: null, monthlySearchVolumes: null });
    const months = found.results[0]!.monthlySearchVolumes!;
    expect(months).toHaveLength(12);
    expect([months[0], months[11]]).toEqual([
      { year: 2025, month: 11, searchVolume: 111 },
      { year: 2026, month: 10, searchVolume: 100 },
    ]);
  });

  it('of 700 keywords fit into one task', async () => {
    api.answers(({ body }) => ({ body: responseOf(body[0].keywords.map((word: string) => row(word))) }));
    expect((await collectKeywords(adapter, api.fetch, keywordQuery({ keywords: manyWords(700) }))).results).toHaveLength(700);
    expect(api.asked).toHaveLength(1);
  });

  it('count as incomplete when a requested keyword is missing', async () => {
    api.answers(() => ({ body: responseOf([row('red shoes')]) }));
    const found = await collectKeywords(adapter, api.fetch, keywordQuery());
    expect(found).toMatchObject({ incomplete: true, totalResults: 4 });
    expect(found.results[1]).toMatchObject({ keyword: 'boots', searchVolume: null });
  });

  it('use no language that Google cannot filter by, and Google’s spelling of others', async () => {
    api.answers(() => ({ body: responseOf([]) }));
    for (const [language, expected] of [
      ['xx', undefined],
      ['he', 'iw'],
      ['zh', 'zh_CN'],
    ] as const) {
      await collectKeywords(adapter, api.fetch, keywordQuery({ language, keywords: ['a'] }));
      expect(api.asked.at(-1)!.body[0].language_code).toBe(expected);
    }
  });
});

describe('suggestions of DataForSEO', () => {
  it('are derived from twenty seeds per task and returned once each', async () => {
    api.answers(({ body }) => ({ body: responseOf([row('tea'), row(`idea ${body[0].keywords[0]}`)]) }));
    const found = await collectKeywords(adapter, api.fetch, keywordQuery({ suggestions: true, keywords: manyWords(45) }));
    expect(api.asked.map(({ body }) => body[0].keywords.length)).toEqual([20, 20, 5]);
    expect(found.results.map(({ keyword }) => keyword)).toEqual(['tea', 'idea word 0', 'idea word 20', 'idea word 40']);
  });

  it('are derived from a site only, or from a site and seeds in one task', async () => {
    const url = 'https://shop.example/';
    api.answers(({ path }) => ({ body: responseOf([row(path.includes('site') ? 'of the site' : 'of the seeds')]) }));
    const alone = await collectKeywords(adapter, api.fetch, keywordQuery({ suggestions: true, url, keywords: [] }));
    expect(api.asked.map(({ path, body }) => [path.split('/').at(-2), body[0].target])).toEqual([['keywords_for_site', url]]);
    expect(alone.results).toHaveLength(1);
    const both = await collectKeywords(adapter, api.fetch, keywordQuery({ suggestions: true, url, keywords: ['tea'] }));
    expect(both.results.map(({ keyword }) => keyword)).toEqual(['of the seeds']);
    expect(api.asked).toHaveLength(2);
    expect(api.asked[1]!.body[0]).toMatchObject({ keywords: ['tea'], target: url, target_type: 'page' });
  });

  it('may be thousands in one response, within the size limit of the source', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => row(`idea ${index}`));
    api.answers(() => ({ body: responseOf(rows) }));
    const source = { name: 'dataforseo', adapter, fetch: api.fetch, retryDelayMs: null };
    const query = keywordQuery({ suggestions: true, keywords: ['tea'] });
    const limits = { pagesMax: 1, enough: () => false };
    const { found } = await collectFrom({ ...source, bytesMax: 20_000_000 }, query, 1, limits);
    expect(found[0]!.results).toHaveLength(5000);
    await expect(collectFrom(source, query, 1, limits)).rejects.toMatchObject({ cause: { outcome: 'unreachable' } });
  });

  it('may be none', async () => {
    for (const body of [responseOf(null, 40_102), responseOf(null), responseOf([])]) {
      api.answers(() => ({ body }));
      expect((await collectKeywords(adapter, api.fetch, keywordQuery({ suggestions: true }))).results).toEqual([]);
    }
  });
});

describe('an error of DataForSEO', () => {
  it.each([
    ['a status for rejected credentials', 401, { status_code: 40_100, tasks: null }, 'blocked', 3600],
    ['a status for payment', 402, {}, 'blocked', 3600],
    ['a status for too many calls', 429, {}, 'blocked', 7],
    ['an inner error', 500, '<html>', 'unreachable', 0],
    ['a page that is not JSON', 200, '<html>', 'unparsed', 0],
    ['another format', 200, { tasks: [] }, 'unparsed', 0],
    ['a task without a result', 200, { status_code: 20_000, tasks: [{ status_code: 20_000 }] }, 'unparsed', 0],
    ['too many calls inside a good page', 200, responseOf(null, 40_202), 'blocked', 7],
    ['no credits inside a good page', 200, responseOf(null, 40_200), 'blocked', 3600],
    ['a bad field inside a good page', 200, responseOf(null, 40_501), 'unparsed', 0],
    ['an inner error inside a good page', 200, responseOf(null, 50_000), 'unreachable', 0],
  ] as const)('such as %s has its recovery and no provider text', async (_, status, body, outcome, cooldownSeconds) => {
    api.answers(() => ({ status, body, headers: { 'retry-after': '7' } }));
    const error = await keywordFailure(adapter, api.fetch, keywordQuery());
    expect([error.outcome, error.cooldownSeconds]).toEqual([outcome, cooldownSeconds]);
    expect(error.message).toMatch(/^(?:The keyword source|The quota|returned status 500$)/);
  });

  it('is also a query without any usable keyword', async () => {
    expect((await keywordFailure(adapter, api.fetch, keywordQuery({ keywords: ['!!!'] }))).outcome).toBe('unparsed');
    const region = { countryCode: 'ZZ', canonicalName: 'Nowhere', criteriaId: null };
    expect((await keywordFailure(adapter, api.fetch, keywordQuery({ region }))).outcome).toBe('unparsed');
  });
});
