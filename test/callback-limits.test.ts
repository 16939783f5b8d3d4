// Limits of callbacks: how much is sent, over how many connections, and what is shown of the responses.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

const PER_HOST_MAX = 10;
const SERP = { keyword: 'tea', region: 'US', priority: 'INSTANT' };
let service: TestService;
let hook: string;
let letters: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
let answer: RequestListener = (_request, response) => response.end();
let [open, mostOpen, unanswered, mostUnanswered] = [0, 0, 0, 0];
const receiver = createServer(async (request, response) => {
  let body = '';
  mostUnanswered = Math.max(mostUnanswered, ++unanswered);
  response.on('close', () => unanswered--);
  for await (const chunk of request) body += chunk;
  letters.push({ url: request.url!, headers: request.headers, body });
  answer(request, response);
});
receiver.on('connection', (socket) => {
  mostOpen = Math.max(mostOpen, ++open);
  socket.on('close', () => open--);
});

beforeAll(async () => {
  service = await startTestService({ CALLBACK_BYTES_MAX: '1000', CALLBACK_RETRY_SECONDS: '0.1' });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  letters = [];
});
afterAll(async () => {
  receiver.closeAllConnections();
  await service?.stop();
  receiver.close();
});

async function toldOf(key: string, fields: object) {
  const { json } = await service.call('POST', '/serp/new', key, { ...SERP, callback: hook, ...fields });
  return until(async () => {
    const { json: object } = await service.call('GET', `/serp/${json.id}`, key);
    return object.callbackExecuted || object.callbackFailed ? object : null;
  });
}

describe('an object that is too large for a callback', () => {
  test('is sent as id and type, with X-Truncated', async () => {
    const { test: key } = await service.account();
    const { id } = await toldOf(key, { callbackFormat: 'JSON', maxResults: 100 });
    expect(JSON.parse(letters[0]!.body)).toEqual({ id, type: 'serp' });
    expect(letters[0]!.headers).toMatchObject({ 'x-truncated': '1', 'webhook-signature': expect.stringContaining('v1,') });
  });
  test('is sent unchanged in the format SIMPLE', async () => {
    const { test: key } = await service.account();
    const { id } = await toldOf(key, { callbackFormat: 'SIMPLE' });
    expect(JSON.parse(letters[0]!.body)).toEqual({ id, type: 'serp' });
    expect(letters[0]!.headers['x-truncated']).toBeUndefined();
  });
});

describe('a callback format', () => {
  test.each([5, 0, true, false, {}, { deep: { er: [1] } }, [], ['JSON'], 'XML', 'json', '', null].map((value) => [value]))(
    '%j counts as SIMPLE',
    async (callbackFormat) => {
      const { test: key } = await service.account();
      const serp = { ...SERP, asynchronous: true, callbackFormat };
      const keyword = { keywords: ['tea'], region: 'US', asynchronous: true, callbackFormat };
      const responses = [
        await service.call('POST', '/serp/new', key, serp),
        await service.call('POST', '/serp/new/list', key, [serp]),
        await service.call('POST', '/keyword/new', key, keyword),
        await service.call('POST', '/keyword/new/list', key, [keyword]),
      ];
      expect(responses.map(({ status, json }) => [status, [json].flat()[0].callbackFormat])).toEqual(responses.map(() => [200, 'SIMPLE']));
    },
  );
});

describe('placeholders', () => {
  test('are replaced in every encoding that URL libraries produce', async () => {
    const { test: key } = await service.account();
    const callback = `${hook}a/%7B:id:%7D/{: type :}?x=%7b%3Aid%3a%7d&y=%7B:%20id+:%7D&z=%7Bid%7D&{:type:}=%7B%3Atype%3A%7D`;
    const object = await toldOf(key, { callback, callbackFormat: true });
    expect(object.callback).toBe(callback);
    const { id } = object;
    expect(letters.map(({ url }) => url)).toEqual([`/a/${id}/serp?x=${id}&y=${id}&z=%7Bid%7D&serp=serp`]);
  });
  test.each(['http://%7B:id:%7D.example/', 'http://%7b%3Aid%3A%7d@receiver.example/', 'http://{:id:}.example/'])(
    'are rejected before the end of the host: %s',
    async (callback) => {
      const { test: key } = await service.account();
      const { status, json } = await service.call('POST', '/serp/new', key, { ...SERP, callback });
      expect([status, json.message]).toEqual([400, expect.stringContaining('callback may carry placeholders only after the host')]);
    },
  );
});

describe('a receiver', () => {
  test('is quoted nowhere, whatever its response', async () => {
    answer = (_request, response) => response.writeHead(500, 'SECRET words', { 'x-secret': 'SECRET', 'retry-after': '0' }).end('SECRET');
    const { test: key } = await service.account();
    const object = await toldOf(key, {});
    expect([object.callbackExecuted, object.callbackFailed]).toEqual([false, true]);
    const seen = await Promise.all([
      service.call('GET', `/serp/${object.id}`, key),
      service.call('GET', '/objects', key),
      service.call('GET', `/objects/${object.id}/life`, key),
      service.admin('GET', `/admin/deliveries?objectId=${object.id}`),
    ]);
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([...seen.map(({ text }) => text), ...service.lines].filter((text) => text.includes('SECRET'))).toEqual([]);
  });
  test('gets no more than ten callbacks at once from one account and process, and has twenty connections at most', async () => {
    const held: Parameters<RequestListener>[1][] = [];
    answer = (_request, response) => void held.push(response);
    const { test: key } = await service.account();
    const orders = Array.from({ length: PER_HOST_MAX * 3 }, (_, index) => ({ ...SERP, keyword: `tea ${index}`, callback: hook }));
    [mostOpen, mostUnanswered] = [open, 0];
    const { json } = await service.call('POST', '/serp/new/list', key, orders);
    const ids: string[] = json.map(({ id }: { id: string }) => id);
    await until(async () => {
      const { json: objects } = await service.call('POST', '/serp/list', key, ids);
      return objects.every(({ ready }: { ready: boolean }) => ready) && held.length >= PER_HOST_MAX;
    });
    expect(mostUnanswered).toBe(PER_HOST_MAX);
    answer = (_request, response) => void response.end();
    for (const response of held) response.end();
    await until(async () => {
      const { json: objects } = await service.call('POST', '/serp/list', key, ids);
      return objects.every(({ callbackExecuted }: { callbackExecuted: boolean }) => callbackExecuted);
    });
    expect(mostUnanswered).toBe(PER_HOST_MAX);
    expect(mostOpen).toBeLessThanOrEqual(2 * PER_HOST_MAX);
  });
});
