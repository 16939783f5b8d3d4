// Google's Programmable Search and Places, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../../test/local-api.ts';
import type { ProviderSource } from '../../providers/source.ts';
import { createGooglePlaces } from '../googlelocal/places-api.ts';
import { createGoogleProgrammable } from './programmable-search.ts';

let api: LocalApi;
let search: ProviderSource;
let places: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  search = createGoogleProgrammable({ apiKey: 'AIza-secret', engineId: 'cx1', baseUrl: api.baseUrl });
  places = createGooglePlaces({ apiKey: 'AIza-secret', baseUrl: api.baseUrl });
});
afterAll(() => api.close());

const responseOf = (items: object[], total: string, nextStart?: number) => ({
  kind: 'customsearch#search',
  queries: { request: [{ startIndex: 1 }], ...(nextStart ? { nextPage: [{ startIndex: nextStart }] } : {}) },
  searchInformation: { searchTime: 0.2, totalResults: total },
  ...(items.length > 0 ? { items } : {}),
});
const result = (number: number) => ({
  title: `Shoes &amp; ${number}`,
  link: `https://s${number}.example/red`,
  displayLink: `s${number}.example`,
  formattedUrl: `https://s${number}.example › red`,
  snippet: 'Red shoes\n for all',
  htmlSnippet: '<b>Red shoes</b><br>\n for all',
  pagemap: {
    cse_thumbnail: [{ src: 'https://img.example/t.jpg' }],
    metatags: [{ 'og:site_name': 'Shop', 'article:published_time': '2026-05-01T00:00:00Z' }],
    aggregaterating: [{ ratingvalue: '4.2', ratingcount: '17' }],
  },
});

