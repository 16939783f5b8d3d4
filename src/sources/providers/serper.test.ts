// Serper's API, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../test/local-api.ts';
import { createSerper } from './serper.ts';
import type { ProviderSource } from './source.ts';

let api: LocalApi;
let serper: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  serper = createSerper({ apiKey: 'secret-key', baseUrl: `${api.baseUrl}/` });
});
afterAll(() => api.close());

const results = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Shoe ${from + index}`,
    link: `https://s${from + index}.example/`,
    position: index + 1,
  }));
const responseOf = (fields: object) => ({ searchParameters: { q: 'red shoes', type: 'search' }, credits: 1, ...fields });

describe('a query for Serper', () => {
  it('has the key in a header, and region, country and language', async () => {
    api.answers(() => ({ body: responseOf({ organic: results(1, 10) }) }));
    await api.search(serper, serpQuery({ urlParameters: [{ name: 'tbs', value: 'qdr:d' }] }));
    expect(api.asked[0]).toMatchObject({
      method: 'POST',
      path: '/search',
      query: {},
      headers: { 'x-api-key': 'secret-key' },
      body: { q: 'red shoes', gl: 'de', hl: 'de', location: 'Berlin,Berlin,Germany', num: 10, tbs: 'qdr:d' },
    });
    const region = { canonicalName: 'Taiwan', countryCode: 'TW', type: 'country', latitude: 23, longitude: 121 };
    await api.search(serper, serpQuery({ region, language: 'zh' }));
    expect(api.asked[1]!.body).toEqual({ q: 'red shoes', gl: 'tw', hl: 'zh-tw', num: 10 });
  });

  it('with unsupported options is not sent', async () => {
    api.answers(() => ({ body: responseOf({ organic: results(1, 10) }) }));
    for (const customParameter of [
      { isMobile: true },
      { userAgent: 'Own/1' },
      { cookieParameters: [{ name: 'a', value: 'b' }] },
      { urlParameters: [{ name: 'udm', value: '2' }] },
      { engine: 'bing' as const },
    ]) {
      const error = await api.failure(serper, serpQuery(customParameter));
      expect([error.recovery, api.asked.length]).toEqual(['fail', 0]);
    }
  });
});

