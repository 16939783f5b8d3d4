// SerpApi, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../test/local-api.ts';
import { createHttpClient } from '../../platform/http.ts';
import { createHttpFetch } from '../transport/http.ts';
import { createSerpApi, withSerpApiKey } from './serpapi.ts';
import type { ProviderSource } from './source.ts';

let api: LocalApi;
let serpApi: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  serpApi = createSerpApi({ baseUrl: `${api.baseUrl}/` });
});
afterAll(() => api.close());

const responseOf = (fields: object, status = 'Success') => ({ search_metadata: { id: '1', status }, search_parameters: {}, ...fields });
const results = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    position: index + 1,
    title: `Shoe ${from + index}`,
    link: `https://s${from + index}.example/`,
  }));

describe('a query for SerpApi', () => {
  it('has the engine’s own parameters', async () => {
    for (const [engine, query] of [
      ['google', { engine: 'google', q: 'red shoes', hl: 'de', gl: 'de', location: 'Berlin,Berlin,Germany' }],
      ['googlelocal', { engine: 'google_local', q: 'red shoes', hl: 'de', gl: 'de', location: 'Berlin,Berlin,Germany' }],
      ['googlenews', { engine: 'google_news', q: 'red shoes', hl: 'de', gl: 'de' }],
      ['bing', { engine: 'bing', q: 'red shoes', mkt: 'de-DE', location: 'Berlin,Berlin,Germany' }],
      ['yahoo', { engine: 'yahoo', p: 'red shoes', yahoo_domain: 'de' }],
      ['yandex', { engine: 'yandex', text: 'red shoes', lang: 'de', lr: '96' }],
      ['youtube', { engine: 'youtube', search_query: 'red shoes', hl: 'de', gl: 'de' }],
      ['naver', { engine: 'naver', query: 'red shoes', where: 'nexearch' }],
      ['baidu', { engine: 'baidu', q: 'red shoes' }],
    ] as const) {
      api.answers(() => ({ body: responseOf({}) }));
      await api.failure(serpApi, serpQuery({ engine }));
      expect(api.asked[0]).toMatchObject({ method: 'GET', path: '/search.json' });
      expect(api.asked[0]!.query, engine).toEqual(query);
    }
  });

  it('has only the code of a country, and the device of phones', async () => {
    api.answers(() => ({ body: responseOf({ organic_results: results(1, 10) }) }));
    const region = { canonicalName: 'Germany', countryCode: 'DE', type: 'country', latitude: 51, longitude: 10 };
    await api.search(serpApi, serpQuery({ region, isMobile: true, urlParameters: [{ name: 'tbs', value: 'qdr:d' }] }));
    expect(api.asked[0]!.query).toEqual({ engine: 'google', q: 'red shoes', hl: 'de', gl: 'de', device: 'mobile', tbs: 'qdr:d' });
  });

  it('with unsupported options is not sent', async () => {
    api.answers(() => ({ body: responseOf({ organic_results: results(1, 10) }) }));
    for (const customParameter of [
      { userAgent: 'Own/1' },
      { engine: 'yandex' as const, isMobile: true },
      { urlParameters: [{ name: 'api_key', value: 'mine' }] },
      { engine: 'sogou' as const },
    ]) {
      const error = await api.failure(serpApi, serpQuery(customParameter));
      expect([error.recovery, api.asked.length]).toEqual(['fail', 0]);
    }
  });

  it('gets its key when it is sent, and the page does not contain it', async () => {
    api.answers(() => ({ body: responseOf({ organic_results: results(1, 10) }) }));
    const client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 5, connectMsMax: 1000 });
    const fetch = withSerpApiKey({ baseUrl: `${api.baseUrl}/`, apiKey: 'secret-key' }, createHttpFetch(client));
    const request = serpApi.adapter.start(serpQuery());
    const page = await fetch(request, { attempt: 1 });
    expect(api.asked[0]!.query.api_key).toBe('secret-key');
    expect(page.request).toBe(request);
    expect(JSON.stringify(page)).not.toContain('secret-key');
    await expect(fetch({ url: 'https://elsewhere.example/' }, { attempt: 1 })).rejects.toMatchObject({ recovery: 'fail' });
    await client.close();
  });
});

