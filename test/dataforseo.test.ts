import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../src/sources/adapter.ts';
import { createDataForSeo } from '../src/sources/providers/dataforseo.ts';
import type { SerpPage, SerpQuery } from '../src/sources/serp.ts';
import { type ApiResponse, startTestService, type TestService, until } from './service.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

let service: TestService;
let key: string;
let receiver: Server;
let receiverUrl: string;
const received: Received[] = [];
beforeAll(async () => {
  service = await startTestService({ SYNC_WAIT_SECONDS: '30', CREDIT_PRICE_USD: '0.01' });
  key = (await service.account({ credits: 10_000 })).test;
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.close();
  await service.stop();
});

const basic = (password = key): string => `Basic ${Buffer.from(`login@mail.example:${password}`).toString('base64')}`;
const call = (method: 'GET' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  service.call(method, `/v3/${path}`, key, body, { authorization: basic(), ...headers });
const post = (path: string, body: unknown, headers?: Record<string, string>) => call('POST', path, body, headers);
const get = (path: string) => call('GET', path);
const TEA = { keyword: 'green tea', location_code: 2840, language_code: 'en' };
const creditsOf = async (password = key): Promise<number> => {
  const { json } = await service.call('GET', '/v3/appendix/user_data', password, undefined, { authorization: basic(password) });
  return Math.round(json.tasks[0].result[0].money.balance / 0.01);
};
/** Collects a task when it is finished. */
const finished = (path: string) =>
  until(async () => {
    const { json } = await get(path);
    return ![40601, 40602].includes(json.tasks[0].status_code) && json.tasks[0];
  });

describe('a live task', () => {
  test('has the three levels of Google', async () => {
    const [regular, advanced, html] = await Promise.all(
      ['regular', 'advanced', 'html'].map(async (level) => (await post(`serp/google/organic/live/${level}`, [TEA])).json),
    );
    expect(advanced).toMatchObject({ status_code: 20000, tasks_count: 1, tasks_error: 0, cost: 0.01 });
    const [task] = advanced.tasks;
    expect(task).toMatchObject({ status_code: 20000, cost: 0.01, path: ['v3', 'serp', 'google', 'organic', 'live', 'advanced'] });
    expect(task.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}0{8}$/);
    expect(task.data).toMatchObject({ api: 'serp', function: 'live', se: 'google', se_type: 'organic', ...TEA, device: 'desktop' });
    const [result] = task.result;
    expect(result).toMatchObject({
      keyword: 'green tea',
      type: 'organic',
      location_code: 2840,
      language_code: 'en',
      items_count: result.items.length,
    });
    expect(result.item_types).toEqual([...new Set(result.items.map(({ type }: { type: string }) => type))]);
    const left = result.items.filter(({ position }: { position: string }) => position === 'left');
    expect(left.map(({ rank_absolute }: { rank_absolute: number }) => rank_absolute)).toEqual(
      left.map((_: unknown, index: number) => index + 1),
    );
    const short = regular.tasks[0].result[0];
    expect(short.items.filter(({ type }: { type: string }) => type === 'organic')).toHaveLength(10);
    expect(Object.keys(short.items[0])).toEqual([
      'type',
      'rank_group',
      'rank_absolute',
      'domain',
      'title',
      'description',
      'url',
      'breadcrumb',
    ]);
    expect(short.item_types).toEqual(result.item_types);
    expect(html.tasks[0].result[0].items[0]).toMatchObject({ page: 1, html: expect.stringMatching(/^</) });
  });

  test('costs nothing when it fails, and says that there are no results', async () => {
    const before = await creditsOf();
    const failed = (await post('serp/google/organic/live/advanced', [{ ...TEA, keyword: 'test:faulty' }])).json;
    expect(failed).toMatchObject({ status_code: 20000, cost: 0, tasks_error: 1, tasks: [{ status_code: 40103, cost: 0, result: null }] });
    expect(await creditsOf()).toBe(before);
    const empty = (await post('serp/google/organic/live/advanced', [{ ...TEA, keyword: 'test:empty tea' }])).json;
    expect(empty.tasks[0]).toMatchObject({ status_code: 40102, result: [{ items: [], item_types: [], items_count: 0 }] });
  });

  test('is charged once when a client times out and repeats it, but each level is a task of its own', async () => {
    const before = await creditsOf();
    const task = [{ ...TEA, keyword: 'test:slow:2 impatient tea', tag: 'i' }];
    const live = async (level: string, tasks: object[] = task) => (await post(`serp/google/organic/live/${level}`, tasks)).json.tasks[0];
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as AddressInfo;
    const impatient = fetch(`http://127.0.0.1:${port}/v3/serp/google/organic/live/advanced`, {
      method: 'POST',
      headers: { authorization: basic(), 'content-type': 'application/json' },
      body: JSON.stringify(task),
      signal: AbortSignal.timeout(1000),
    });
    await expect(impatient).rejects.toThrow();
    const repeated = await live('advanced');
    expect(repeated).toMatchObject({ status_code: 20000, cost: 0, data: { tag: 'i' } });
    expect((await live('advanced')).id).toBe(repeated.id);
    expect(before - (await creditsOf())).toBe(1);
    expect((await live('regular')).id).not.toBe(repeated.id);
    expect((await live('advanced', [{ ...task[0], tag: 'j' }])).id).not.toBe(repeated.id);
    expect(before - (await creditsOf())).toBe(3);
    // A failed task costs nothing, so it is tried again.
    const failing = [{ ...TEA, keyword: 'test:faulty impatient' }];
    const failed = await live('advanced', failing);
    expect((await live('advanced', failing)).id).not.toBe(failed.id);
  });

  test('takes one task, whose keyword is decoded once', async () => {
    expect((await post('serp/google/organic/live/advanced', [TEA, TEA])).json).toMatchObject({ status_code: 40000, tasks: null });
    const { json } = await post('serp/google/organic/live/advanced', [{ ...TEA, keyword: 'caf%C3%A9%20au+lait 100%25 5%' }]);
    expect(json.tasks[0].result[0].keyword).toBe('café au lait 100% 5%');
  });

  test('names fields without effect, and ignores null and empty ones', async () => {
    const { json, headers } = await post('serp/google/organic/live/regular', [
      {
        keyword: 'green tea',
        location_name: 'United States',
        language_name: 'English',
        os: null,
        se_domain: null,
        depth: null,
        target: null,
        tag: '',
        calculate_rectangles: true,
        se_name: 'google',
      },
    ]);
    expect(json.tasks[0].status_code).toBe(20000);
    expect(headers['sextant-ignored']).toBe('calculate_rectangles, se_name');
  });

  test('filters its elements by target and shortens their URLs', async () => {
    const all = (await post('serp/google/organic/live/advanced', [TEA])).json.tasks[0].result[0].items;
    const { domain } = all.find(({ type }: { type: string }) => type === 'organic');
    const { json } = await post('serp/google/organic/live/advanced', [{ ...TEA, target: `*${domain.replace(/^www\./, '')}*` }]);
    const urls = json.tasks[0].result[0].items.map(({ url }: { url: string }) => new URL(url).hostname);
    expect(new Set(urls)).toEqual(new Set([domain]));
  });
});

