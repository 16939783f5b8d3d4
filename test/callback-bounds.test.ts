// What callbacks can be made to do to others: how much is sent, over how many connections, and what of the answers is shown.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

const PER_HOST_MAX = 10;
const SERP = { keyword: 'tea', region: 'US', priority: 'INSTANT' };
let service: TestService;
let hook: string;
let letters: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer: RequestListener = (_request, response) => response.end();
let [open, mostOpen] = [0, 0];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  letters.push({ headers: request.headers, body });
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

describe('an object that is too long for a callback', () => {
  test('is told by its id and type, and says so', async () => {
    const { test: key } = await service.account();
    const { id } = await toldOf(key, { callbackFormat: 'JSON', maxResults: 100 });
    expect(JSON.parse(letters[0]!.body)).toEqual({ id, type: 'serp' });
    expect(letters[0]!.headers).toMatchObject({ 'x-truncated': '1', 'webhook-signature': expect.stringContaining('v1,') });
  });
  test('is told as ever in the format that tells no more anyhow', async () => {
    const { test: key } = await service.account();
    const { id } = await toldOf(key, { callbackFormat: 'SIMPLE' });
    expect(JSON.parse(letters[0]!.body)).toEqual({ id, type: 'serp' });
    expect(letters[0]!.headers['x-truncated']).toBeUndefined();
  });
});

describe('a receiver', () => {
  test('is quoted nowhere, whatever it answers', async () => {
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
  test('gets no more than ten connections at once from one process', async () => {
    const held: Parameters<RequestListener>[1][] = [];
    answer = (_request, response) => void held.push(response);
    const { test: key } = await service.account();
    const orders = Array.from({ length: PER_HOST_MAX * 3 }, (_, index) => ({ ...SERP, keyword: `tea ${index}`, callback: hook }));
    mostOpen = open;
    const { json } = await service.call('POST', '/serp/new/list', key, orders);
    const ids: string[] = json.map(({ id }: { id: string }) => id);
    await until(async () => {
      const { json: objects } = await service.call('POST', '/serp/list', key, ids);
      return objects.every(({ ready }: { ready: boolean }) => ready) && held.length >= PER_HOST_MAX;
    });
    expect(mostOpen).toBe(PER_HOST_MAX);
    answer = (_request, response) => void response.end();
    for (const response of held) response.end();
    await until(async () => {
      const { json: objects } = await service.call('POST', '/serp/list', key, ids);
      return objects.every(({ callbackExecuted }: { callbackExecuted: boolean }) => callbackExecuted);
    });
    expect(mostOpen).toBe(PER_HOST_MAX);
  });
});
