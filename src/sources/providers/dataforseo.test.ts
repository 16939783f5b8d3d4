// DataForSEO's API, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../test/local-api.ts';
import { createDataForSeo } from './dataforseo.ts';
import type { ProviderSource } from './source.ts';

let api: LocalApi;
let dataForSeo: ProviderSource;
const settings = { login: 'me@mail.example', password: 'secret-word', baiduDirectUrls: false };
beforeAll(async () => {
  api = await startLocalApi();
  dataForSeo = createDataForSeo({ ...settings, baseUrl: `${api.baseUrl}/` });
});
afterAll(() => api.close());

const ID = '11151200-1234-0139-0000-0123456789ab';
const responseOf = (task: object) => ({
  status_code: 20000,
  tasks_count: 1,
  tasks: [{ id: ID, status_code: 20000, result: null, ...task }],
});
const found = (items: object[], fields: object = {}) =>
  responseOf({ result: [{ keyword: 'red shoes', se_results_count: 1200, items_count: items.length, items, ...fields }] });
const result = (number: number, fields: object = {}) => ({
  type: 'organic',
  rank_group: number,
  rank_absolute: number + 1,
  page: 1,
  title: `Shoe ${number}`,
  url: `https://s${number}.example/`,
  ...fields,
});

describe('a query for DataForSEO', () => {
  it('has login and password in a header, and requests the whole depth at once', async () => {
    api.answers(() => ({ body: found([result(1)]) }));
    await api.search(dataForSeo, serpQuery({ maxResults: 100, keyword: '100% c++', urlParameters: [{ name: 'tbs', value: 'qdr:d' }] }));
    expect(api.asked).toHaveLength(1);
    expect(api.asked[0]).toMatchObject({ method: 'POST', path: '/v3/serp/google/organic/live/advanced', query: {} });
    expect(api.asked[0]!.headers.authorization).toBe(`Basic ${Buffer.from('me@mail.example:secret-word').toString('base64')}`);
    expect(api.asked[0]!.body).toEqual([
      {
        keyword: '100%25 c%2B%2B',
        location_name: 'Berlin,Berlin,Germany',
        language_code: 'de',
        device: 'desktop',
        depth: 100,
        search_param: 'tbs=qdr%3Ad',
      },
    ]);
  });

  it('uses the method of its engine, with the fields of that method', async () => {
    api.answers(() => ({ body: found([result(1)]) }));
    for (const [engine, path, fields] of [
      ['bing', 'bing/organic', { location_name: 'Berlin,Berlin,Germany', device: 'mobile' }],
      ['googlelocal', 'google/local_finder', { device: 'mobile', depth: 20 }],
      ['google-aimode', 'google/ai_mode', { device: 'mobile' }],
      ['youtube', 'youtube/organic', { location_name: 'Germany', block_depth: 20 }],
    ] as const) {
      api.answers(() => ({ body: found([]) }));
      await api.failure(dataForSeo, serpQuery({ engine, isMobile: true, maxResults: 20 }));
      expect(api.asked[0]).toMatchObject({ path: `/v3/serp/${path}/live/advanced`, body: [fields] });
    }
    expect(dataForSeo.engines).toContain('seznam');
  });

  it('with unsupported options is not sent', async () => {
    api.answers(() => ({ body: found([result(1)]) }));
    for (const customParameter of [
      { userAgent: 'Own/1' },
      { engine: 'yahoo' as const, isMobile: true },
      { urlParameters: [{ name: 'udm', value: '2' }] },
      { engine: 'sogou' as const },
      { keyword: 'x'.repeat(701) },
    ]) {
      const error = await api.failure(dataForSeo, serpQuery(customParameter));
      expect([error.recovery, api.asked.length]).toEqual(['fail', 0]);
    }
  });
});

