import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReadResults } from '../src/api/export-results.ts';
import { createStore } from '../src/business/orders/objects.ts';
import type { ListedObject } from '../src/contract/listing.ts';
import { compress } from '../src/platform/gzip.ts';
import { createResultStorage } from '../src/wiring/s3-storage.ts';
import { VIEWS } from '../src/wiring/views.ts';
import { type ObjectServer, startObjectServer } from './s3-server.ts';
import { startTestService, type TestService, until } from './service.ts';

let server: ObjectServer;
let service: TestService;
let account: Awaited<ReturnType<TestService['account']>>;
const received: { headers: Record<string, unknown>; body: string }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.end();
  });
});

beforeAll(async () => {
  server = await startObjectServer();
  service = await startTestService({ ...server.environment, CALLBACK_RETRY_SECONDS: '1,1,1,1,1,1,1,1', SYNC_WAIT_SECONDS: '20' });
  account = await service.account();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  server.trouble = null;
});
afterAll(async () => {
  await service.stop();
  receiver.close();
  await server.close();
});

const serp = (more: object = {}) => ({
  searchEngine: 'google',
  keyword: 'tea',
  region: 'US',
  language: 'en',
  saveRawData: true,
  asynchronous: false,
  ...more,
});
const rows = <Row extends object>(name: string, text: string, values: unknown[] = []) =>
  service.database.db.query<Row>({ name: `test_${name}`, text }, values);
const placeOf = async (id: string) =>
  (
    await rows<{ at: string | null; bytes: number | null }>(
      'place',
      'select blob_key as at, octet_length(body) as bytes from results where id = $1',
      [id],
    )
  )[0]!;
const make = async (more: object = {}) => {
  const { status, json } = await service.call('POST', '/serp/new', account.test, serp(more));
  expect(status).toBe(200);
  expect(json.ready).toBe(true);
  return json;
};
const pathOf = (key: string) => `/pages/test/${key}`;
const metric = async (name: string) => (await service.admin('GET', '/metrics')).text.split('\n').filter((line) => line.startsWith(name));

describe('a large body', () => {
  test('is stored in S3, and every read returns the same bytes', async () => {
    const made = await make();
    const { at, bytes } = await placeOf(made.id);
    expect(bytes).toBeNull();
    expect(at).toMatch(new RegExp(`^${made.id}-1-[0-9a-f]{12}$`));
    expect(server.objects.has(pathOf(at!))).toBe(true);
    expect(await rows('loose', 'select 1 from orphaned_blobs where key = $1', [at])).toEqual([]);

    const plain = await service.call('GET', `/serp/${made.id}`, account.test);
    expect(plain.json).toEqual(made);
    expect(plain.headers['content-length']).toBe(String(Buffer.byteLength(plain.text)));
    const headers = { authorization: `Bearer ${account.test}`, 'accept-encoding': 'gzip' };
    const compressed = await service.app.inject({ method: 'GET', url: `/serp/${made.id}`, headers });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.headers['content-length']).toBe(String(compressed.rawPayload.length));
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.text);
  });

  test('is returned byte for byte as from a database without S3', async () => {
    const made = await make({ keyword: 'coffee' });
    const elsewhere = await service.call('GET', `/serp/${made.id}`, account.test);
    const { data } = elsewhere.json;
    await createStore(service.database.db).replaceBody(made.id, await compress(`${JSON.stringify(data)}}`));
    expect((await placeOf(made.id)).at).toBeNull();
    expect((await service.call('GET', `/serp/${made.id}`, account.test)).text).toBe(elsewhere.text);
  });

  test('is in lists with small and unfinished ones', async () => {
    const [one, two] = [await make({ keyword: 'milk' }), await make({ keyword: 'sugar' })];
    const small = await make({ saveRawData: false, keyword: 'test:empty salt' });
    expect((await placeOf(small.id)).bytes).toBeGreaterThan(0);
    const open = (await service.call('POST', '/serp/new', account.test, serp({ keyword: 'test:slow:60 x', asynchronous: true }))).json;
    const list = await service.call('POST', '/serp/list', account.test, [small.id, one.id, open.id, two.id]);
    expect(list.json.slice(0, 2)).toEqual([small, one]);
    expect(list.json[2]).toMatchObject({ id: open.id, ready: false, data: null });
    expect(list.json[3]).toEqual(two);
    expect(list.headers['content-length']).toBe(String(Buffer.byteLength(list.text)));
  });

  test('is sent to a receiver of whole objects', async () => {
    const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const made = await make({ keyword: 'honey', callback, callbackFormat: 'JSON' });
    const letter = await until(async () => received.find(({ body }) => body.includes(made.id)));
    expect(JSON.parse(letter.body).data).toEqual(made.data);
  });

  test('is parsed again from its pages, and the new body replaces it in S3', async () => {
    const made = await make({ keyword: 'jam' });
    const first = (await placeOf(made.id)).at!;
    const poorer = `${JSON.stringify({ ...made.data, organic: made.data.organic.slice(0, 2) })}}`;
    await createStore(service.database.db).replaceBody(made.id, await compress(poorer));
    expect((await service.admin('POST', `/admin/objects/${made.id}/reparse`)).json).toMatchObject({ outcome: 'updated', before: 2 });
    const second = (await placeOf(made.id)).at!;
    expect(second).toMatch(new RegExp(`^${made.id}-0-`));
    expect((await service.call('GET', `/serp/${made.id}`, account.test)).json.data).toEqual(made.data);
    expect(await rows('replaced', 'select key from orphaned_blobs where key = $1', [first])).toEqual([{ key: first }]);
  });
});

