// Callbacks with the whole object: large ones are streamed, signed and equal to the response of GET.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../src/business/orders/objects.ts';
import { compress } from '../src/platform/gzip.ts';
import { createResultStorage } from '../src/wiring/s3-storage.ts';
import { type ObjectServer, startObjectServer } from './s3-server.ts';
import { startTestService, type TestService, until } from './service.ts';

const MIB = 1_048_576;
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly size: number;
  readonly hash: string;
  readonly signature: string;
  readonly start: string;
}
let store: ObjectServer;
let service: TestService;
let account: Awaited<ReturnType<TestService['account']>>;
let hook: string;
let received: Received[] = [];
/** Stores hashes, not bodies. */
const receiver = createServer(async (request, response) => {
  const [hash, key] = [createHash('sha256'), Buffer.from(account.webhookSecret.replace('whsec_', ''), 'base64')];
  const hmac = createHmac('sha256', key).update(`${request.headers['webhook-id']}.${request.headers['webhook-timestamp']}.`);
  let [size, start] = [0, ''];
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (start.length < 200) start += chunk.toString('utf8', 0, 200);
    size += chunk.length;
    hash.update(chunk);
    hmac.update(chunk);
  }
  received.push({ headers: request.headers, size, hash: hash.digest('hex'), signature: `v1,${hmac.digest('base64')}`, start });
  response.end();
});

beforeAll(async () => {
  store = await startObjectServer();
  service = await startTestService({ ...store.environment, CALLBACK_RETRY_SECONDS: '1,1,1,1', SYNC_WAIT_SECONDS: '20' });
  account = await service.account();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  received = [];
  store.trouble = null;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await service?.stop();
  await store?.close();
});

/** Noise compresses badly, like real pages with images; the rest compresses well. */
const textOf = (bytes: number): string => {
  const noise = randomBytes(MIB / 2).toString('base64');
  return (noise + 'héllo '.repeat(Math.max(0, Math.ceil((bytes - noise.length) / 7)))).slice(0, bytes);
};

/** An object whose callback was delivered, and whose data is then replaced by a body of the given size. */
async function largeObject(bytes: number, place: 'database' | 'store'): Promise<string> {
  const request = { keyword: 'tea', region: 'US', priority: 'INSTANT', callback: hook, callbackFormat: 'JSON' };
  const { json } = await service.call('POST', '/serp/new', account.test, request);
  await until(async () => (await service.call('GET', `/serp/${json.id}`, account.test)).json.callbackExecuted);
  const packed = await compress(`{"raw":"${textOf(bytes - 20)}"}}`);
  const keeping = createResultStorage(service.database.db, service.config);
  await createStore(service.database.db, place === 'store' ? keeping.bodies : null).replaceBody(json.id, packed);
  await keeping.close();
  const where = { name: 'where', text: 'select blob_key is not null as stored from results where id = $1' };
  expect(await service.database.db.query(where, [json.id])).toEqual([{ stored: place === 'store' }]);
  return json.id;
}
const resend = (id: string) => service.call('POST', `/objects/${id}/resend`, account.test);
const first = (id: string) => until(async () => received.find(({ headers }) => headers['webhook-id'] === `evt_${id}`));

describe('a large object', () => {
  test.each(['database', 'store'] as const)('in the %s is sent whole, signed and equal to GET', async (place) => {
    const id = await largeObject(12 * MIB, place);
    const { text } = await service.call('GET', `/serp/${id}`, account.test);
    received = [];
    expect((await resend(id)).status).toBeLessThan(300);
    const letter = await first(id);
    expect(letter.size).toBeGreaterThan(12 * MIB - 100);
    expect([letter.size, letter.hash]).toEqual([Buffer.byteLength(text), createHash('sha256').update(text).digest('hex')]);
    expect(letter.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': String(letter.size) });
    expect(letter.headers['webhook-signature']).toBe(letter.signature);
    expect(letter.headers['x-truncated']).toBeUndefined();
  });

  test('above CALLBACK_BYTES_MAX is sent as id and type with X-Truncated', async () => {
    const id = await largeObject(70 * MIB, 'database');
    received = [];
    await resend(id);
    const letter = await first(id);
    expect([letter.start, letter.headers['x-truncated']]).toEqual([JSON.stringify({ id, type: 'serp' }), '1']);
    expect(letter.headers['webhook-signature']).toBe(letter.signature);
  });

  test('whose blob breaks off in S3 storage is recorded as unread, and nothing is sent', async () => {
    const id = await largeObject(3 * MIB, 'store');
    received = [];
    store.trouble = 'cut';
    await resend(id);
    const items = await until(async () => {
      const { json } = await service.admin('GET', `/admin/deliveries?objectId=${id}`);
      return json.items.length >= 2 && json.items;
    });
    expect(items.at(-1)).toMatchObject({ ok: false, status: null, reason: 'the object could not be read' });
    expect(received).toEqual([]);
  });
});

test('many large objects at once do not fill the memory', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 8; count++) ids.push(await largeObject(16 * MIB, 'database'));
  received = [];
  const memory = () => process.memoryUsage().arrayBuffers;
  const before = memory();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memory() - before);
  }, 10);
  for (const id of ids) await resend(id);
  await Promise.all(ids.map(first));
  clearInterval(timer);
  expect(received.every(({ size }) => size > 16 * MIB - 100)).toBe(true);
  expect(most).toBeLessThan(80 * MIB);
});
