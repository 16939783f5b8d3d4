// The client with bad networks and low rate limits: large batches, lost responses, rejections. No worker runs, because no job has to finish.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type ClientOptions, createClient, type SERPRequest } from '../client/index.ts';
import { type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let baseUrl: string;
let proxy: FlakyProxy;
beforeAll(async () => {
  service = await startTestService({}, false);
  baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
  proxy = await startFlakyProxy(baseUrl);
});
afterAll(async () => {
  await proxy?.close();
  await service?.stop();
});

async function customer(fields: object = {}, options: Partial<ClientOptions> = {}) {
  const { test: apiKey } = await service.account({ credits: 10_000, ...fields });
  const client: Client = createClient({ baseUrl, apiKey, backoffMs: 10, ...options });
  const spent = async () => {
    const { json } = await service.call('GET', '/user', apiKey);
    return json.credits.reduce((sum: number, { total, remaining }: { total: number; remaining: number }) => sum + total - remaining, 0);
  };
  return { client, spent };
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
const serps = (count: number, words = 'tea'): SERPRequest[] =>
  Array.from({ length: count }, (_, index) => ({ keyword: `${words} ${index}`, region: 'US' }));
const idsOf = (objects: readonly { id: string }[]) => objects.map(({ id }) => id);
/** Returns how often each idempotency key was sent. */
const keysSent = () => {
  const counts = new Map<string | undefined, number>();
  for (const { key } of proxy.calls) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()];
};

describe('batches', () => {
  test('of 2,500 are split, created once each, yielded in order, and fetched and waited for in chunks', async () => {
    const { client, spent } = await customer();
    const asks = serps(2500);
    const source = (async function* () {
      yield* asks;
    })();
    const made = await all(client.serp.createMany(source));
    expect(made.map(({ keyword }) => keyword)).toEqual(asks.map(({ keyword }) => keyword));
    expect(new Set(idsOf(made)).size).toBe(2500);
    expect(await spent()).toBe(2500);
    expect(idsOf(await all(client.serp.getMany(idsOf(made))))).toEqual(idsOf(made));
    await expect(all(client.serp.wait(idsOf(made), { waitSeconds: 0 }))).rejects.toMatchObject({ code: 'unfinished', ids: idsOf(made) });
  });
  test('name an invalid entry by its index in the whole list, and yield the chunks before it', async () => {
    const { client, spent } = await customer();
    const asks = [...serps(1005), { keyword: 'tea 1001', region: 'US' }, { keyword: '', region: 'US' }];
    const made: string[] = [];
    const run = async () => {
      for await (const { id } of client.serp.createMany(asks)) made.push(id);
    };
    await expect(run()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('[1006].keyword') });
    expect([made.length, await spent()]).toEqual([1000, 1000]);
  });
  test('yield one object per request, even if requests differ only in spelling', async () => {
    const { client, spent } = await customer();
    const keywords = ['tea', 'coffee', 'tea', 'tea', 'cocoa'];
    const asks = keywords.map((keyword, index) => ({ keyword, region: index === 2 ? 'United States' : 'US' }));
    const made = await all(client.serp.createMany(asks));
    expect(made.map(({ keyword }) => keyword)).toEqual(['tea', 'coffee', 'tea', 'tea', 'cocoa']);
    expect(new Set([made[0]!.id, made[2]!.id, made[3]!.id]).size).toBe(1);
    expect(await spent()).toBe(3);
  });
  test('throw instead of mixing up requests and objects of a service that lists equal requests once', async () => {
    const old: ClientOptions['fetch'] = (url, init) => {
      const headers = new Headers(init.headers);
      headers.delete('sextant-repeat-equal');
      return fetch(url, { ...init, headers });
    };
    const { client } = await customer({}, { fetch: old });
    const asks = ['US', 'United States', 'DE'].map((region) => ({ keyword: 'tea', region }));
    const error = await all(client.serp.createMany(asks)).catch((thrown) => thrown);
    expect([error.code, error.ids.length, error.message]).toEqual(['unreadable', 2, expect.stringContaining('2 objects for 3 requests')]);
  });
  test('are created only as far as the iteration goes', async () => {
    const { client, spent } = await customer();
    for await (const serp of client.serp.createMany(serps(3000, 'few'))) if (serp.keyword === 'few 999') break;
    expect(await spent()).toBe(1000);
  });
  test('with a custom idempotency key are created once, even after a restart', async () => {
    const { client, spent } = await customer();
    const first = await all(client.serp.createMany(serps(1001, 'again'), { idempotencyKey: 'monday' }));
    const second = await all(client.serp.createMany(serps(1001, 'again'), { idempotencyKey: 'monday' }));
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(await spent()).toBe(1001);
  });
});

