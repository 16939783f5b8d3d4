// Brave's API, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../test/local-api.ts';
import { createBrave } from './brave.ts';
import type { ProviderSource } from './source.ts';

let api: LocalApi;
let brave: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  brave = createBrave({ apiKey: 'secret-token', baseUrl: `${api.baseUrl}/` });
});
afterAll(() => api.close());

const query = (more: boolean) => ({ original: 'red shoes', more_results_available: more });
const results = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Shoe ${from + index}`,
    url: `https://s${from + index}.example/`,
    description: 'd',
  }));
const FULL = {
  type: 'search',
  query: query(false),
  mixed: {
    main: [
      { type: 'videos', all: true },
      { type: 'web', index: 1 },
      { type: 'web', index: 0 },
      { type: 'faq', index: 0 },
    ],
  },
  web: {
    results: [
      {
        title: 'Red &amp; <strong>shoes</strong>',
        url: 'https://shop.example/red',
        description: 'All <strong>red shoes</strong> here',
        age: 'March 2, 2026',
        page_age: '2026-03-02T10:00:00',
        profile: { name: 'Shop' },
        meta_url: { hostname: 'shop.example', path: '› red' },
        thumbnail: { src: 'https://img.example/s.jpg', original: 'https://img.example/o.jpg' },
        deep_results: { buttons: [{ title: 'Sale', url: 'https://shop.example/sale' }] },
      },
      { title: 'Second', url: 'https://second.example/' },
      { title: 'No address', url: 'javascript:alert(1)' },
    ],
  },
  news: { results: [{ title: 'Shoes in the news', url: 'https://paper.example/1', source: 'The Paper', age: '2 hours ago' }] },
  videos: {
    results: [
      {
        title: 'Shoe video',
        url: 'https://video.example/1',
        video: { duration: '01:02:03', views: 1200, creator: 'Ann', publisher: 'VideoSite' },
      },
    ],
  },
  locations: {
    results: [
      {
        title: 'Shoe House',
        url: 'https://house.example/',
        coordinates: [52.5, 13.4],
        postal_address: { displayAddress: 'Main 1, Berlin', streetAddress: 'Main 1', addressLocality: 'Berlin', country: 'DE' },
        contact: { telephone: '+49 30 1' },
        rating: { ratingValue: 4.5, bestRating: 5, reviewCount: 12 },
        categories: ['Shoe shop'],
        price_range: '$$',
      },
    ],
  },
};

describe('a query for Brave', () => {
  it('has the token in a header, and country, language and coordinates', async () => {
    api.answers(() => ({ body: FULL }));
    await api.search(brave, serpQuery());
    const [request] = api.asked;
    expect(request).toMatchObject({
      path: '/res/v1/web/search',
      query: { q: 'red shoes', count: '10', offset: '0', country: 'DE', search_lang: 'de' },
    });
    expect(request!.headers).toMatchObject({ 'x-subscription-token': 'secret-token', 'x-loc-lat': '52.52', 'x-loc-long': '13.4' });
    expect(JSON.stringify(request!.query)).not.toContain('secret-token');
  });

  it('has no country or language that Brave would reject', async () => {
    api.answers(() => ({ body: FULL }));
    const region = { canonicalName: 'Kenya', countryCode: 'ke', type: 'country', latitude: 0, longitude: 38 };
    await api.search(brave, serpQuery({ region, language: 'sw' }));
    expect(api.asked[0]!.query).toEqual({ q: 'red shoes', count: '10', offset: '0', country: 'ALL' });
    expect(api.asked[0]!.headers['x-loc-lat']).toBeUndefined();
    await api.search(brave, serpQuery({ region: { ...region, countryCode: 'JP' }, language: 'ja' }));
    expect(api.asked[1]!.query).toMatchObject({ country: 'JP', search_lang: 'jp' });
  });

  it('with unsupported options is not sent', async () => {
    api.answers(() => ({ body: FULL }));
    const error = await api.failure(brave, serpQuery({ urlParameters: [{ name: 'tbs', value: 'qdr:d' }] }));
    expect([error.recovery, api.asked.length]).toEqual(['fail', 0]);
  });
});