describe('a page from DataForSEO', () => {
  it('has results, ads and the boxes around them', async () => {
    api.answers(() => ({
      body: found([
        { type: 'paid', rank_absolute: 1, page: 1, title: 'Buy shoes', url: 'https://ads.example/', description_rows: ['Cheap'] },
        result(1, {
          description: 'All  red',
          breadcrumb: 'https://s1.example › red',
          website_name: 'Shop',
          highlighted: ['red'],
          timestamp: '2026-03-02 10:00:00 +00:00',
          links: [{ type: 'link_element', title: 'Sale', url: 'https://s1.example/sale', description: null }],
          images: [{ alt: 'A shoe', url: 'https://s1.example/', image_url: 'https://cdn.example/1.jpg' }],
          rating: { value: 4.5, votes_count: 12, rating_max: 5 },
          price: { current: 20, currency: 'EUR', displayed_price: '20 €' },
          faq: { items: [{ title: 'Why?', description: 'So.' }] },
          is_featured_snippet: true,
        }),
        { type: 'paid', rank_absolute: 3, page: 1, title: 'More shoes', url: 'https://more.example/' },
        {
          type: 'featured_snippet',
          rank_absolute: 1,
          featured_title: 'Shoe',
          description: 'A shoe is worn.',
          url: 'https://wiki.example/',
        },
        { type: 'related_searches', rank_absolute: 11, items: ['blue shoes', '', 7, null] },
        { type: 'people_also_search', position: 'left', items: ['shoe laces'] },
        { type: 'people_also_search', position: 'right', items: ['Boot'] },
        { type: 'constructor', title: 'No such type' },
        {
          type: 'top_stories',
          rank_absolute: 4,
          items: [{ title: 'News', url: 'https://paper.example/1', source: 'Paper', date: '1 hour ago' }],
        },
        {
          type: 'people_also_ask',
          rank_absolute: 5,
          items: [{ title: 'Why red?', expanded_element: [{ description: 'Because.', title: 'Why', url: 'https://why.example/' }] }],
        },
        {
          type: 'local_pack',
          rank_absolute: 6,
          title: 'Shoe House',
          cid: '7',
          url: 'https://house.example/',
          rating: { value: 4, votes_count: 3, rating_max: 5 },
        },
        {
          type: 'knowledge_graph',
          rank_absolute: 1,
          position: 'right',
          title: 'Shoe',
          card_id: '/m/06rrc',
          items: [{ type: 'knowledge_graph_row_item', title: 'Worn on', text: 'feet', links: null }],
        },
        {
          type: 'twitter',
          rank_absolute: 8,
          title: 'Shoes',
          url: 'https://x.example/',
          items: [{ tweet: 'New!', url: 'https://x.example/1' }],
        },
        {
          type: 'images',
          rank_absolute: 9,
          items: [{ alt: 'Red', url: 'https://pics.example/1', image_url: 'https://cdn.example/2.jpg' }],
        },
        { type: 'video', rank_absolute: 10, items: [{ title: 'Lacing', url: 'https://v.example/1', source: 'YouTube' }] },
      ]),
    }));
    const [page] = await api.search(dataForSeo, serpQuery());
    expect(page).toMatchObject({ totalResults: 1200, empty: false });
    expect(page!.organic[0]).toMatchObject({
      position: 1,
      rank: 2,
      snippet: 'All red',
      siteName: 'Shop',
      publishedAt: '2026-03-02T10:00:00+0000',
      sitelinks: [{ title: 'Sale' }],
      images: [{ url: 'https://cdn.example/1.jpg' }],
      rating: { value: 4.5, max: 5, votes: 12 },
      price: { current: 20, currency: 'EUR', displayed: '20 €' },
      faq: [{ question: 'Why?', answer: 'So.' }],
      isFeatured: true,
    });
    expect(page!.advertisers.map(({ block, rank }) => [block, rank])).toEqual([
      ['top', 1],
      ['bottom', 3],
    ]);
    expect(page!.answers[0]).toMatchObject({ type: 'featured_snippet', title: 'Shoe', domain: 'wiki.example' });
    expect(page!.news[0]).toMatchObject({ rank: 4, source: 'Paper', date: '1 hour ago' });
    expect(page!.paa[0]).toMatchObject({ rank: 5, question: 'Why red?', answer: 'Because.' });
    expect(page!.maps[0]).toMatchObject({ cid: '7', rating: { value: 4, votes: 3 } });
    expect(page!.knowledgegraph[0]).toMatchObject({ entityId: '/m/06rrc', attributes: [{ name: 'Worn on', value: 'feet' }] });
    expect(page!.twitter[0]).toMatchObject({ position: 1, text: 'New!', accountTitle: 'Shoes' });
    expect(page!.images[0]).toMatchObject({ imageUrl: 'https://cdn.example/2.jpg', alt: 'Red' });
    expect(page!.videos[0]).toMatchObject({ title: 'Lacing', rank: 10 });
    expect(page!.related).toEqual([
      { position: 1, rank: null, page: 1, keyword: 'blue shoes', url: null },
      { position: 2, rank: null, page: 1, keyword: 'shoe laces', url: null },
    ]);
  });

  it('with an AI answer has its sections and the pages they cite, once each', async () => {
    const cited = (number: number) => ({
      type: 'ai_overview_reference',
      url: `https://r${number}.example/`,
      title: `R${number}`,
      source: 'R',
      text: 't',
    });
    api.answers(() => ({
      body: found([
        {
          type: 'ai_overview',
          rank_absolute: 1,
          markdown: 'Shoes are **worn**.',
          items: [
            { type: 'ai_overview_element', title: 'Use', text: 'Shoes are worn.', markdown: '**worn**', references: [cited(2), cited(3)] },
          ],
          references: [cited(1), cited(2)],
        },
      ]),
    }));
    const [page] = await api.search(dataForSeo, serpQuery({ engine: 'google-aimode' }));
    expect(page!.answers[0]).toMatchObject({ type: 'ai_mode', text: 'Shoes are worn.', markdown: 'Shoes are **worn**.' });
    expect(page!.answers[0]!.references.map(({ position, title }) => [position, title])).toEqual([
      [1, 'R1'],
      [2, 'R2'],
      [3, 'R3'],
    ]);
    expect(page!.answers[0]!.blocks[0]).toMatchObject({ type: 'element', references: [1, 2] });
    expect(page!.organic.map(({ url }) => url)).toEqual(['https://r1.example/', 'https://r2.example/', 'https://r3.example/']);
  });

  it('of YouTube has videos, channels and playlists, and the videos are results', async () => {
    api.answers(() => ({
      body: found([
        {
          type: 'youtube_channel',
          rank_absolute: 1,
          channel_id: 'UC1',
          name: 'Shoes',
          url: 'https://www.youtube.com/@shoes',
          is_verified: true,
          video_count: 9,
        },
        {
          type: 'youtube_video',
          rank_absolute: 2,
          video_id: 'abc',
          title: 'Lacing',
          url: 'https://www.youtube.com/watch?v=abc',
          channel_name: 'Shoes',
          views_count: 12,
          duration_time: '1:05',
          duration_time_seconds: 65,
        },
        {
          type: 'youtube_playlist',
          rank_absolute: 3,
          playlist_id: 'PL1',
          title: 'All',
          url: 'https://www.youtube.com/playlist?list=PL1',
          video_count: 4,
        },
        { type: 'youtube_video_paid', rank_absolute: 4, title: 'Ad', url: 'https://www.youtube.com/watch?v=ad' },
      ]),
    }));
    const [page] = await api.search(dataForSeo, serpQuery({ engine: 'youtube' }));
    expect(page!.channel[0]).toMatchObject({ handle: '@shoes', verified: true, videoCount: 9 });
    expect(page!.videos[0]).toMatchObject({ videoId: 'abc', durationSeconds: 65, views: 12, channel: { name: 'Shoes' } });
    expect(page!.playlist[0]).toMatchObject({ playlistId: 'PL1', videoCount: 4 });
    expect(page!.advertisers[0]).toMatchObject({ type: 'video' });
    expect(page!.organic).toMatchObject([{ type: 'video', title: 'Lacing', rank: 2 }]);
  });

  it('of the map, the images and the news is repeated as results', async () => {
    const items = [
      {
        type: 'maps_search',
        title: 'Shoe House',
        place_id: 'Ch1',
        address_info: { address: 'Main 1', city: 'Berlin', country_code: 'DE' },
        latitude: 52.5,
        longitude: 13.4,
        is_claimed: true,
        work_hours: { current_status: 'open' },
      },
      { type: 'images_search', title: 'A shoe', url: 'https://pics.example/1', source_url: 'https://cdn.example/1.jpg', subtitle: 'Pics' },
      { type: 'news_search', title: 'Report', url: 'https://paper.example/1', domain: 'paper.example', time_published: '1 hour ago' },
    ];
    api.answers(() => ({ body: found(items) }));
    const [local] = await api.search(dataForSeo, serpQuery({ engine: 'googlelocal' }));
    expect(local!.maps[0]).toMatchObject({
      placeId: 'Ch1',
      addressInfo: { city: 'Berlin', zip: null },
      openState: 'open',
      isClaimed: true,
    });
    expect(local!.organic[0]).toMatchObject({ type: 'local', title: 'Shoe House', domain: 'www.google.com' });
    const [images] = await api.search(dataForSeo, serpQuery({ engine: 'googleimages' }));
    expect(images!.organic[0]).toMatchObject({ title: 'A shoe', url: 'https://pics.example/1', siteName: 'Pics' });
    const [news] = await api.search(dataForSeo, serpQuery({ engine: 'googlenews' }));
    expect(news!.organic[0]).toMatchObject({ type: 'news', title: 'Report', date: '1 hour ago' });
  });

  it('is empty only when DataForSEO reports no results', async () => {
    api.answers(() => ({ body: responseOf({ status_code: 40102, status_message: 'No Search Results.' }) }));
    expect((await api.search(dataForSeo, serpQuery()))[0]).toMatchObject({ empty: true, organic: [], totalResults: 0 });
    expect((await api.failure(dataForSeo, serpQuery({ engine: 'bing', keyword: 'site:shop.example red' }))).outcome).toBe('unparsed');
    for (const body of [found([]), found([{ type: 'related_searches', items: ['blue shoes'] }])]) {
      api.answers(() => ({ body }));
      expect((await api.failure(dataForSeo, serpQuery())).outcome).toBe('unparsed');
    }
  });
});

