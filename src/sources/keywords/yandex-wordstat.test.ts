// Yandex Wordstat, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectKeywords, keywordFailure, keywordQuery } from '../../../test/keyword-api.ts';
import { type LocalApi, startLocalApi } from '../../../test/local-api.ts';
import type { Adapter } from '../adapter.ts';
import type { KeywordParsed, KeywordQuery } from './query.ts';
import { createYandexWordstat } from './yandex-wordstat.ts';

let api: LocalApi;
let adapter: Adapter<KeywordQuery, KeywordParsed>;
beforeAll(async () => {
  api = await startLocalApi();
  adapter = createYandexWordstat({ baseUrl: api.baseUrl, apiKey: 'secret', folderId: 'folder' });
});
afterAll(() => api?.close());

const queryWith = (fields: Partial<KeywordQuery> = {}) =>
  keywordQuery({
    source: 'yandex',
    keywords: ['Чай', '"чай" -зелёный', 'чай', '!!!'],
    region: { countryCode: 'RU', canonicalName: 'Russia', criteriaId: 2643 },
    ...fields,
  });
/** Counts are 64-bit numbers, written as strings. */
const history = (count: number) =>
  Array.from({ length: 12 }, (_, index) => ({
    date: `${index < 2 ? 2025 : 2026}-${String(((index + 10) % 12) + 1).padStart(2, '0')}-01T00:00:00Z`,
    count: String(count + index),
    share: 0.1,
  }));

describe('volumes of Wordstat', () => {
  it('are requested phrase by phrase over twelve full months, and returned for each keyword', async () => {
    api.answers(({ body }) => ({ body: { results: history(body.phrase === 'Чай' ? 100 : 10) } }));
    const found = await collectKeywords(adapter, api.fetch, queryWith());
    expect(api.asked.map(({ path, body }) => [path, body.phrase])).toEqual([
      ['/v2/wordstat/dynamics', 'Чай'],
      ['/v2/wordstat/dynamics', 'чай зелёный'],
    ]);
    expect(api.asked[0]).toMatchObject({
      headers: { authorization: 'Api-Key secret' },
      body: {
        period: 'PERIOD_MONTHLY',
        fromDate: '2025-11-01T00:00:00Z',
        toDate: '2026-10-31T00:00:00Z',
        regions: ['225'],
        devices: ['DEVICE_ALL'],
        folderId: 'folder',
      },
    });
    expect(found.results.map(({ keyword, searchVolume }) => [keyword, searchVolume])).toEqual([
      ['Чай', 106],
      ['"чай" -зелёный', 16],
      ['чай', 106],
      ['!!!', null],
    ]);
    expect(found.results[0]!.monthlySearchVolumes).toHaveLength(12);
    expect(found.results[0]!.monthlySearchVolumes![0]).toEqual({ year: 2025, month: 11, searchVolume: 100 });
    expect(found.results[0]).toMatchObject({ competition: null, costPerClick: null, searchVolumeMobileRatio: null });
  });

  it('without data from Yandex are unknown', async () => {
    api.answers(() => ({ body: {} }));
    const found = await collectKeywords(adapter, api.fetch, queryWith());
    expect(found.results).toHaveLength(4);
    expect(found.results[0]).toMatchObject({ searchVolume: null, monthlySearchVolumes: null });
  });
});

it('suggestions are the phrases with the keyword and associated ones', async () => {
  api.answers(() => ({
    body: { totalCount: '9', results: [{ phrase: 'чай купить', count: '5' }], associations: [{ phrase: 'кофе', count: '4' }] },
  }));
  const found = await collectKeywords(adapter, api.fetch, queryWith({ suggestions: true, keywords: ['чай'] }));
  expect(api.asked[0]).toMatchObject({ path: '/v2/wordstat/topRequests', body: { phrase: 'чай', numPhrases: 300 } });
  expect(found.results.map(({ keyword, searchVolume }) => [keyword, searchVolume])).toEqual([
    ['чай купить', 5],
    ['кофе', 4],
  ]);
});

describe('an error of Wordstat', () => {
  it.each([
    ['a bad key', 401, { code: 16, message: 'secret' }, 'blocked', 3600],
    ['a missing role', 403, { code: 7, message: 'secret' }, 'blocked', 3600],
    ['too many calls', 429, { code: 8, message: 'secret' }, 'blocked', 9],
    ['an exhausted quota with a good status', 200, { code: 8, message: 'secret' }, 'blocked', 3600],
    ['a bad field', 400, { code: 3, message: 'secret' }, 'unparsed', 0],
    ['an inner error with a good status', 200, { code: 13, message: 'secret' }, 'unreachable', 0],
    ['a gateway error', 503, 'secret', 'unreachable', 0],
    ['a page that is not JSON', 200, '<html>', 'unparsed', 0],
    ['another format', 200, { answer: [] }, 'unparsed', 0],
    ['a month without a date', 200, { results: [{ count: '1' }] }, 'unparsed', 0],
  ] as const)('such as %s has its recovery', async (_, status, body, outcome, cooldownSeconds) => {
    api.answers(() => ({ status, body, headers: { 'retry-after': '9' } }));
    const error = await keywordFailure(adapter, api.fetch, queryWith());
    expect([error.outcome, error.cooldownSeconds]).toEqual([outcome, cooldownSeconds]);
    expect(error.message).not.toContain('secret');
  });

  it('is also a region without a Yandex id', async () => {
    const region = { countryCode: 'ZZ', canonicalName: 'Nowhere', criteriaId: null };
    expect((await keywordFailure(adapter, api.fetch, queryWith({ region }))).outcome).toBe('unparsed');
  });
});
