// The bare limit of a job with a real page: decompress it, scan it once, and write the same result with the same statements.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import pg from 'pg';
import { createPlaceOrder } from '#product/business/orders/place.js';
import { bigintArray, booleanArray, byteArray, doubleArray, integerArray, jsonArray, textArray } from '#product/platform/db-arrays.js';
import { compress } from '#product/platform/gzip.js';
import { itemOf, PLACE_SETTINGS, SETTLE } from './cases.ts';
import type { BenchEnvironment } from './environment.ts';
import type { RealPage } from './real-pages.ts';

const unzip = promisify(gunzip);
/** Jobs of one batch, and batches at a time. */
const AT_ONCE = 16;
const CONNECTIONS = 2;

/** Jobs per second. */
export async function bareJobs(environment: BenchEnvironment, pages: readonly RealPage[], seconds: number): Promise<number> {
  const place = createPlaceOrder(environment.db, PLACE_SETTINGS);
  const stored = await Promise.all(pages.map(async ({ result, gzip }) => ({ gzip, packed: await compress(result) })));
  const started = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, number) => {
      const client = new pg.Client({ connectionString: environment.url });
      await client.connect();
      let done = 0;
      for (; performance.now() - started < seconds * 1000; done += AT_ONCE) {
        const batch = Array.from({ length: AT_ONCE }, (_, index) => stored[(done + index) % stored.length]!);
        const items = batch.map((_, index) => itemOf(JSON.stringify({ keyword: `${number} ${done + index}`, callback: null })));
        await place({ account: environment.account, kind: 'serp', items, idempotency: null });
        for (const bytes of await Promise.all(batch.map(({ gzip }) => unzip(gzip)))) countTags(bytes);
        await settle(
          client,
          `bare-${number}`,
          batch.map(({ packed }) => packed),
        );
      }
      await client.end();
      return done;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000);
}

function countTags(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x3c); at >= 0; at = bytes.indexOf(0x3c, at + 1)) count++;
  return count;
}

async function settle(client: pg.Client, token: string, results: readonly Awaited<ReturnType<typeof compress>>[]): Promise<void> {
  const { rows } = await client.query<{ object_id: string }>({
    name: 'claim',
    text: `select object_id from set_config('synchronous_commit', 'off', true), claim_jobs($1, $2, $3, '{""}')`,
    values: [token, results.length, [1, 1]],
  });
  const all = <T>(write: (values: T[]) => Buffer, value: T): Buffer => write(rows.map(() => value));
  const each = <T>(write: (values: T[]) => Buffer, value: (result: (typeof results)[number]) => T): Buffer =>
    write(rows.map((_, index) => value(results[index]!)));
  await client.query({
    ...SETTLE,
    values: [
      token,
      textArray(rows.map(({ object_id }) => object_id)),
      all(integerArray, 1),
      all(textArray, 'done'),
      all(textArray, 'valid'),
      all(jsonArray, '[]'),
      all(jsonArray, '{"life":{"claims":1,"earlier":0,"ms":0}}'),
      all(doubleArray, 0),
      each(byteArray, ({ bytes }) => bytes),
      each(integerArray, ({ size }) => size),
      each(bigintArray, ({ crc }) => crc),
      all(booleanArray, true),
      ...Array.from({ length: 5 }, () => null),
    ],
  });
}