describe('a task at DataForSEO', () => {
  it('is created for engines without a live method, and polled until it is done', async () => {
    let polls = 0;
    api.answers(({ method }) => {
      if (method === 'POST') return { body: responseOf({ status_code: 20100, status_message: 'Task Created.' }) };
      return { body: ++polls < 2 ? responseOf({ status_code: 40602, status_message: 'Task In Queue.' }) : found([result(1)]) };
    });
    const [page] = await api.search(dataForSeo, serpQuery({ engine: 'naver', maxResults: 30 }));
    expect(page!.organic).toHaveLength(1);
    expect(api.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v3/serp/naver/organic/task_post',
      `GET /v3/serp/naver/organic/task_get/advanced/${ID}`,
      `GET /v3/serp/naver/organic/task_get/advanced/${ID}`,
    ]);
    expect(api.asked[0]!.body).toEqual([{ keyword: 'red shoes', device: 'desktop', depth: 30, priority: 2 }]);
    expect(api.asked[2]!.headers.authorization).toBe(api.asked[0]!.headers.authorization);
  });

  it('for Baidu requests direct URLs only if the operator pays for them', () => {
    const body = (provider: ProviderSource) => JSON.parse(provider.adapter.start(serpQuery({ engine: 'baidu' })).body!)[0];
    expect(body(dataForSeo)).toMatchObject({ language_code: 'zh_CN', location_name: 'Berlin,Berlin,Germany' });
    expect(body(dataForSeo).get_website_url).toBeUndefined();
    expect(body(createDataForSeo({ ...settings, baiduDirectUrls: true, baseUrl: api.baseUrl })).get_website_url).toBe(true);
  });
});