describe('removal', () => {
  test('of an object returns 404 at once and deletes its blob later', async () => {
    const older = await service.account({ contract: 'older' });
    const made = (await service.call('POST', '/serp/new', older.test, serp({ keyword: 'cheese' }))).json;
    const { at } = await placeOf(made.id);
    expect((await service.call('DELETE', `/serp/${made.id}`, older.test)).status).toBe(204);
    expect((await service.call('GET', `/serp/${made.id}`, older.test)).status).toBe(404);
    expect(await rows('gone', 'select deleting from orphaned_blobs where key = $1', [at])).toEqual([{ deleting: false }]);
    expect(server.objects.has(pathOf(at!))).toBe(true);
  });

  test('during an export leaves the object out; a replaced body is read again', async () => {
    const storage = createResultStorage(service.database.db, service.config);
    const store = createStore(service.database.db, storage.bodies);
    const made = [await make({ keyword: 'plum' }), await make({ keyword: 'pear' }), await make({ keyword: 'fig' })];
    // Ids of one second have no order, so objects of other tests can be among the newest.
    const newest = (await service.call('GET', '/objects?limit=50', account.test)).json.items as ListedObject[];
    const listed = newest.filter(({ id }) => made.some((one) => one.id === id));
    expect(listed).toHaveLength(made.length);
    const [first, removed, replaced] = listed.map(({ id }) => id) as [string, string, string];
    const seen: Record<string, number> = {};
    for await (const rows of createReadResults(store, VIEWS)(listed, new Set(['organic']))) {
      seen[String(rows[0]!.id)] = rows.length;
      if (rows[0]!.id !== first) continue;
      // The export has read the rows of all three, and not yet the blobs of the others.
      const blobs = [(await placeOf(removed)).at!, (await placeOf(replaced)).at!];
      expect((await service.call('DELETE', `/serp/${removed}`, account.test)).status).toBe(204);
      const { data } = made.find(({ id }) => id === replaced)!;
      await store.replaceBody(replaced, await compress(`${JSON.stringify({ ...data, organic: data.organic.slice(0, 3) })}}`));
      for (const key of blobs) expect(server.objects.delete(pathOf(key))).toBe(true);
    }
    expect(seen).toEqual({ [first]: made.find(({ id }) => id === first)!.data.organic.length, [replaced]: 3 });
    await storage.close();
  });
});