describe('a response of SerpApi', () => {
  it('has results, ads and the boxes around them', async () => {
    api.answers(() => ({
      body: responseOf({
        search_information: { total_results: 1200 },
        ads: [
          { position: 1, block_position: 'bottom', title: 'Buy', link: 'https://ads.example/', tracking_link: 'https://track.example/' },
        ],
        organic_results: [
          {
            position: 1,
            title: 'Red  shoes',
            link: 'https://shop.example/red',
            displayed_link: 'shop.example › red',
            snippet: 'All red',
            snippet_highlighted_words: ['red'],
            source: 'Shop',
            sitelinks: { inline: [{ title: 'Sale', link: 'https://shop.example/sale' }] },
            rich_snippet: { top: { detected_extensions: { rating: 4.5, reviews: 12 } } },
          },
        ],
        answer_box: { type: 'organic_result', title: 'Shoe', snippet: 'A shoe is worn.', link: 'https://wiki.example/' },
        ai_overview: {
          text_blocks: [
            { type: 'paragraph', snippet: 'Shoes are worn.', reference_indexes: [1] },
            { type: 'list', list: [{ title: 'Red', snippet: 'A colour', reference_indexes: [0] }] },
          ],
          references: [
            { index: 0, title: 'R0', link: 'https://r0.example/', source: 'R' },
            { index: 1, title: 'R1', link: 'https://r1.example/', source: 'R' },
          ],
        },
        related_questions: [{ question: 'Why red?', snippet: 'Because.', link: 'https://why.example/', title: 'Why' }],
        knowledge_graph: {
          title: 'Shoe',
          type: 'Footwear',
          kgmid: '/m/06rrc',
          worn_on: 'feet',
          worn_on_links: 'x',
          source: { name: 'Wiki', link: 'https://wiki.example/' },
          profiles: [{ name: 'X', link: 'https://x.example/shoe' }],
        },
        local_results: {
          places: [
            {
              title: 'Shoe House',
              place_id: '77',
              rating: 4,
              reviews: 3,
              gps_coordinates: { latitude: 52.5, longitude: 13.4 },
              hours: 'Open',
            },
          ],
        },
        top_stories: [{ title: 'News', link: 'https://paper.example/1', source: 'Paper', date: '1 hour ago' }],
        inline_images: [
          { source: 'https://pics.example/1', thumbnail: 'https://cdn.example/t.jpg', original: 'https://cdn.example/1.jpg' },
        ],
        inline_videos: [{ title: 'Lacing', link: 'https://v.example/?v=9', platform: 'YouTube', duration: '1:05' }],
        related_searches: [
          { block_position: 1, query: 'Boot', image: 'https://cdn.example/b.jpg', link: 'https://www.google.com/search?q=Boot' },
          { block_position: 1, items: [{ name: 'Sandal', link: 'https://www.google.com/search?q=Sandal' }] },
          { block_position: 2, query: 'blue shoes', link: 'https://www.google.com/search?q=blue+shoes' },
          { query: 'shoe laces', link: 'javascript:alert(1)' },
        ],
        twitter_results: { title: 'Shoes', link: 'https://x.example/', tweets: [{ link: 'https://x.example/1', snippet: 'New!' }] },
      }),
    }));
    const [page] = await api.search(serpApi, serpQuery());
    expect(page).toMatchObject({ totalResults: 1200, empty: false });
    expect(page!.organic[0]).toMatchObject({
      position: 1,
      title: 'Red shoes',
      siteName: 'Shop',
      highlighted: ['red'],
      sitelinks: [{ title: 'Sale', url: 'https://shop.example/sale' }],
      rating: { value: 4.5, max: 5, votes: 12 },
    });
    expect(page!.advertisers[0]).toMatchObject({ block: 'bottom', trackingUrl: 'https://track.example/' });
    expect(page!.answers).toMatchObject([
      { type: 'ai_overview', text: 'Shoes are worn.\nRed\nA colour', blocks: [{ references: [1] }, { references: [0] }] },
      { type: 'featured_snippet', text: 'A shoe is worn.' },
    ]);
    expect(page!.paa[0]).toMatchObject({ question: 'Why red?', answer: 'Because.' });
    expect(page!.knowledgegraph[0]).toMatchObject({
      entityId: '/m/06rrc',
      attributes: [{ name: 'worn on', value: 'feet' }],
      descriptionSource: { title: 'Wiki' },
      profiles: [{ name: 'X' }],
    });
    expect(page!.maps[0]).toMatchObject({ cid: '77', placeId: null, openState: 'Open', coordinates: { longitude: 13.4 } });
    expect(page!.news[0]).toMatchObject({ source: 'Paper' });
    expect(page!.images[0]).toMatchObject({ url: 'https://pics.example/1', source: null });
    expect(page!.videos[0]).toMatchObject({ videoId: '9', durationSeconds: 65, source: 'YouTube' });
    expect(page!.twitter[0]).toMatchObject({ text: 'New!', accountTitle: 'Shoes' });
    expect(page!.related).toMatchObject([
      { position: 1, rank: null, keyword: 'blue shoes', url: 'https://www.google.com/search?q=blue+shoes' },
      { position: 2, keyword: 'shoe laces', url: null },
    ]);
  });

  it('of engines with other items is repeated as results', async () => {
    const LISTS = {
      google_local: {
        ads_results: [{ title: 'Paid House' }],
        local_results: [{ title: 'Shoe House', links: { website: 'https://house.example/' } }],
      },
      google_images: {
        images_results: [{ title: 'A shoe', link: 'https://pics.example/1', original: 'https://cdn.example/1.jpg', source: 'Pics' }],
      },
      google_news: {
        news_results: [
          { title: 'Report', link: 'https://paper.example/1', source: { name: 'Paper' }, date: '11/15/2026' },
          {
            title: 'Story',
            highlight: { title: 'Lead', link: 'https://lead.example/' },
            stories: [{ title: 'Other', link: 'https://other.example/' }],
          },
        ],
      },
      youtube: {
        video_results: [
          {
            title: 'Lacing',
            link: 'https://www.youtube.com/watch?v=abc',
            views: 12,
            length: '1:05',
            channel: { name: 'Shoes', verified: true },
          },
        ],
        channel_results: [{ title: 'Shoes', link: 'https://www.youtube.com/channel/UC1', handle: '@shoes', subscribers: 5 }],
        playlist_results: [{ title: 'All', link: 'https://www.youtube.com/playlist?list=PL1', video_count: 4 }],
      },
      google_ai_mode: {
        reconstructed_markdown: 'Shoes are **worn**.',
        text_blocks: [{ type: 'paragraph', snippet: 'Shoes are worn.' }],
        references: [{ title: 'R', link: 'https://r.example/', index: 0 }],
      },
    } as Readonly<Record<string, object>>;
    api.answers(({ query }) => ({ body: responseOf(LISTS[query.engine!]!) }));
    const queryWith = async (engine: 'googlelocal' | 'googleimages' | 'googlenews' | 'youtube' | 'google-aimode') =>
      (await api.search(serpApi, serpQuery({ engine })))[0]!;
    const local = await queryWith('googlelocal');
    expect(local.maps.map(({ title, isPaid }) => [title, isPaid])).toEqual([
      ['Paid House', true],
      ['Shoe House', false],
    ]);
    expect(local.organic).toMatchObject([{ type: 'local', url: 'https://house.example/' }]);
    expect((await queryWith('googleimages')).organic).toMatchObject([{ title: 'A shoe', url: 'https://pics.example/1', siteName: 'Pics' }]);
    expect((await queryWith('googlenews')).organic.map(({ title }) => title)).toEqual(['Report', 'Lead', 'Other']);
    const youtube = await queryWith('youtube');
    expect(youtube).toMatchObject({
      videos: [{ videoId: 'abc', views: 12, channel: { verified: true } }],
      channel: [{ channelId: 'UC1', subscribers: 5 }],
      playlist: [{ playlistId: 'PL1', videoCount: 4 }],
      organic: [{ type: 'video', title: 'Lacing' }],
    });
    expect(await queryWith('google-aimode')).toMatchObject({
      answers: [{ type: 'ai_mode', text: 'Shoes are worn.', markdown: 'Shoes are **worn**.' }],
      organic: [{ title: 'R' }],
    });
  });

  it('continues with SerpApi’s parameters, but at our own URL and for our own engine', async () => {
    api.answers(({ query }) => {
      const start = Number(query.start ?? 0);
      const next = `https://serpapi.example/other.json?engine=other&q=red+shoes&api_key=leak&start=${start + 10}`;
      return { body: responseOf({ organic_results: results(start, 10), serpapi_pagination: { next } }) };
    });
    const pages = await api.search(serpApi, serpQuery({ maxResults: 30 }));
    expect(pages.flatMap(({ organic }) => organic)).toHaveLength(30);
    expect(api.asked.map(({ path, query }) => [path, query.engine, query.start, query.api_key])).toEqual([
      ['/search.json', 'google', undefined, undefined],
      ['/search.json', 'google', '10', undefined],
      ['/search.json', 'google', '20', undefined],
    ]);
  });

  it('is empty only when SerpApi reports no results on a first page', async () => {
    const nothing = {
      error: "Google hasn't returned any results for this query.",
      search_information: { organic_results_state: 'Fully empty' },
    };
    api.answers(() => ({ body: responseOf(nothing) }));
    expect((await api.search(serpApi, serpQuery()))[0]).toMatchObject({ empty: true, organic: [] });
    api.answers(({ query }) => ({
      body: query.start
        ? responseOf(nothing)
        : responseOf({ organic_results: results(1, 9), serpapi_pagination: { next: 'https://s.example/?start=10' } }),
    }));
    expect((await api.search(serpApi, serpQuery({ maxResults: 30 }))).map(({ empty, organic }) => [empty, organic.length])).toEqual([
      [false, 9],
      [false, 0],
    ]);
    api.answers(() => ({ body: responseOf({ organic_results: [] }) }));
    expect((await api.failure(serpApi, serpQuery())).outcome).toBe('unparsed');
  });
});