describe('Programmable Search', () => {
  it('is queried with country and language, and the key in a header', async () => {
    api.answers(() => ({ body: responseOf([result(1)], '12300') }));
    const place = { canonicalName: 'Taiwan', countryCode: 'TW', type: 'country', latitude: 23, longitude: 121 };
    await api.search(search, serpQuery({ region: place, language: 'zh', urlParameters: [{ name: 'safe', value: 'active' }] }));
    expect(api.asked[0]).toMatchObject({
      path: '/customsearch/v1',
      headers: { 'x-goog-api-key': 'AIza-secret' },
      query: { cx: 'cx1', q: 'red shoes', num: '10', start: '1', gl: 'tw', hl: 'zh-TW', safe: 'active' },
    });
    expect(api.asked[0]!.query).not.toHaveProperty('key');
    expect(api.asked[0]!.query).not.toHaveProperty('searchType');
    expect((await api.failure(search, serpQuery({ urlParameters: [{ name: 'uule', value: 'w' }] }))).recovery).toBe('fail');
  });

  it('returns results with the metadata of the pages', async () => {
    api.answers(() => ({ body: responseOf([result(1)], '12300') }));
    const [page] = await api.search(search, serpQuery());
    expect(page).toMatchObject({ totalResults: 12300, empty: false });
    expect(page!.organic[0]).toMatchObject({
      title: 'Shoes & 1',
      displayUrl: 'https://s1.example › red',
      siteName: 'Shop',
      snippet: 'Red shoes for all',
      highlighted: ['Red shoes'],
      publishedAt: '2026-05-01T00:00:00+0000',
      images: [{ url: 'https://img.example/t.jpg' }],
      rating: { value: 4.2, max: 5, votes: 17 },
    });
  });

  it('returns at most one hundred results', async () => {
    api.answers(({ query }) => {
      const start = Number(query.start);
      return {
        body: responseOf(
          Array.from({ length: 10 }, (_, index) => result(start + index)),
          '9000',
          start + 10,
        ),
      };
    });
    const pages = await api.search(search, serpQuery({ maxResults: 200 }));
    expect(api.asked.map(({ query }) => query.start).at(-1)).toBe('91');
    expect(pages.flatMap(({ organic }) => organic)).toHaveLength(100);
  });

  it('returns pictures, each page once among the results', async () => {
    const picture = {
      title: 'A shoe',
      link: 'https://img.example/shoe.jpg',
      displayLink: 'page.example',
      snippet: 'Red shoe',
      image: { contextLink: 'https://page.example/shoe', width: 800, height: 600, thumbnailLink: 'https://tbn.example/1' },
    };
    api.answers(() => ({ body: responseOf([picture, { ...picture, link: 'https://img.example/two.jpg' }, {}], '3') }));
    const [page] = await api.search(search, serpQuery({ engine: 'googleimages' }));
    expect(api.asked[0]!.query.searchType).toBe('image');
    expect(page!.images).toHaveLength(2);
    expect(page!.images[0]).toMatchObject({
      url: 'https://page.example/shoe',
      imageUrl: 'https://img.example/shoe.jpg',
      thumbnail: 'https://tbn.example/1',
      width: 800,
      source: 'page.example',
    });
    expect(page!.organic.map(({ url }) => url)).toEqual(['https://page.example/shoe']);
  });

  it('is empty only when the count is 0', async () => {
    api.answers(() => ({ body: responseOf([], '0') }));
    expect((await api.search(search, serpQuery()))[0]).toMatchObject({ empty: true, totalResults: 0 });
    for (const body of [responseOf([], '5'), responseOf([{}], '0'), { items: [] }, '<html>']) {
      api.answers(() => ({ body }));
      expect((await api.failure(search, serpQuery())).outcome, JSON.stringify(body)).toBe('unparsed');
    }
  });

  it('distinguishes a daily quota, a rate limit and a wrong key', async () => {
    for (const [status, error, outcome, cooldownSeconds] of [
      [400, { details: [{ reason: 'API_KEY_INVALID' }] }, 'unparsed', 0],
      [403, { errors: [{ reason: 'dailyLimitExceeded' }] }, 'blocked', 3600],
      [403, { errors: [{ reason: 'accessNotConfigured' }] }, 'unparsed', 0],
      [429, { status: 'RESOURCE_EXHAUSTED', details: [{ '@type': 'RetryInfo', retryDelay: '34.07s' }] }, 'blocked', 35],
      [429, { errors: [{ reason: 'rateLimitExceeded' }] }, 'blocked', 60],
      [500, {}, 'unreachable', 0],
    ] as const) {
      api.answers(() => ({ status, body: { error: { code: status, message: 'AIza-secret', ...error } } }));
      const failure = await api.failure(search, serpQuery());
      expect([failure.outcome, failure.cooldownSeconds], JSON.stringify(error)).toEqual([outcome, cooldownSeconds]);
      expect(failure.message).not.toContain('AIza');
    }
  });
});

