import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { getJson } from 'serpapi';
import { Serper } from 'serper';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
let key: string;
let port: number;
beforeAll(async () => {
  service = await startTestService({ SYNC_WAIT_SECONDS: '20' });
  key = (await service.account({ credits: 10_000 })).test;
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(() => service.stop());

/** The SerpApi client has a fixed host. An agent redirects its connections. */
class Detour extends Agent {
  override createConnection() {
    return connect(port, '127.0.0.1');
  }
}
// biome-ignore lint/suspicious/noExplicitAny: the clients' responses have any type.
const serpapi = (parameters: Record<string, unknown>): Promise<any> =>
  getJson({ api_key: key, requestOptions: { agent: new Detour() }, timeout: 30_000, ...parameters } as never);
const rejection = async (asked: Promise<unknown>): Promise<{ error: string }> =>
  JSON.parse(await asked.then(() => '{}').catch((text) => (typeof text === 'string' ? text : JSON.stringify({ error: String(text) }))));
// biome-ignore lint/suspicious/noExplicitAny: the clients' responses have any type.
const serper = (apiKey = key): any => new Serper({ apiKey, basePath: `http://127.0.0.1:${port}`, cache: false, timeout: 30_000 });

describe('the client of SerpApi', () => {
  test('searches Google in SerpApi’s format and is charged like any object', async () => {
    const response = await serpapi({ engine: 'google', q: 'green tea', location: 'Austin, Texas, United States', hl: 'en', gl: 'us' });
    expect(response.search_metadata.status).toBe('Success');
    expect(response.search_parameters).toMatchObject({ engine: 'google', q: 'green tea', location: 'Austin, Texas, United States' });
    expect(JSON.stringify(response)).not.toContain(key);
    expect(response.organic_results).toHaveLength(10);
    expect(response.organic_results[0]).toMatchObject({ position: 1, title: expect.any(String), link: expect.stringMatching(/^https?:/) });
    const stored = (await service.call('GET', `/serp/${response.search_metadata.id}`, key)).json;
    expect(stored.region.canonicalName).toMatch(/^Austin,Texas/);
    expect(stored.data.organic.map(({ url }: { url: string }) => url)).toEqual(
      response.organic_results.map(({ link }: { link: string }) => link),
    );
  });

  test('pages by start and num, and passes filters on to the engine', async () => {
    const [whole, second] = [await serpapi({ q: 'green tea', num: '20' }), await serpapi({ q: 'green tea', start: '10', tbs: 'qdr:d' })];
    expect(whole.organic_results).toHaveLength(20);
    expect(second.organic_results.map(({ link }: { link: string }) => link)).toEqual(
      whole.organic_results.slice(10).map(({ link }: { link: string }) => link),
    );
    expect(second.organic_results[0].position).toBe(1);
    expect(second.serpapi_pagination).toMatchObject({ current: 2, next: expect.stringContaining('start=20') });
    const stored = (await service.call('GET', `/serp/${second.search_metadata.id}`, key)).json;
    expect(stored.customUrlParameter).toEqual([{ name: 'tbs', value: 'qdr:d' }]);
  });

  test.each([
    ['google_images', 'q', 'images_results'],
    ['google_news', 'q', 'news_results'],
    ['google_local', 'q', 'local_results'],
    ['bing', 'q', 'organic_results'],
    ['yahoo', 'p', 'organic_results'],
    ['yandex', 'text', 'organic_results'],
    ['youtube', 'search_query', 'video_results'],
    ['naver', 'query', 'organic_results'],
    ['baidu', 'q', 'organic_results'],
  ])('%s takes the query in %s and returns %s', async (engine, name, list) => {
    const response = await serpapi({ engine, [name]: 'green tea' });
    expect([response.error, response[list]?.length > 0]).toEqual([undefined, true]);
  });

  test('gets empty results, failures and unsupported parameters in SerpApi’s format', async () => {
    expect((await serpapi({ q: 'test:empty tea' })).error).toMatch(/hasn't returned any results/);
    expect((await rejection(serpapi({ q: 'test:faulty' }))).error).toBe('The search failed and costs nothing. No source could be reached.');
    for (const [parameters, words] of [
      [{ q: 'tea', uule: 'x' }, 'uule is not supported'],
      [{ q: 'tea', engine: 'walmart' }, 'engine walmart is not supported'],
      [{ q: 'tea', location: 'Nowhere at all' }, 'location or gl is not known'],
      [{ q: 'tea', location: 'Austin, Texas, United States', gl: 'de' }, 'gl is de, but the location is in US'],
      [{ q: 'tea', start: '95' }, 'beyond the first 100'],
      [{ q: 'tea', device: 'tablet' }, 'device must be'],
      [{ q: 'tea', google_domain: 'google.de' }, 'google_domain must be'],
      [{ engine: 'google' }, 'q is missing'],
      [{ q: 'tea', async: 'true' }, 'async is not supported'],
    ] as const)
      expect((await rejection(serpapi(parameters))).error).toContain(words);
    expect(await rejection(serpapi({ q: 'tea', api_key: 'sxt_test_nobody' }))).toEqual({ error: 'Invalid API key.' });
  });

  test('GET /search.json is equal, and an account without credits gets 429', async () => {
    const { json } = await service.call('GET', `/search.json?engine=google&q=tea&api_key=${key}`, 'unused');
    expect(json.organic_results).toHaveLength(10);
    const poor = (await service.account({ credits: 0 })).test;
    const rejected = await service.call('GET', `/search.json?q=tea&api_key=${poor}`, 'unused');
    expect([rejected.status, rejected.json.error]).toEqual([429, expect.stringContaining('No credits left')]);
  });
});

describe('the client of Serper', () => {
  test('searches in Serper’s format, with pages', async () => {
    const response = await serper().search({ q: 'green tea', gl: 'us', hl: 'en', num: 10 });
    expect(response.searchParameters).toMatchObject({ q: 'green tea', gl: 'us', hl: 'en', type: 'search', engine: 'google' });
    expect(response.organic).toHaveLength(10);
    expect(response.organic[0]).toMatchObject({ position: 1, title: expect.any(String), link: expect.stringMatching(/^https?:/) });
    expect(Array.isArray(response.peopleAlsoAsk)).toBe(true);
    expect(response.credits).toBe(1);
    const next = await response.nextPage();
    expect(next.organic.some(({ link }: { link: string }) => response.organic.some((one: { link: string }) => one.link === link))).toBe(
      false,
    );
  });

  test.each(['news', 'images', 'videos', 'places'] as const)('searches for %s', async (method) => {
    const response = await serper()[method]('green tea');
    expect(response[method].length).toBeGreaterThan(0);
    expect(response[method][0]).toMatchObject({ position: 1, title: expect.any(String) });
  });

  test('gets errors in Serper’s format', async () => {
    expect(await serper('sxt_test_nobody').search('tea')).toMatchObject({ message: 'Unauthorized.', statusCode: 403 });
    expect(await serper().search({ q: '' })).toMatchObject({ statusCode: 400, message: expect.stringContaining('q is missing') });
    expect(await serper().search({ q: 'tea', ll: '@1,2' })).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('ll is not supported'),
    });
    expect(await serper().search({ q: 'tea', autocorrect: false })).toMatchObject({ statusCode: 400 });
    expect(await serper().search({ q: 'tea', location: 'Nowhere at all' })).toMatchObject({ statusCode: 400 });
    expect(await serper().search({ q: 'test:faulty' })).toMatchObject({ statusCode: 502 });
    const poor = (await service.account({ credits: 0 })).test;
    expect(await serper(poor).search('tea')).toMatchObject({ statusCode: 400, message: expect.stringContaining('Not enough credits') });
    const { status, json } = await service.call('POST', '/search', key, [{ q: 'tea' }], { 'x-api-key': key });
    expect([status, json.statusCode]).toEqual([400, 400]);
  });

  test('a key is accepted only where the provider accepts it', async () => {
    expect((await service.call('POST', '/search', key, { q: 'tea' })).status).toBe(403);
    expect((await service.call('GET', '/search.json?q=tea', key)).status).toBe(401);
  });
});
