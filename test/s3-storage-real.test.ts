import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createResultStorage } from '../src/wiring/s3-storage.ts';
import { startTestService } from './service.ts';

/** The URL of a bucket in a real S3-compatible server, and its keys; set by `npm run object-store`. */
const { S3_TEST_URL: url, S3_TEST_ACCESS_KEY, S3_TEST_SECRET_KEY, S3_TEST_REGION } = process.env;

test.skipIf(!url)('a real server stores large bodies, returns them in every format, and deletes them', async () => {
  const service = await startTestService({
    S3_URL: url!,
    S3_ACCESS_KEY: S3_TEST_ACCESS_KEY ?? '',
    S3_SECRET_KEY: S3_TEST_SECRET_KEY ?? '',
    S3_REGION: S3_TEST_REGION ?? 'us-east-1',
    S3_MIN_BYTES: '1000',
    SYNC_WAIT_SECONDS: '20',
  });
  const { db } = service.database;
  const { test: key } = await service.account({ contract: 'older' });
  const made = [];
  for (const keyword of ['tea', 'coffee', 'milk']) {
    const body = { searchEngine: 'google', keyword, region: 'US', language: 'en', saveRawData: true, asynchronous: false };
    made.push((await service.call('POST', '/serp/new', key, body)).json);
  }
  const ids = made.map(({ id }) => id);
  const kept = await db.query<{ at: string }>({ name: 'test_at', text: 'select blob_key as at from results where body is null' });
  expect(kept).toHaveLength(3);

  const plain = await service.call('GET', `/serp/${ids[0]}`, key);
  expect(plain.json).toEqual(made[0]);
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' };
  const compressed = await service.app.inject({ method: 'GET', url: `/serp/${ids[0]}`, headers });
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.text);
  expect((await service.call('POST', '/serp/list', key, ids)).json).toEqual(made);

  for (const id of ids) expect((await service.call('DELETE', `/serp/${id}`, key)).status).toBe(204);
  await db.script('update orphaned_blobs set due_at = now()');
  const { bodies, close } = createResultStorage(db, service.config);
  expect(await bodies!.removeOrphaned()).toBe(3);
  for (const { at } of kept) await expect(bodies!.open(at)).rejects.toMatchObject({ code: 404 });
  await close();
  await service.stop();
});