describe('Places', () => {
  const query = serpQuery({ engine: 'googlelocal', keyword: 'shoe shop' });
  const place = (number: number, fields: object = {}) => ({
    id: `ChIJ${number}`,
    displayName: { text: `Shoe House ${number}`, languageCode: 'de' },
    formattedAddress: `Main ${number}, Berlin`,
    googleMapsUri: `https://maps.google.com/?cid=${number}77&g_mp=x`,
    ...fields,
  });

  it('is queried around the coordinates, in the language, for the fields of an item', async () => {
    api.answers(() => ({ body: { places: [place(1)] } }));
    await api.search(places, query);
    expect(api.asked[0]).toMatchObject({
      method: 'POST',
      path: '/v1/places:searchText',
      headers: { 'x-goog-api-key': 'AIza-secret', 'x-goog-fieldmask': expect.stringMatching(/^nextPageToken,places\.id,/) },
      body: {
        textQuery: 'shoe shop',
        languageCode: 'de',
        regionCode: 'DE',
        pageSize: 20,
        locationBias: { circle: { center: { latitude: 52.52, longitude: 13.4 }, radius: 15_000 } },
      },
    });
    await api.search(places, { ...query, region: { ...query.region, type: 'country' } });
    expect(api.asked[1]!.body).not.toHaveProperty('locationBias');
  });

  it('returns places and repeats them as results', async () => {
    const full = place(1, {
      websiteUri: 'https://house.example/',
      location: { latitude: 52.5, longitude: 13.4 },
      rating: 4.6,
      userRatingCount: 321,
      priceLevel: 'PRICE_LEVEL_MODERATE',
      types: ['shoe_store', 'store'],
      primaryTypeDisplayName: { text: 'Schuhgeschäft' },
      internationalPhoneNumber: '+49 30 1',
      businessStatus: 'OPERATIONAL',
      currentOpeningHours: { openNow: true },
      regularOpeningHours: {
        periods: [
          { open: { day: 1, hour: 9, minute: 30 }, close: { day: 1, hour: 12, minute: 0 } },
          { open: { day: 1, hour: 13 }, close: { day: 1, hour: 18 } },
          { open: { day: 0 } },
        ],
      },
      addressComponents: [
        { longText: 'Main', shortText: 'Main', types: ['route'] },
        { longText: '1', types: ['street_number'] },
        { longText: 'Berlin', types: ['locality', 'political'] },
        { longText: 'Germany', shortText: 'DE', types: ['country'] },
      ],
    });
    api.answers(() => ({ body: { places: [full, place(2, { businessStatus: 'CLOSED_PERMANENTLY' })] } }));
    const [page] = await api.search(places, query);
    expect(page!.maps[0]).toMatchObject({
      position: 1,
      rank: 1,
      title: 'Shoe House 1',
      placeId: 'ChIJ1',
      cid: '177',
      url: 'https://house.example/',
      domain: 'house.example',
      rating: { value: 4.6, max: 5, votes: 321 },
      priceLevel: '$$',
      category: 'Schuhgeschäft',
      coordinates: { latitude: 52.5, longitude: 13.4 },
      openState: 'open',
      hours: {
        monday: [
          { open: '09:30', close: '12:00' },
          { open: '13:00', close: '18:00' },
        ],
        sunday: [{ open: '00:00', close: '24:00' }],
      },
      addressInfo: { street: 'Main 1', city: 'Berlin', countryCode: 'DE', zip: null },
    });
    expect(page!.maps[1]).toMatchObject({ url: null, openState: 'permanently closed', hours: null, rating: null });
    expect(page!.organic.map(({ type, url }) => [type, url])).toEqual([
      ['local', 'https://house.example/'],
      ['local', 'https://www.google.com/maps?cid=277'],
    ]);
  });

  it('continues with its page token', async () => {
    api.answers(({ body }) => {
      const token = (body as { pageToken?: string }).pageToken;
      const from = token ? 20 : 0;
      const list = Array.from({ length: token ? 5 : 20 }, (_, index) => place(from + index));
      return { body: { places: list, ...(token ? {} : { nextPageToken: 'more' }) } };
    });
    const pages = await api.search(places, { ...query, maxResults: 60 });
    expect(pages.map(({ maps }) => maps.length)).toEqual([20, 5]);
    expect(api.asked[1]!.body).toMatchObject({ textQuery: 'shoe shop', pageToken: 'more', pageSize: 20 });
  });

  it('is empty for an object without fields, and unknown for other fields', async () => {
    for (const body of [{}, { places: [] }]) {
      api.answers(() => ({ body }));
      expect((await api.search(places, query))[0]).toMatchObject({ empty: true, totalResults: 0 });
    }
    for (const body of [{ hello: 1 }, { places: [{}] }, [], 'x']) {
      api.answers(() => ({ body }));
      expect((await api.failure(places, query)).outcome, JSON.stringify(body)).toBe('unparsed');
    }
  });

  it('has the recovery of each error', async () => {
    for (const [status, outcome] of [
      [400, 'unparsed'],
      [403, 'unparsed'],
      [429, 'blocked'],
      [503, 'unreachable'],
    ] as const) {
      api.answers(() => ({ status, body: { error: { code: status, message: 'AIza-secret', status: 'X' } } }));
      const failure = await api.failure(places, query);
      expect([failure.outcome, failure.message.includes('AIza')]).toEqual([outcome, false]);
    }
  });
});