describe('our own reader of DataForSEO', () => {
  const { adapter } = createDataForSeo({ baseUrl: 'https://provider.example', login: 'l', password: 'p', baiduDirectUrls: false });
  /** Boxes have one position, so the ranks of their items are lost. Other fields are not part of the provider's elements. */
  const KEPT = {
    organic: [
      'position',
      'rank',
      'title',
      'url',
      'displayUrl',
      'domain',
      'siteName',
      'snippet',
      'highlighted',
      'date',
      'sitelinks',
      'images',
      'rating',
      'price',
      'isFeatured',
      'isAmp',
      'faq',
    ],
    advertisers: [
      'rank',
      'title',
      'url',
      'domain',
      'advertiser',
      'description',
      'descriptionRows',
      'sitelinks',
      'rating',
      'price',
      'images',
    ],
    answers: ['position', 'rank', 'type', 'references', 'url', 'domain'],
    videos: ['position', 'title', 'url'],
    images: ['position', 'url', 'imageUrl', 'domain'],
    maps: ['position', 'rank', 'title', 'cid', 'url', 'domain', 'phone', 'rating', 'isPaid'],
    news: ['position', 'title', 'url', 'thumbnail', 'date', 'publishedAt'],
    paa: ['position', 'question', 'answer', 'title', 'url', 'table', 'seedQuestion'],
    knowledgegraph: [
      'title',
      'subtitle',
      'description',
      'entityId',
      'cid',
      'url',
      'imageUrl',
      'logoUrl',
      'rating',
      'attributes',
      'related',
    ],
    playlist: ['position', 'rank', 'playlistId', 'title', 'url', 'thumbnail', 'videoCount'],
    channel: ['position', 'rank', 'channelId', 'title', 'url', 'thumbnail', 'verified', 'videoCount'],
  } as const satisfies Partial<Record<keyof SerpPage, readonly string[]>>;
  /** These return no more than the requested ten. */
  const CUT: ReadonlySet<string> = new Set(['google/maps', 'google/local_finder', 'google/images', 'google/news']);
  const kept = (items: readonly object[], names: readonly string[]) =>
    (items as readonly { page: number; rank: number | null }[])
      .toSorted((a, b) => a.page - b.page || (a.rank ?? 0) - (b.rank ?? 0))
      .map((item) => Object.fromEntries(names.map((name) => [name, (item as unknown as Record<string, unknown>)[name]])));

  test.each([
    ['google/organic', 'google', 'organic'],
    ['google/maps', 'googlelocal', 'maps_search'],
    ['google/local_finder', 'googlelocal', 'local_pack'],
    ['google/images', 'googleimages', 'images_search'],
    ['google/news', 'googlenews', 'news_search'],
    ['google/ai_mode', 'google-aimode', 'ai_overview'],
    ['bing/organic', 'bing', 'organic'],
    ['yahoo/organic', 'yahoo', 'organic'],
    ['youtube/organic', 'youtube', 'youtube_video'],
    ['baidu/organic', 'baidu', 'organic'],
    ['naver/organic', 'naver', 'organic'],
    ['seznam/organic', 'seznam', 'organic'],
  ] as const)('gets the same items from %s', async (path, engine, type) => {
    const { json } = await post(`serp/${path}/task_post`, [{ ...TEA, keyword: 'best running shoes', depth: 10 }]);
    const { id } = json.tasks[0];
    const task = await finished(`serp/${path}/task_get/advanced/${id}`);
    expect(task.result[0].item_types).toContain(type);
    const { text } = await get(`serp/${path}/task_get/advanced/${id}`);
    const page = { url: 'https://provider.example/', status: 200, headers: {}, body: text, bytes: text.length } as unknown as Page;
    const { found } = adapter.parse(page, { engine, keyword: 'best running shoes' } as SerpQuery);
    const { data } = (await service.call('GET', `/serp/${id.replaceAll('-', '').slice(0, 24)}`, key)).json;
    expect(found.organic.length).toBeGreaterThan(0);
    for (const [name, names] of Object.entries(KEPT)) {
      const list = name as keyof typeof KEPT;
      // Other endpoints list places, images, news or videos. Their organic results repeat these.
      if (list === 'organic' && !path.endsWith('organic')) continue;
      if (list === 'organic' && engine === 'youtube') continue;
      expect(kept(found[list] as object[], names), `${path} ${name}`).toEqual(
        kept(data[list], names).slice(0, CUT.has(path) ? 10 : undefined),
      );
    }
  });
});