describe('a response of Serper', () => {
  it('has results and the boxes around them', async () => {
    api.answers(() => ({
      body: responseOf({
        organic: [
          {
            title: 'Red  shoes',
            link: 'https://shop.example/red',
            snippet: 'All red',
            date: 'Mar 2, 2026',
            rating: 4.5,
            ratingCount: 12,
            sitelinks: [{ title: 'Sale', link: 'https://shop.example/sale' }],
          },
          { title: 'No address', link: 'javascript:alert(1)' },
        ],
        answerBox: { title: 'Shoe', snippet: 'A shoe is worn.', link: 'https://wiki.example/shoe' },
        knowledgeGraph: {
          title: 'Shoe',
          type: 'Footwear',
          website: 'https://shoe.example',
          attributes: { Parts: ['sole', 'heel'], Use: 'walking' },
        },
        peopleAlsoAsk: [{ question: 'Why red?', snippet: 'Because.', title: 'Why', link: 'https://why.example/' }],
        relatedSearches: [{ query: 'blue  shoes' }, { query: '' }, { query: 7 }],
        topStories: [{ title: 'Shoe news', link: 'https://paper.example/1', source: 'The Paper', date: '2 hours ago' }],
      }),
    }));
    const [page] = await api.search(serper, serpQuery());
    expect(page!.organic).toHaveLength(1);
    expect(page!.organic[0]).toMatchObject({
      position: 1,
      title: 'Red shoes',
      domain: 'shop.example',
      date: 'Mar 2, 2026',
      rating: { value: 4.5, max: 5, votes: 12 },
      sitelinks: [{ title: 'Sale', url: 'https://shop.example/sale', description: null }],
    });
    expect(page!.answers[0]).toMatchObject({ type: 'featured_snippet', text: 'A shoe is worn.', domain: 'wiki.example' });
    expect(page!.knowledgegraph[0]!.attributes).toEqual([
      { name: 'Parts', value: 'sole, heel', links: [] },
      { name: 'Use', value: 'walking', links: [] },
    ]);
    expect(page!.paa[0]).toMatchObject({ question: 'Why red?', answer: 'Because.', domain: 'why.example' });
    expect(page!.news[0]).toMatchObject({ source: 'The Paper' });
    expect(page!.related).toEqual([{ position: 1, rank: null, page: 1, keyword: 'blue shoes', url: null }]);
  });

  it('about places, images and news is repeated as results', async () => {
    api.answers(({ path }) => ({
      body: responseOf(
        {
          '/places': {
            places: [
              {
                title: 'Shoe House',
                website: 'https://house.example/',
                address: 'Main 1',
                cid: '7',
                latitude: 52.5,
                longitude: 13.4,
                rating: 4,
              },
              { title: 'Shoe House 2', website: 'https://house.example/', cid: '8' },
            ],
          },
          '/images': {
            images: [
              { title: 'A shoe', link: 'https://pics.example/1', imageUrl: 'https://cdn.example/1.jpg', imageWidth: 640, imageHeight: 480 },
            ],
          },
          '/news': { news: [{ title: 'Shoe news', link: 'https://paper.example/1', source: 'The Paper', snippet: 'New.' }] },
        }[path] as object,
      ),
    }));
    const [local] = await api.search(serper, serpQuery({ engine: 'googlelocal' }));
    expect(local!.maps[0]).toMatchObject({ title: 'Shoe House', coordinates: { latitude: 52.5 }, rating: { value: 4, votes: null } });
    expect(local!.organic.map(({ url }) => url)).toEqual(['https://house.example/', 'https://www.google.com/maps?cid=8']);
    const [images] = await api.search(serper, serpQuery({ engine: 'googleimages' }));
    expect(images).toMatchObject({ images: [{ imageUrl: 'https://cdn.example/1.jpg', width: 640 }], organic: [{ title: 'A shoe' }] });
    const [news] = await api.search(serper, serpQuery({ engine: 'googlenews' }));
    expect(news!.organic[0]).toMatchObject({ type: 'news', siteName: 'The Paper', snippet: 'New.' });
  });

  it('with all results is enough, and one with ten continues', async () => {
    api.answers(() => ({ body: responseOf({ organic: results(1, 40) }) }));
    expect((await api.search(serper, serpQuery({ maxResults: 50 })))[0]!.organic).toHaveLength(40);
    expect(api.asked.map(({ body }) => body.num)).toEqual([50]);
    api.answers(({ body: { page = 1 } }) => ({ body: responseOf({ organic: page < 3 ? results(page * 10, 10) : [] }) }));
    const pages = await api.search(serper, serpQuery({ maxResults: 50 }));
    expect(api.asked.map(({ body }) => [body.num, body.page])).toEqual([
      [50, undefined],
      [10, 2],
      [10, 3],
    ]);
    expect(pages.flatMap(({ organic }) => organic)).toHaveLength(20);
  });

  it('without items is not an empty result, because Serper has no marker for no results', async () => {
    for (const body of [responseOf({ organic: [] }), responseOf({})]) {
      api.answers(() => ({ body }));
      expect((await api.failure(serper, serpQuery())).outcome).toBe('unparsed');
    }
  });

  it('in another format is unparsed', async () => {
    for (const body of ['<html>', '[]', { organic: results(1, 3) }, responseOf({ organic: 'none' })]) {
      api.answers(() => ({ body }));
      expect((await api.failure(serper, serpQuery())).outcome, JSON.stringify(body)).toBe('unparsed');
    }
  });
});

describe('an error of Serper', () => {
  it('has its recovery and no provider text', async () => {
    for (const [status, message, outcome, recovery, cooldown] of [
      [400, 'Not enough credits', 'blocked', 'nextSource', 3600],
      [400, 'Missing query', 'unparsed', 'fail', 0],
      [403, 'Unauthorized.', 'unparsed', 'fail', 0],
      [429, 'Rate limit', 'blocked', 'nextSource', 60],
      [500, 'Oops', 'unreachable', 'retry', 0],
    ] as const) {
      api.answers(() => ({ status, body: { message: `${message} secret-key`, statusCode: status } }));
      const error = await api.failure(serper, serpQuery());
      expect([error.outcome, error.recovery, error.cooldownSeconds], message).toEqual([outcome, recovery, cooldown]);
      expect(error.message).not.toContain('secret-key');
    }
  });
});