describe('an error of DataForSEO', () => {
  const CODES = [
    [40100, 'unparsed', 'fail', 0],
    [40101, 'unreachable', 'retry', 0],
    [40103, 'unreachable', 'retry', 0],
    [40200, 'blocked', 'nextSource', 3600],
    [40201, 'blocked', 'nextSource', 3600],
    [40202, 'blocked', 'nextSource', 60],
    [40209, 'blocked', 'nextSource', 60],
    [40210, 'blocked', 'nextSource', 3600],
    [40501, 'unparsed', 'fail', 0],
    [50000, 'unreachable', 'retry', 0],
    [50401, 'unreachable', 'retry', 0],
  ] as const;

  it('has its recovery and no provider text, in the task or in the response', async () => {
    for (const [code, outcome, recovery, cooldown] of CODES) {
      const status_message = 'secret-word is bad';
      for (const body of [responseOf({ status_code: code, status_message }), { status_code: code, status_message, tasks: null }]) {
        api.answers(() => ({ body }));
        const error = await api.failure(dataForSeo, serpQuery());
        expect([error.outcome, error.recovery, error.cooldownSeconds], String(code)).toEqual([outcome, recovery, cooldown]);
        expect(error.message).not.toContain('secret');
      }
    }
  });

  it('may be only in the status', async () => {
    for (const [status, outcome] of [
      [401, 'unparsed'],
      [402, 'blocked'],
      [404, 'unparsed'],
      [429, 'blocked'],
      [500, 'unreachable'],
    ] as const) {
      api.answers(() => ({ status, body: '' }));
      expect((await api.failure(dataForSeo, serpQuery())).outcome, String(status)).toBe(outcome);
    }
  });

  it('is any other format', async () => {
    const bodies = [
      '<html>',
      '[]',
      {},
      { status_code: 20000, tasks: [] },
      responseOf({}),
      responseOf({ result: [{}] }),
      responseOf({ status_code: 20100, id: '../x' }),
    ];
    for (const body of bodies) {
      api.answers(() => ({ body }));
      expect((await api.failure(dataForSeo, serpQuery())).outcome, JSON.stringify(body)).toBe('unparsed');
    }
  });
});