describe('a request', () => {
  test.each([
    ['an object of tasks, announced as compressed, without a content type', JSON.stringify({ 0: TEA }), { 'content-encoding': 'gzip' }],
    ['text', JSON.stringify([TEA]), { 'content-type': 'text/plain; charset=utf-8' }],
    ['compressed bytes', gzipSync(JSON.stringify([TEA])), { 'content-encoding': 'gzip', 'content-type': 'application/json' }],
    ['JSON', JSON.stringify([TEA]), { 'content-type': 'application/json' }],
  ] as const)('may be %s', async (_, body, headers) => {
    const { json } = await post('serp/google/organic/task_post', body, headers as Record<string, string>);
    expect(json.tasks).toMatchObject([{ status_code: 20100 }]);
  });

  test.each([
    ['no body', undefined, 200, 40502],
    ['no task', '[]', 200, 40502],
    ['broken JSON', '[{', 200, 40503],
    ['text instead of a task', '["green tea"]', 200, 40503],
    ['a task without a list', JSON.stringify(TEA), 200, 40503],
    ['a number', '7', 200, 40503],
    ['broken compression', Buffer.from([0x1f, 0x8b, 1, 2, 3]), 200, 40503],
    ['a bomb', gzipSync(Buffer.alloc(6_000_000, 32)), 200, 40503],
  ] as const)('with %s is rejected', async (_, body, status, code) => {
    const response = await post('serp/google/organic/task_post', body, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect([response.status, response.json.status_code, response.json.tasks]).toEqual([status, code, null]);
  });

  test('needs a key as the password', async () => {
    for (const authorization of [basic('wrong'), basic(''), `Bearer ${key}`, 'Basic', `Basic ${Buffer.from(key).toString('base64')}`, '']) {
      const { status, json } = await call('GET', 'appendix/user_data', undefined, { authorization });
      expect([status, json.status_code], authorization).toEqual([401, 40100]);
    }
  });

  test('for anything unknown is not found, in the same envelope', async () => {
    for (const [method, path] of [
      ['POST', 'serp/google/jobs/task_post'],
      ['POST', 'on_page/task_post'],
      ['POST', 'serp/baidu/organic/live/advanced'],
      ['POST', 'serp/google/maps/live/regular'],
      ['GET', 'serp/google/organic/task_post'],
      ['GET', 'nothing'],
    ] as const) {
      const { status, json } = await call(method, path, method === 'POST' ? '[]' : undefined);
      expect([status, json.status_code, json.tasks], path).toEqual([404, 40400, null]);
    }
  });

  test('without enough credits is rejected as a whole and charged nothing', async () => {
    const poor = (await service.account({ credits: 1 })).test;
    const { status, json } = await service.call('POST', '/v3/serp/google/organic/task_post', poor, [TEA, { ...TEA, keyword: 'tea' }], {
      authorization: basic(poor),
    });
    const keys = await service.call('GET', '/user', poor);
    expect([status, json.status_code, json.tasks]).toEqual([402, 40200, null]);
    expect(keys.json.credits.reduce((sum: number, { remaining }: { remaining: number }) => sum + remaining, 0)).toBeGreaterThan(0);
  });

  test('needs the scope of its product', async () => {
    const { id } = await service.account();
    const { json: created } = await service.admin('POST', `/admin/accounts/${id}/keys`, { mode: 'test', scopes: ['keyword'] });
    const scoped = { authorization: basic(created.key) };
    expect((await post('serp/google/organic/task_post', [TEA], scoped)).json.status_code).toBe(40100);
    expect((await call('GET', 'serp/google/languages', undefined, scoped)).json.status_code).toBe(20000);
    expect(
      (await post('keywords_data/google_ads/search_volume/live', [{ keywords: ['tea'], location_code: 2840 }], scoped)).json.tasks_error,
    ).toBe(0);
  });
});

describe('a batch of tasks', () => {
  test('has its good ones created and charged once, and its bad ones rejected', async () => {
    const before = await creditsOf();
    const { json } = await post('serp/google/organic/task_post', [
      TEA,
      { ...TEA, keyword: '' },
      { ...TEA, location_code: 1 },
      { ...TEA, language_code: 'xx' },
      { ...TEA, depth: 200 },
      { ...TEA, priority: 3 },
      { ...TEA, tag: 'x'.repeat(256) },
      { ...TEA, postback_url: 'https://shop.example/' },
      { ...TEA, pingback_url: 'http://10.0.0.1/' },
      { ...TEA, pingback_url: 'https://$id.shop.example/' },
      { ...TEA, keyword: 'a%00b' },
      { keyword: 'green tea' },
      { ...TEA, search_param: `x=${'y'.repeat(10_000)}` },
      { ...TEA, device: 'tablet' },
      { ...TEA, keyword: ['green tea'] },
    ]);
    expect(json).toMatchObject({ status_code: 20000, tasks_count: 15, tasks_error: 14, cost: 0.01 });
    const messages = json.tasks.map(({ status_code, status_message }: Record<string, unknown>) => `${status_code} ${status_message}`);
    const named = messages.slice(1).map((text: string) => /^40501 Invalid Field: '(\w+)'/.exec(text)?.[1] ?? text);
    expect(named).toEqual([
      'keyword',
      'location_code',
      'language_code',
      'depth',
      'priority',
      'tag',
      'postback_data',
      'pingback_url',
      'pingback_url',
      'keyword',
      'location_code',
      'search_param',
      'device',
      'keyword',
    ]);
    expect(await creditsOf()).toBe(before - 1);
  });

  test('has at most 100', async () => {
    // An account of its own, so that its jobs do not delay those of the other tests.
    const authorization = basic((await service.account({ credits: 1000 })).test);
    const tasks = (count: number) => Array.from({ length: count }, (_, index) => ({ ...TEA, keyword: `tea ${index}`, tag: `t${index}` }));
    const created: { id: string; data: { tag: string } }[] = [];
    // The provider creates the first 100, too.
    for (const sent of [tasks(102), { ...tasks(102) }]) {
      const { json: tooMany } = await post('serp/bing/organic/task_post', sent, { authorization });
      expect(tooMany).toMatchObject({ status_code: 20000, tasks_count: 102, tasks_error: 2 });
      const codes = tooMany.tasks.map(({ status_code }: { status_code: number }) => status_code);
      expect(codes).toEqual([...Array(100).fill(20100), 40006, 40006]);
      created.push(...tooMany.tasks);
    }
    const { json } = await post('serp/bing/organic/task_post', tasks(100), { authorization });
    expect(json).toMatchObject({ tasks_count: 100, tasks_error: 0 });
    expect(new Set(json.tasks.map(({ id }: { id: string }) => id)).size).toBe(100);
    const [ready] = await until(async () => {
      const { json: list } = await call('GET', 'serp/bing/organic/tasks_ready', undefined, { authorization });
      return list.tasks[0].result.length > 0 && list.tasks[0].result;
    });
    expect([...created, ...json.tasks].find(({ id }) => id === ready.id).data.tag).toBe(ready.tag);
  });
});

describe('a task', () => {
  test('is listed as ready until it is collected, and can be collected in every level', async () => {
    const { json } = await post('serp/seznam/organic/task_post', [{ ...TEA, location_name: 'Czechia', location_code: null, tag: 'a&b#c' }]);
    const { id } = json.tasks[0];
    const [entry] = await until(async () => {
      const { json: list } = await get('serp/seznam/organic/tasks_ready');
      return list.tasks[0].result.length > 0 && list.tasks[0].result;
    });
    expect(entry).toMatchObject({
      id,
      se: 'seznam',
      se_type: 'organic',
      tag: 'a&b#c',
      endpoint_html: `/v3/serp/seznam/organic/task_get/html/${id}`,
    });
    expect((await get('serp/tasks_ready')).json.tasks[0].result.map((one: { id: string }) => one.id)).toContain(id);
    for (const level of ['regular', 'advanced', 'html']) {
      const { json: collected } = await call('GET', entry[`endpoint_${level}`].slice(4));
      expect(collected.tasks[0]).toMatchObject({ id, status_code: 20000, cost: 0, data: { tag: 'a&b#c', function: 'task_get' } });
    }
    expect((await get('serp/seznam/organic/tasks_ready')).json.tasks[0].result).toEqual([]);
    const plain = id.replaceAll('-', '').slice(0, 24);
    expect((await get(`serp/seznam/organic/task_get/advanced/${plain.toUpperCase()}`)).json.tasks[0].id).toBe(id);
    expect((await get(`serp/google/organic/task_get/advanced/${id}`)).json.tasks[0].status_code).toBe(40002);
    expect((await service.call('GET', `/serp/${plain}`, key)).json).toMatchObject({ id: plain, ready: true });
    expect((await service.call('GET', `/serp/${plain}`, key)).text).not.toContain('"task"');
  });

  test('of another account, or of no account, is not found', async () => {
    const other = (await service.account()).test;
    const { json } = await post('serp/google/organic/task_post', [TEA]);
    const { id } = json.tasks[0];
    const foreign = await call('GET', `serp/google/organic/task_get/advanced/${id}`, undefined, { authorization: basic(other) });
    expect([foreign.status, foreign.json.tasks[0].status_code]).toEqual([200, 40401]);
    for (const unknown of ['x', '00000000-0000-0000-0000-000000000000', 'f'.repeat(24), '%00', `${id}0`])
      expect((await get(`serp/google/organic/task_get/advanced/${unknown}`)).json.tasks[0].status_code).toBe(40401);
  });

  test('sends a pingback with its id and tag', async () => {
    const tag = 'a&b#c d/é';
    const { json } = await post('serp/google/organic/task_post', [
      { ...TEA, tag, pingback_url: `${receiverUrl}/ping?id=$id&tag=$tag&x=1#part` },
    ]);
    const { id } = json.tasks[0];
    const ping = await until(async () => received.find(({ url }) => url.startsWith('/ping') && url.includes(id)));
    const query = new URL(ping.url, receiverUrl).searchParams;
    expect([ping.method, ping.body.length, query.get('id'), query.get('tag'), query.get('x')]).toEqual(['GET', 0, id, tag, '1#part']);
    expect((await get('serp/google/organic/tasks_ready')).json.tasks[0].result.map((one: { id: string }) => one.id)).toContain(id);
    // The attempt is recorded after the response of the receiver.
    const logged = await until(async () => {
      const log = await service.call('GET', `/objects/${id.replaceAll('-', '').slice(0, 24)}/deliveries`, key);
      return log.json.items[0];
    });
    expect(logged.request).toMatchObject({ url: expect.stringContaining(id), body: '', bytes: 0 });
    expect((await post('appendix/webhook_resend', [{ id }, { id: 'x' }])).json).toMatchObject({
      tasks_error: 1,
      tasks: [{ status_code: 20000 }, { status_code: 40401 }],
    });
    await until(async () => received.filter(({ url }) => url.startsWith('/ping') && url.includes(id)).length === 2);
  });

  test.each(['regular', 'advanced', 'html'])('posts its compressed result in the level %s, as collecting it returns it', async (level) => {
    const { json } = await post('serp/google/organic/task_post', [
      { ...TEA, tag: level, postback_data: level, postback_url: `${receiverUrl}/post/$id?tag=$tag` },
    ]);
    const { id } = json.tasks[0];
    const { method, headers, body, url } = await until(async () => received.find((one) => one.url.startsWith(`/post/${id}`)));
    expect([method, headers['content-encoding'], headers['content-type'], url]).toEqual([
      'POST',
      'gzip',
      'application/json',
      `/post/${id}?tag=${level}`,
    ]);
    const posted = JSON.parse(gunzipSync(body).toString('utf8'));
    const collected = (await get(`serp/google/organic/task_get/${level}/${id}`)).json;
    const withoutTimes = (text: unknown) => JSON.parse(JSON.stringify(text).replace(/"time":"[^"]*"/g, '"time":""'));
    expect(withoutTimes(posted)).toEqual(withoutTimes(collected));
    expect(posted.tasks[0]).toMatchObject({ id, status_code: 20000, data: { tag: level } });
    expect((await get('serp/tasks_ready')).json.tasks[0].result.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  test('that failed is posted, too, and listed as an error', async () => {
    const { json } = await post('serp/google/organic/task_post', [
      { ...TEA, keyword: 'test:faulty', postback_data: 'advanced', postback_url: `${receiverUrl}/bad/$id` },
    ]);
    const { id } = json.tasks[0];
    const { body } = await until(async () => received.find((one) => one.url === `/bad/${id}`));
    expect(JSON.parse(gunzipSync(body).toString('utf8'))).toMatchObject({
      tasks_error: 1,
      tasks: [{ id, status_code: 40103, result: null }],
    });
    const errors = (await post('serp/errors', [{ limit: 1000 }])).json.tasks[0].result;
    expect(errors.map((one: { id: string }) => one.id)).toContain(id);
    const listed = (await post('serp/id_list', [{ limit: 1000, sort: 'desc' }])).json.tasks[0].result;
    expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({ cost: 0, metadata: { keyword: 'test:faulty' } });
    expect((await post('serp/id_list', [{ datetime_from: 'x' }])).json.status_code).toBe(40501);
  });
});

describe('a keyword task', () => {
  const keywords = Array.from({ length: 45 }, (_, index) => `Green tea ${index}`);

  test('has one result per keyword, from as many objects as it needs', async () => {
    const before = await creditsOf();
    const live = (await post('keywords_data/google_ads/search_volume/live', [{ keywords, location_code: 2840, language_code: 'en' }])).json;
    expect(live.tasks[0].result.map(({ keyword }: { keyword: string }) => keyword)).toEqual(keywords.map((one) => one.toLowerCase()));
    expect(live.tasks[0].result[0]).toMatchObject({ location_code: 2840, language_code: 'en', search_partners: false });
    expect(before - (await creditsOf())).toBe(Math.round(live.cost / 0.01));
    // A client that timed out repeats its call.
    const repeated = (await post('keywords_data/google_ads/search_volume/live', [{ keywords, location_code: 2840, language_code: 'en' }]))
      .json;
    expect(repeated.tasks[0]).toMatchObject({ id: live.tasks[0].id, cost: 0, result_count: 45 });
    expect(before - (await creditsOf())).toBe(Math.round(live.cost / 0.01));
    const { json } = await post('keywords_data/google_ads/search_volume/task_post', [{ keywords, location_code: 2840, tag: 'k' }]);
    const { id } = json.tasks[0];
    const task = await finished(`keywords_data/google_ads/search_volume/task_get/${id}`);
    expect(task).toMatchObject({ id, status_code: 20000, result_count: 45, data: { tag: 'k' } });
    expect((await get('keywords_data/google_ads/search_volume/tasks_ready')).json.tasks[0].result).toEqual([]);
    expect((await get(`keywords_data/google_ads/keywords_for_site/task_get/${id}`)).json.tasks[0].status_code).toBe(40003);
  });

  test('suggests keywords for keywords and for a site', async () => {
    for (const [name, task] of [
      ['keywords_for_keywords', { keywords: ['green tea'] }],
      ['keywords_for_site', { target: 'shop.example' }],
    ] as const) {
      const { json } = await post(`keywords_data/google_ads/${name}/live`, [{ ...task, location_name: 'United States' }]);
      expect(json.tasks[0].result.length, name).toBeGreaterThan(0);
    }
  });

  test('is rejected with a clear field', async () => {
    const bad = [{ keywords: [] }, { keywords: ['x'.repeat(81)] }, { keywords: 'tea' }, { keywords: [{}] }];
    const { json } = await post(
      'keywords_data/google_ads/search_volume/task_post',
      bad.map((task) => ({ ...task, location_code: 2840 })),
    );
    expect(json.tasks.map(({ status_message }: { status_message: string }) => status_message.slice(0, 26))).toEqual(
      Array(4).fill("Invalid Field: 'keywords'."),
    );
    const callback = { keywords, location_code: 2840, pingback_url: `${receiverUrl}/` };
    expect((await post('keywords_data/google_ads/search_volume/task_post', [callback])).json.tasks[0].status_message).toContain(
      "'pingback_url'",
    );
    expect((await post('keywords_data/google_ads/search_volume/live', [{ keywords: ['tea'] }])).json.tasks[0].status_message).toContain(
      "'location_code'",
    );
  });
});

describe('other endpoints', () => {
  test('list locations and languages', async () => {
    const { json } = await get('serp/google/locations');
    const [task] = json.tasks;
    expect(task.result_count).toBe(task.result.length);
    expect(task.result).toContainEqual(
      expect.objectContaining({ location_code: 2840, location_name: 'United States', country_iso_code: 'US', location_type: 'Country' }),
    );
    expect(
      (await get('serp/google/locations/us')).json.tasks[0].result.every(
        (one: { country_iso_code: string }) => one.country_iso_code === 'US',
      ),
    ).toBe(true);
    expect((await get('serp/google/locations/xx')).json.tasks[0]).toMatchObject({ status_code: 20000, result_count: 0, result: [] });
    expect((await get('keywords_data/google_ads/languages')).json.tasks[0].result).toContainEqual({
      language_name: 'German',
      language_code: 'de',
    });
  });

  test('look up a domain and its technologies', async () => {
    const before = await creditsOf();
    const whois = (await post('domain_analytics/whois/overview/live', [{ filters: ['domain', '=', 'shop.example'], limit: 1 }])).json
      .tasks[0];
    expect(whois).toMatchObject({ status_code: 20000, result: [{ items_count: 1, items: [{ domain: 'shop.example', tld: 'example' }] }] });
    const used = (await post('domain_analytics/technologies/domain_technologies/live', [{ target: 'shop.example' }])).json.tasks[0];
    expect(Object.keys(used.result[0].technologies.other).length).toBeGreaterThan(0);
    expect(await creditsOf()).toBe(before - 2);
    for (const filters of [undefined, ['domain', 'like', '%shop%'], [['domain', '=', 'a.example'], 'and', ['tld', '=', 'example']], 'x'])
      expect((await post('domain_analytics/whois/overview/live', [{ filters }])).json.tasks[0].status_code).toBe(40501);
    expect(
      (await post('domain_analytics/technologies/domain_technologies/live', [{ target: 'not a domain' }])).json.tasks[0].status_code,
    ).toBe(40501);
    expect(await creditsOf()).toBe(before - 2);
  });

  test('describe the account, the codes and the endpoints', async () => {
    expect((await get('appendix/user_data')).json.tasks[0].result[0]).toMatchObject({
      login: 'test@mail.example',
      money: { total: expect.any(Number) },
    });
    expect((await get('appendix/errors')).json.tasks[0].result).toContainEqual({ code: 40602, message: 'Task In Queue.' });
    expect((await get('appendix/status')).json.tasks[0].result[0]).toMatchObject({ api: 'serp', status: 'ok' });
    expect((await get('serp/google/organic/tasks_fixed')).json.tasks[0].result).toEqual([]);
  });
});
