// The client against the running service: every product, waiting, aborting, callbacks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, verifyWebhook, type WebhookEvent } from '../client/index.ts';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
let baseUrl: string;
beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '1', SOURCE_RETRY_SECONDS: '0.1' });
  baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service?.stop());

async function customer(fields: object = {}): Promise<{ client: Client; spent: () => Promise<number>; webhookSecret: string }> {
  const { test: apiKey, webhookSecret } = await service.account({ credits: 10_000, ...fields });
  const client = createClient({ baseUrl, apiKey });
  const spent = async () => (await client.user()).credits.reduce((sum, { total, remaining }) => sum + total - remaining, 0);
  return { client, spent, webhookSecret };
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('every product', () => {
  test('SERPs are created, fetched, waited for and deleted', async () => {
    const { client, spent } = await customer();
    const made = await client.serp.create({ keyword: 'red shoes', region: 'US' });
    expect([made.ready, made.data]).toEqual([false, null]);
    const [finished] = await all(client.serp.wait([made.id]));
    expect(finished).toMatchObject({ id: made.id, ready: true, verdict: 'valid' });
    expect(finished!.data!.organic.length).toBeGreaterThan(0);
    expect((await client.serp.get(made.id)).data).toEqual(finished!.data);
    const synchronous = await client.serp.create({ keyword: 'blue shoes', region: 'US', asynchronous: false });
    expect(synchronous.ready).toBe(true);
    expect((await all(client.serp.getMany([synchronous.id, made.id, 'f'.repeat(24)]))).map(({ id }) => id)).toEqual([
      synchronous.id,
      made.id,
    ]);
    await client.serp.delete(made.id);
    await expect(client.serp.get(made.id)).rejects.toMatchObject({ status: 404, code: 404, retryable: false });
    expect(await spent()).toBe(2);
  });
  test('keywords and AI jobs are created and waited for in one call', async () => {
    const { client } = await customer();
    const keywords = await client.keywords.createAndWait({ keywords: ['tea', 'coffee'], region: 'DE' });
    expect(keywords.data!.results.map(({ keyword }) => keyword)).toEqual(['tea', 'coffee']);
    await client.keywords.delete(keywords.id);
    const prompt = await client.ai.createAndWait({ prompt: 'What is a sextant?' });
    expect(prompt).toMatchObject({ type: 'send-prompt', ready: true, error: null });
    // One AI job per second: the second one is rejected first, and the client waits for Retry-After.
    const analysis = await client.ai.createAndWait({ url: 'https://shop.example/' });
    expect(analysis).toMatchObject({ type: 'seo-analysis', ready: true, error: null });
    expect((await all(client.ai.getMany([prompt.id, analysis.id]))).length).toBe(2);
    expect((await client.ai.get(prompt.id)).response).toEqual(prompt.response);
    const many = await all(client.ai.createManyAndWait([{ prompt: 'one' }, { prompt: 'two' }]));
    expect(many.map(({ prompt: asked }) => asked)).toEqual(['one', 'two']);
  });
  test('lookups, the account and regions return at once', async () => {
    const { client, spent } = await customer();
    expect(await client.whois('shop.example', { source: 'auto' })).toMatchObject({ domain: 'shop.example', registered: true });
    expect((await client.technologies('shop.example')).domain).toBe('shop.example');
    expect(await spent()).toBe(2);
    const page = await client.regions.search({ query: 'Berlin', countryCode: 'DE', items: 5 });
    expect(page.items[0]).toMatchObject({ countryCode: 'DE' });
    const cantons = await all(client.regions.all({ countryCode: 'CH', type: 'canton', items: 10 }));
    expect(cantons.length).toBe((await client.regions.search({ countryCode: 'CH', type: 'canton' })).total);
    expect(new Set(cantons.map(({ id }) => id)).size).toBe(cantons.length);
  });
});

test('batches can be waited for in order, including duplicates and failures', async () => {
  const { client, spent } = await customer();
  const words = ['test:slow:1 tea', 'coffee', 'test:unparsed', 'coffee'];
  const found = await all(client.serp.createManyAndWait(words.map((keyword) => ({ keyword, region: 'US' }))));
  expect(found.map(({ keyword, ready, faulty }) => [keyword, ready, faulty])).toEqual([
    ['test:slow:1 tea', true, false],
    ['coffee', true, false],
    ['test:unparsed', false, true],
    ['coffee', true, false],
  ]);
  expect(found[1]!.id).toBe(found[3]!.id);
  expect(await spent()).toBe(2);
});

describe('errors', () => {
  test('have the fields of the Error body', async () => {
    const { client } = await customer();
    await expect(client.serp.create({ keyword: 'tea', region: 'Nowhere at all' })).rejects.toMatchObject({
      name: 'SextantError',
      status: 400,
      code: 400,
      message: expect.stringContaining('region'),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryable: false,
    });
    await expect(createClient({ baseUrl, apiKey: 'sxt_test_wrong' }).user()).rejects.toMatchObject({
      status: 403,
      solution: expect.any(String),
    });
    const { client: poor } = await customer({ credits: 0 });
    await expect(poor.serp.create({ keyword: 'tea', region: 'US' })).rejects.toMatchObject({ status: 402, retryable: false });
    await expect(poor.whois('shop.example')).rejects.toMatchObject({ status: 429, retryable: false });
  });
  test('report a base URL that is not the service', async () => {
    const client = createClient({ baseUrl: `${baseUrl}/docs`, apiKey: 'x', retries: 0 });
    await expect(client.user()).rejects.toMatchObject({ status: 404 });
    expect(() => createClient({ baseUrl: 'localhost:8080', apiKey: 'x' })).toThrow(TypeError);
  });
  test('name objects that do not exist, after all others', async () => {
    const { client } = await customer();
    const { id } = await client.serp.create({ keyword: 'tea', region: 'US' });
    const seen: string[] = [];
    const run = async () => {
      for await (const serp of client.serp.wait(['0'.repeat(24), id])) seen.push(serp.id);
    };
    await expect(run()).rejects.toMatchObject({ status: 404, ids: ['0'.repeat(24)] });
    expect(seen).toEqual([id]);
  });
  test('name objects that take too long', async () => {
    const { client } = await customer();
    const wait = client.serp.createAndWait({ keyword: 'test:slow:20', region: 'US' }, { waitSeconds: 0.5 });
    await expect(wait).rejects.toMatchObject({ status: 0, code: 'unfinished', retryable: true, ids: [expect.any(String)] });
  });
});

describe('a signal', () => {
  test('that was aborted before prevents the request', async () => {
    const { client, spent } = await customer();
    const signal = AbortSignal.abort(new Error('changed my mind'));
    await expect(client.serp.create({ keyword: 'tea', region: 'US' }, { signal })).rejects.toThrow('changed my mind');
    expect(await spent()).toBe(0);
  });
  test('ends a wait with its own reason', async () => {
    const { client } = await customer();
    const controller = new AbortController();
    const waiting = client.serp.createAndWait({ keyword: 'test:slow:20', region: 'US' }, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 300);
    await expect(waiting).rejects.toThrow('enough');
  });
  test('of the client ends calls without a response', async () => {
    const { test: apiKey } = await service.account();
    const controller = new AbortController();
    const client = createClient({ baseUrl, apiKey, signal: controller.signal });
    const hanging = client.serp.create({ keyword: 'test:slow:2', region: 'US', asynchronous: false });
    setTimeout(() => controller.abort(), 200);
    await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('a callback of the service is verified, in both formats', async () => {
  const { client, webhookSecret } = await customer();
  const events: WebhookEvent[] = [];
  const refused: unknown[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    events.push(await verifyWebhook(body, request.headers, webhookSecret));
    await verifyWebhook(Buffer.concat([body, Buffer.from(' ')]), request.headers, webhookSecret).catch((error) => refused.push(error));
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const simple = await client.serp.create({ keyword: 'tea', region: 'US', callback });
  const whole = await client.keywords.create({ keywords: ['tea'], region: 'US', callback, callbackFormat: 'JSON' });
  await until(async () => events.length >= 2 && refused.length >= 2);
  receiver.close();
  const payloadOf = (id: string) => events.find(({ eventId }) => eventId === `evt_${id}`)!.payload;
  expect(payloadOf(simple.id)).toEqual({ id: simple.id, type: 'serp' });
  expect(payloadOf(whole.id)).toMatchObject({ id: whole.id, ready: true, data: { results: [{ keyword: 'tea' }] } });
});
