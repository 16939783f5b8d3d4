// Kakao's and Naver's APIs, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../../test/local-api.ts';
import type { ProviderSource } from '../../providers/source.ts';
import { createKakao } from '../daum/kakao.ts';
import { createNaverOpen } from './open-api.ts';

let api: LocalApi;
let kakao: ProviderSource;
let naver: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  kakao = createKakao({ apiKey: 'rest-key', baseUrl: api.baseUrl });
  naver = createNaverOpen({ clientId: 'client', clientSecret: 'hush-hush', baseUrl: api.baseUrl });
});
afterAll(() => api.close());

const documents = (page: number, size: number) =>
  Array.from({ length: size }, (_, index) => ({
    title: `<b>신발</b> ${page}-${index}`,
    contents: '빨간 <b>신발</b> &amp; 구두',
    url: `https://d${page}-${index}.example/`,
    datetime: '2026-02-01T09:00:00.000+09:00',
  }));
const meta = (total_count: number, is_end: boolean) => ({ total_count, pageable_count: total_count, is_end });

describe('Kakao', () => {
  const baseQuery = serpQuery({ engine: 'daumweb', keyword: '신발', language: 'ko' });

  it('is queried with the key in a header and returns results', async () => {
    api.answers(() => ({ body: { meta: meta(1234, true), documents: documents(1, 2) } }));
    const [page] = await api.search(kakao, baseQuery);
    expect(api.asked[0]).toMatchObject({
      path: '/v2/search/web',
      query: { query: '신발', sort: 'accuracy', page: '1', size: '10' },
      headers: { authorization: 'KakaoAK rest-key' },
    });
    expect(page).toMatchObject({ totalResults: 1234, empty: false });
    expect(page!.organic[0]).toMatchObject({
      position: 1,
      rank: 1,
      title: '신발 1-0',
      snippet: '빨간 신발 & 구두',
      highlighted: ['신발'],
      publishedAt: '2026-02-01T00:00:00+0000',
    });
  });

  it('is requested page by page until its end marker', async () => {
    api.answers(({ query }) => ({
      body: { meta: meta(120, query.page === '3'), documents: documents(Number(query.page), query.page === '3' ? 20 : 50) },
    }));
    const pages = await api.search(kakao, { ...baseQuery, maxResults: 100 });
    expect(api.asked.map(({ query }) => [query.page, query.size])).toEqual([
      ['1', '50'],
      ['2', '50'],
    ]);
    expect(pages.map(({ organic }) => organic.length)).toEqual([50, 50]);
  });

  it('is empty only when the count is 0', async () => {
    api.answers(() => ({ body: { meta: meta(0, true), documents: [] } }));
    expect((await api.search(kakao, baseQuery))[0]).toMatchObject({ empty: true, totalResults: 0 });
    api.answers(() => ({ body: { meta: meta(7, true), documents: [] } }));
    expect((await api.failure(kakao, baseQuery)).outcome).toBe('unparsed');
    api.answers(() => ({ body: { documents: [] } }));
    expect((await api.failure(kakao, baseQuery)).outcome).toBe('unparsed');
  });

  it('maps its own error codes, which are more precise than its status', async () => {
    for (const [status, body, outcome, cooldownSeconds] of [
      [401, { errorType: 'AccessDeniedError', message: 'wrong rest-key' }, 'unparsed', 0],
      [403, { code: -3, msg: 'rest-key' }, 'unparsed', 0],
      [400, { code: -401, msg: 'rest-key' }, 'unparsed', 0],
      [400, { code: -10, msg: 'limit' }, 'blocked', 3600],
      [429, { errorType: 'RequestThrottled' }, 'blocked', 60],
      [400, { code: -7, msg: 'maintenance' }, 'unreachable', 0],
      [400, { code: -2, msg: 'parameter' }, 'unparsed', 0],
      [503, { code: -9798 }, 'unreachable', 0],
    ] as const) {
      api.answers(() => ({ status, body }));
      const error = await api.failure(kakao, baseQuery);
      expect([error.outcome, error.cooldownSeconds], JSON.stringify(body)).toEqual([outcome, cooldownSeconds]);
      expect(error.message).not.toContain('rest-key');
    }
  });
});

