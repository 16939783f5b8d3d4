// Compatibility endpoints when a source, the storage or the time of a search is not as usual.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectServer, startObjectServer } from '../../../test/s3-server.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses have many types.
type Any = any;
let storage: ObjectServer;
let service: TestService;
/** Its live searches are run by the first service, which sends data and no pages. */
let behind: TestService;
let key: string;
beforeAll(async () => {
  storage = await startObjectServer();
  service = await startTestService({ ...storage.environment, S3_MIN_BYTES: '1', SYNC_WAIT_SECONDS: '4', SOURCE_RETRY_SECONDS: '0.1' });
  key = (await service.account()).test;
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  behind = await startTestService({
    UPSTREAM_URL: `http://127.0.0.1:${port}`,
    UPSTREAM_KEY: key,
    SERP_ROUTES: '{"google":["upstream"]}',
    SYNC_WAIT_SECONDS: '20',
    IP_RATE_PER_MINUTE: '60',
    IP_RATE_BURST: '20',
  });
});
afterAll(async () => {
  await behind?.stop();
  await service?.stop();
  await storage?.close();
});

const sendBatch = async (...queries: string[]): Promise<Any[]> => {
  const { json } = await service.call(
    'POST',
    '/search',
    'unused',
    queries.map((q) => ({ q })),
    { 'x-api-key': key },
  );
  return json;
};
const shown = (responses: Any[]) => responses.map(({ organic, statusCode, credits }) => [organic.length, statusCode, credits]);

test('a search of a batch that is not finished in time shows its cost, and a failed one none', async () => {
  const before = (await service.call('GET', '/usage', key)).json.balance;
  expect(shown(await sendBatch('quick tea', 'test:slow:30 late tea', 'test:faulty tea'))).toEqual([
    [10, undefined, 1],
    [0, 504, 1],
    [0, 502, 0],
  ]);
  expect(before - (await service.call('GET', '/usage', key)).json.balance).toBe(2);
});

test('a search that is not finished names the archive, and its repetition only with the cache', async () => {
  const errorOf = async (query: string) =>
    (await service.call('GET', `/search?q=test:slow:30+${query}&api_key=${key}`, 'unused')).json.error;
  expect(await errorOf('cached')).toMatch(/^The search is not finished yet\. Repeat the request, or fetch it from http\S+\.json\.$/);
  expect(await errorOf('uncached&no_cache=true')).toMatch(/^The search is not finished yet\. Fetch it from http\S+\.json\.$/);
});

test('a result that the storage lost does not hide the others of its batch', async () => {
  const queries = ['kept tea', 'lost tea'];
  expect(shown(await sendBatch(...queries))).toEqual([
    [10, undefined, 1],
    [10, undefined, 1],
  ]);
  const { id } = (await service.call('GET', '/objects?q=lost', key)).json.items[0];
  const [row] = await service.database.db.query<{ at: string }>(
    { name: 'test_blob', text: 'select blob_key as at from results where id = $1' },
    [id],
  );
  const path = [...storage.objects.keys()].find((one) => one.endsWith(row!.at))!;
  storage.objects.delete(path);
  expect(shown(await sendBatch(...queries))).toEqual([
    [10, undefined, 0],
    [0, 502, 0],
  ]);
});

test('a search whose source has no page says where its results are, which are free', async () => {
  const { live } = await behind.account();
  const balance = async () => (await behind.call('GET', '/usage', live)).json.balance;
  const before = await balance();
  const { status, json } = await behind.call('GET', `/search?q=tea&output=html&api_key=${live}`, 'unused');
  expect([status, json.error]).toEqual([
    404,
    expect.stringMatching(/^There is no HTML .* free of charge from http\S+\/searches\/\w+\.json\.$/),
  ]);
  const path = /\/searches\/\w+\.json/.exec(json.error)![0];
  expect((await behind.call('GET', `${path}?api_key=${live}`, 'unused')).json.organic_results.length).toBeGreaterThan(0);
  expect(before - (await balance())).toBe(1);
});

test('too many requests for locations get status 429, as documented', async () => {
  const statuses: number[] = [];
  for (let call = 0; call < 60; call++) {
    const { status, json, headers } = await behind.call('GET', '/locations.json?q=Austin&limit=1', 'unused');
    statuses.push(status);
    if (status !== 200) expect([Object.keys(json), headers['retry-after']]).toEqual([['error'], expect.any(String)]);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});