describe('an error of SerpApi', () => {
  it('has its recovery and no provider text', async () => {
    for (const [status, body, outcome, recovery, cooldown] of [
      [401, { error: 'Invalid API key. secret-key' }, 'unparsed', 'fail', 0],
      [403, { error: 'secret-key' }, 'unparsed', 'fail', 0],
      [400, { error: 'Unsupported `secret-key` location.' }, 'unparsed', 'fail', 0],
      [429, { error: 'Your account has run out of searches.' }, 'blocked', 'nextSource', 3600],
      [429, { error: 'You are exceeding the hourly throughput.' }, 'blocked', 'nextSource', 60],
      [503, { error: 'secret-key' }, 'unreachable', 'retry', 0],
      [200, responseOf({ error: 'We could not solve it. secret-key' }, 'Error'), 'unreachable', 'retry', 0],
      [200, responseOf({}, 'Processing'), 'unreachable', 'retry', 0],
      [200, responseOf({ error: 'Something else, secret-key' }), 'unparsed', 'fail', 0],
      [200, responseOf({ error: 'Your account has run out of searches.' }), 'blocked', 'nextSource', 3600],
    ] as const) {
      api.answers(() => ({ status, body }));
      const error = await api.failure(serpApi, serpQuery());
      expect([error.outcome, error.recovery, error.cooldownSeconds], JSON.stringify(body)).toEqual([outcome, recovery, cooldown]);
      expect(error.message).not.toContain('secret-key');
    }
  });

  it('is any other format', async () => {
    for (const body of ['<html>', '[]', {}, { organic_results: results(1, 3) }, responseOf({ organic_results: 'none' })]) {
      api.answers(() => ({ body }));
      expect((await api.failure(serpApi, serpQuery())).outcome, JSON.stringify(body)).toBe('unparsed');
    }
  });
});