describe('Naver', () => {
  const baseQuery = serpQuery({ engine: 'naverwebdocs', keyword: '신발', language: 'ko' });
  const items = (start: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      title: `<b>신발</b> ${start + index}`,
      link: `https://n${start + index}.example/`,
      description: '좋은 <b>신발</b>',
    }));

  it('is queried for web documents with its two headers', async () => {
    for (const engine of ['naver', 'naverwebdocs'] as const) {
      api.answers(() => ({ body: { lastBuildDate: 'x', total: 55, start: 1, display: 10, items: items(1, 10) } }));
      const [page] = await api.search(naver, { ...baseQuery, engine });
      expect(api.asked[0]).toMatchObject({
        path: '/v1/search/webkr.json',
        query: { query: '신발', display: '10', start: '1' },
        headers: { 'x-naver-client-id': 'client', 'x-naver-client-secret': 'hush-hush' },
      });
      expect(page!.totalResults).toBe(55);
      expect(page!.organic[0]).toMatchObject({ title: '신발 1', snippet: '좋은 신발', highlighted: ['신발'], rank: 1 });
    }
  });

  it('continues after the last result', async () => {
    api.answers(({ query }) => ({ body: { total: 130, items: items(Number(query.start), query.start === '1' ? 60 : 40) } }));
    const pages = await api.search(naver, { ...baseQuery, maxResults: 100 });
    expect(api.asked.map(({ query }) => query.start)).toEqual(['1', '61']);
    expect(pages.flatMap(({ organic }) => organic)).toHaveLength(100);
  });

  it('returns at most five places, with their coordinates', async () => {
    const place = {
      title: '<b>신발</b>집',
      link: '',
      category: '쇼핑,유통>신발',
      description: '',
      telephone: '02-1',
      address: '서울 중구',
      roadAddress: '서울 중구 길 1',
      mapx: '1269873882',
      mapy: '375666103',
    };
    const items = [
      { ...place, link: 'https://a.example/' },
      { ...place, title: '둘', link: 'https://a.example/' },
      { ...place, title: '셋', mapx: '312277', mapy: '552097' },
    ];
    api.answers(() => ({ body: { total: 3, start: 1, display: 3, items } }));
    const pages = await api.search(naver, { ...baseQuery, engine: 'naverlocal', maxResults: 20 });
    expect(pages).toHaveLength(1);
    expect(api.asked[0]).toMatchObject({ path: '/v1/search/local.json', query: { display: '5' } });
    const [page] = pages;
    expect(page!.maps[0]).toMatchObject({
      title: '신발집',
      url: 'https://a.example/',
      address: '서울 중구 길 1',
      category: '신발',
      categories: ['쇼핑', '유통', '신발'],
      phone: '02-1',
      coordinates: { latitude: 37.5666103, longitude: 126.9873882 },
    });
    expect(page!.maps[2]).toMatchObject({ url: null, coordinates: null });
    expect(page!.organic.map(({ url }) => new URL(url).hostname)).toEqual(['a.example', 'map.naver.com', 'map.naver.com']);
    expect(page!.organic[0]).toMatchObject({ type: 'local', snippet: '신발 · 서울 중구 길 1' });
  });

  it('is empty only when the count is 0', async () => {
    for (const engine of ['naver', 'naverlocal'] as const) {
      api.answers(() => ({ body: { total: 0, start: 1, display: 0, items: [] } }));
      expect((await api.search(naver, { ...baseQuery, engine }))[0]).toMatchObject({ empty: true, totalResults: 0 });
      api.answers(() => ({ body: { total: 9, items: [] } }));
      expect((await api.failure(naver, { ...baseQuery, engine })).outcome).toBe('unparsed');
      api.answers(() => ({ body: { total: 1, items: [{}] } }));
      expect((await api.failure(naver, { ...baseQuery, engine })).outcome).toBe('unparsed');
    }
  });

  it('distinguishes a daily quota, a rate limit and wrong credentials', async () => {
    for (const [status, errorCode, outcome, cooldownSeconds] of [
      [401, '024', 'unparsed', 0],
      [403, 'x', 'unparsed', 0],
      [429, '010', 'blocked', 3600],
      [429, '012', 'blocked', 5],
      [400, 'SE01', 'unparsed', 0],
      [500, 'SE99', 'unreachable', 0],
    ] as const) {
      api.answers(() => ({ status, body: { errorMessage: 'hush-hush', errorCode } }));
      const error = await api.failure(naver, baseQuery);
      expect([error.outcome, error.cooldownSeconds], errorCode).toEqual([outcome, cooldownSeconds]);
      expect(error.message).not.toContain('hush-hush');
    }
    api.answers(() => ({ status: 429, headers: { 'retry-after': '30' }, body: {} }));
    expect((await api.failure(naver, baseQuery)).cooldownSeconds).toBe(30);
  });
});