describe('a lost response', () => {
  test.each(['before', 'after', 'middle', 502, 503, 504] as const)('of a create (%s) is retried and charged once', async (mishap) => {
    const { client, spent } = await customer({}, { baseUrl: proxy.baseUrl });
    proxy.befalls((_, nth) => (nth < 2 ? mishap : null));
    const { id } = await client.serp.create({ keyword: 'tea', region: 'US' });
    expect([proxy.calls.length, keysSent(), await spent()]).toEqual([3, [3], 1]);
    expect((await client.serp.get(id)).keyword).toBe('tea');
  });
  test('in a batch of three chunks loses and duplicates nothing', async () => {
    const { client, spent } = await customer({}, { baseUrl: proxy.baseUrl });
    let calls = 0;
    proxy.befalls(() => (['after', 'middle', null] as const)[calls++ % 3]!);
    const made = await all(client.serp.createMany(serps(2500, 'lost')));
    expect(made.map(({ keyword }) => keyword)).toEqual(serps(2500, 'lost').map(({ keyword }) => keyword));
    expect([proxy.calls.length, keysSent(), await spent()]).toEqual([9, [3, 3, 3], 2500]);
  });
  test('of every product is retried with the same idempotency key', async () => {
    const { client, spent } = await customer({}, { baseUrl: proxy.baseUrl });
    proxy.befalls((_, nth) => (nth === 0 ? 'after' : null));
    await client.keywords.create({ keywords: ['tea'], region: 'US' });
    await client.ai.sendPrompt({ prompt: 'What is a sextant?' });
    expect([keysSent(), await spent()]).toEqual([[2, 2], 3 + 1]);
  });
  test('of a deletion is not an error', async () => {
    const { client } = await customer({}, { baseUrl: proxy.baseUrl });
    proxy.befalls((name) => (name.startsWith('DELETE') && proxy.calls.every((call) => call.name !== name) ? 'after' : null));
    const { id } = await client.serp.create({ keyword: 'tea', region: 'US' });
    await client.serp.delete(id);
    await expect(client.serp.delete(id)).rejects.toMatchObject({ status: 404 });
  });
  test('of a lookup is not retried, because it may have been charged', async () => {
    const { client, spent } = await customer({}, { baseUrl: proxy.baseUrl });
    proxy.befalls(() => 'after');
    await expect(client.whois('shop.example')).rejects.toMatchObject({ status: 0, code: 'network', retryable: false });
    expect([proxy.calls.length, await spent()]).toEqual([1, 1]);
    proxy.befalls(() => 502);
    await expect(client.technologies('shop.example')).rejects.toMatchObject({ status: 502, retryable: false });
    expect(proxy.calls.length).toBe(1);
  });
  test('of a lookup with an idempotency key is retried and charged once', async () => {
    const { client, spent } = await customer({}, { baseUrl: proxy.baseUrl });
    proxy.befalls((_, nth) => (nth === 0 ? 'after' : null));
    expect((await client.whois('shop.example', { idempotencyKey: 'mine' })).domain).toBe('shop.example');
    expect([keysSent(), await spent()]).toEqual([[2], 1]);
  });
  test('fails after the configured number of retries', async () => {
    const { client } = await customer({}, { baseUrl: proxy.baseUrl, retries: 2 });
    proxy.befalls(() => 'before');
    await expect(client.user()).rejects.toMatchObject({ status: 0, code: 'network', retryable: true });
    expect(proxy.calls.length).toBe(3);
  });
  test('counts as lost after the timeout', async () => {
    const { client } = await customer({}, { retries: 1, timeoutSeconds: 0.05, fetch: (_, { signal }) => hang(signal!) });
    let attempts = 0;
    const hang = (signal: AbortSignal) => {
      attempts += 1;
      return new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    await expect(client.user()).rejects.toMatchObject({ status: 0, code: 'timeout', retryable: true });
    expect(attempts).toBe(2);
  });
});

describe('rejections', () => {
  test.each([[400], [402], [403], [404], [405], [500]])('with status %i are not retried', async (status) => {
    const { client } = await customer({}, { baseUrl: proxy.baseUrl });
    proxy.befalls(() => status);
    await expect(client.user()).rejects.toMatchObject({ status, code: status, retryable: false });
    expect(proxy.calls.length).toBe(1);
  });
  test('are told apart from pages of a proxy', async () => {
    const { client } = await customer({}, { baseUrl: proxy.baseUrl });
    proxy.befalls(() => 200);
    await expect(client.user()).rejects.toMatchObject({ status: 200, code: 'unreadable' });
    proxy.befalls(() => 301);
    await expect(client.user()).rejects.toMatchObject({ status: 301 });
  });
});

describe('rate limits', () => {
  const statusesOf = (options: Partial<ClientOptions>, statuses: number[]): Partial<ClientOptions> => ({
    ...options,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      return response;
    },
  });
  test('the calls of one iteration are spaced by the headers, so that none is rejected', async () => {
    const statuses: number[] = [];
    const { client } = await customer({ rates: { perMinute: 1200, burst: 3 } }, statusesOf({}, statuses));
    for (let count = 0; count < 12; count++) await client.user();
    expect(statuses).toEqual(Array(12).fill(200));
  });
  test('many simultaneous calls all succeed after rejections', async () => {
    const statuses: number[] = [];
    const { client } = await customer({ rates: { perMinute: 60, burst: 2 } }, statusesOf({}, statuses));
    await Promise.all(Array.from({ length: 5 }, () => client.user()));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses).toContain(429);
  });
  test('lookups rejected with 503 succeed too', async () => {
    const statuses: number[] = [];
    const { client } = await customer({ rates: { perMinute: 60, burst: 1 } }, statusesOf({}, statuses));
    await Promise.all(Array.from({ length: 3 }, () => client.regions.search({ items: 1 })));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses).toContain(503);
  });
  test('a Retry-After above the maximum is thrown at once, with its seconds', async () => {
    const { client } = await customer({ limit: { hour: 1 } }, { maxRetryWaitSeconds: 5 });
    await client.whois('shop.example');
    await expect(client.whois('shop.example')).rejects.toMatchObject({
      status: 429,
      retryable: true,
      retryAfterSeconds: expect.any(Number),
    });
    await expect(client.ai.sendPrompt({ prompt: 'one' })).rejects.toMatchObject({ status: 402, retryable: false });
  });
  test('an abort ends the wait for the rate limit', async () => {
    const { client } = await customer({ rates: { perMinute: 1, burst: 1 } });
    await client.user();
    const controller = new AbortController();
    const second = client.user({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(second).rejects.toThrow('enough');
  });
});