describe('a response of Brave', () => {
  it('has results, news, videos and places, ranked in Brave’s order', async () => {
    api.answers(() => ({ body: FULL }));
    const [page] = await api.search(brave, serpQuery());
    expect(page!.organic).toHaveLength(2);
    expect(page!.organic[0]).toMatchObject({
      position: 1,
      rank: 3,
      title: 'Red & shoes',
      url: 'https://shop.example/red',
      domain: 'shop.example',
      displayUrl: 'shop.example › red',
      siteName: 'Shop',
      snippet: 'All red shoes here',
      highlighted: ['red shoes'],
      date: 'March 2, 2026',
      publishedAt: '2026-03-02T10:00:00+0000',
      images: [{ url: 'https://img.example/o.jpg' }],
      sitelinks: [{ title: 'Sale', url: 'https://shop.example/sale' }],
    });
    expect(page!.organic[1]).toMatchObject({ rank: 2, snippet: null });
    expect(page!.news[0]).toMatchObject({ source: 'The Paper', domain: 'paper.example', rank: null });
    expect(page!.videos[0]).toMatchObject({ rank: 1, durationSeconds: 3723, views: 1200, channel: { name: 'Ann' }, source: 'VideoSite' });
    expect(page!.maps[0]).toMatchObject({
      title: 'Shoe House',
      coordinates: { latitude: 52.5, longitude: 13.4 },
      rating: { value: 4.5, max: 5, votes: 12 },
      addressInfo: { city: 'Berlin' },
      phone: '+49 30 1',
    });
  });

  it('continues page by page while Brave reports more results', async () => {
    api.answers(({ query: { offset } }) => ({
      body: { type: 'search', query: query(offset === '0'), web: { results: results(Number(offset) * 20, 20) } },
    }));
    const pages = await api.search(brave, serpQuery({ maxResults: 100 }));
    expect(api.asked.map((request) => [request.query.offset, request.query.count])).toEqual([
      ['0', '20'],
      ['1', '20'],
    ]);
    expect(pages.flatMap((page) => page.organic)).toHaveLength(40);
  });

  it('stops at the tenth page, because Brave has no eleventh', async () => {
    api.answers(({ query: { offset } }) => ({
      body: { type: 'search', query: query(true), web: { results: results(Number(offset), 1) } },
    }));
    await api.search(brave, serpQuery({ maxResults: 1000 }));
    expect(api.asked).toHaveLength(10);
  });

  it('is empty only when Brave reports no more results', async () => {
    api.answers(() => ({ body: { type: 'search', query: query(false) } }));
    expect((await api.search(brave, serpQuery()))[0]).toMatchObject({ organic: [], empty: true, totalResults: 0 });
    api.answers(() => ({ body: { type: 'search', query: query(true), web: { results: [] } } }));
    expect((await api.failure(brave, serpQuery())).outcome).toBe('unparsed');
    api.answers(() => ({ body: { type: 'search', query: {} } }));
    expect((await api.failure(brave, serpQuery())).outcome).toBe('unparsed');
  });

  it('in another format is unparsed', async () => {
    for (const body of ['<html>', '[]', 'null', { hello: 1 }, { type: 'search' }]) {
      api.answers(() => ({ body }));
      expect((await api.failure(brave, serpQuery())).outcome, JSON.stringify(body)).toBe('unparsed');
    }
  });
});

describe('an error of Brave', () => {
  it('has its recovery and no provider text', async () => {
    for (const [status, code, outcome, recovery] of [
      [401, 'x', 'unparsed', 'fail'],
      [403, 'x', 'unparsed', 'fail'],
      [422, 'SUBSCRIPTION_TOKEN_INVALID', 'unparsed', 'fail'],
      [422, 'VALIDATION', 'unparsed', 'fail'],
      [429, 'RATE_LIMITED', 'blocked', 'nextSource'],
      [500, 'x', 'unreachable', 'retry'],
      [503, 'x', 'unreachable', 'retry'],
    ] as const) {
      api.answers(() => ({ status, body: { type: 'ErrorResponse', error: { code, detail: 'secret-token is wrong' } } }));
      const error = await api.failure(brave, serpQuery());
      expect([error.outcome, error.recovery], `${status} ${code}`).toEqual([outcome, recovery]);
      expect(error.message).not.toContain('secret-token');
    }
  });

  it('of a rate limit has a cooldown until the exhausted windows reset', async () => {
    const limited = (headers: Record<string, string>) => api.answers(() => ({ status: 429, headers, body: {} }));
    limited({ 'x-ratelimit-remaining': '0, 100', 'x-ratelimit-reset': '1, 500000' });
    expect((await api.failure(brave, serpQuery())).cooldownSeconds).toBe(1);
    limited({ 'x-ratelimit-remaining': '0, 0', 'x-ratelimit-reset': '1, 5000' });
    expect((await api.failure(brave, serpQuery())).cooldownSeconds).toBe(5000);
    limited({ 'retry-after': '7' });
    expect((await api.failure(brave, serpQuery())).cooldownSeconds).toBe(7);
    limited({});
    expect((await api.failure(brave, serpQuery())).cooldownSeconds).toBe(60);
  });
});