describe('unavailable S3 storage', () => {
  test('is a 502 with the Error body for single reads and lists, and nothing is lost', async () => {
    const made = await make({ keyword: 'bread' });
    for (const trouble of ['refuse', 'lose'] as const) {
      server.trouble = trouble;
      for (const response of [
        await service.call('GET', `/serp/${made.id}`, account.test),
        await service.call('GET', `/serp/${made.id}`, account.test, undefined, { 'accept-encoding': 'gzip' }),
        await service.call('POST', '/serp/list', account.test, [made.id]),
        await service.call('GET', `/objects/export?content=results&ids=${made.id}`, account.test),
      ]) {
        expect(response.status).toBe(502);
        expect(response.json).toEqual({
          code: 502,
          message: 'The S3 storage did not return the data.',
          solution: 'Nothing was lost or charged. Try again in 5 seconds.',
        });
        expect(response.headers['retry-after']).toBe('5');
        expect(response.headers['content-encoding']).toBeUndefined();
        expect(response.headers['content-disposition']).toBeUndefined();
      }
    }
    server.trouble = null;
    expect((await service.call('GET', `/serp/${made.id}`, account.test)).json).toEqual(made);
  });

  test('at the end of a synchronous create returns the unfinished object, which can be fetched later', async () => {
    server.trouble = 'lose';
    const { status, json } = await service.call('POST', '/serp/new', account.test, serp({ keyword: 'pepper' }));
    expect([status, json.ready, json.data]).toEqual([200, false, null]);
    server.trouble = null;
    expect((await service.call('GET', `/serp/${json.id}`, account.test)).json).toMatchObject({
      ready: true,
      keyword: 'pepper',
    });
  });

  test('delays a callback with the whole object, which is retried and delivered', async () => {
    const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    server.trouble = 'lose';
    const { json } = await service.call(
      'POST',
      '/serp/new',
      account.test,
      serp({ keyword: 'butter', callback, callbackFormat: 'JSON', asynchronous: true }),
    );
    await until(async () => (await rows('tries', 'select 1 from deliveries where object_id = $1', [json.id])).length > 0);
    const [first] = await rows<{ reason: string }>('first', 'select reason from deliveries where object_id = $1', [json.id]);
    expect(first).toEqual({ reason: 'the object could not be read' });
    expect(received.some(({ body }) => body.includes(json.id))).toBe(false);
    server.trouble = null;
    const letter = await until(async () => received.find(({ body }) => body.includes(json.id)));
    expect(JSON.parse(letter.body).data.organic.length).toBeGreaterThan(0);
  });

  test('never leads to a truncated response', async () => {
    const made = await make({ keyword: 'rice' });
    const base = await service.app.listen({ host: '127.0.0.1', port: 0 });
    server.trouble = 'cut';
    const headers = { authorization: `Bearer ${account.test}`, 'accept-encoding': 'identity' };
    await expect(fetch(`${base}/serp/${made.id}`, { headers }).then((response) => response.text())).rejects.toThrow();
    server.trouble = null;
    expect(await (await fetch(`${base}/serp/${made.id}`, { headers })).json()).toEqual(made);
  });

  // Must be the last test: S3 is not used for a while afterwards.
  test('during settling stores the bytes in the database, invisible to clients', async () => {
    server.trouble = 'refuse';
    const made = await make({ keyword: 'water' });
    expect(await placeOf(made.id)).toMatchObject({ at: null, bytes: expect.any(Number) });
    expect((await service.call('GET', `/serp/${made.id}`, account.test)).json).toEqual(made);
    expect(service.lines.some((line) => line.includes('s3 storage unavailable'))).toBe(true);
    expect((await metric('sextant_large_results_total')).join()).toContain('storage="database"');
    server.trouble = null;
  });
});
