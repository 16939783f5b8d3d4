// Memory of exports of results: while a file is streamed, and after clients have disconnected.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPORT_FORMATS } from '../src/contract/vocabulary.ts';
import { copyObject, openExport } from './exported-objects.ts';
import { startTestService, type TestService, until } from './service.ts';

/** Objects of a short and of a long export, each with 100 results: 26 MB as CSV. */
const [SHORT, LONG] = [60, 600];
/** One page of listed objects, some stored bodies, one row group, and the buffers of both ends of the connection. */
const GROWTH_MB_MAX = 12;
/** Live memory is measured this many times in an export. */
const SAMPLES = 3;
const PER_ACCOUNT = 3;
const DISCONNECTS = 12;

let service: TestService;
let base: string;
/** Keys of accounts with few and with many objects. */
let few: string;
let many: string;
beforeAll(async () => {
  service = await startTestService();
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const store = async (copies: number): Promise<string> => {
    const { test: key } = await service.account();
    const { json } = await service.call('POST', '/serp/new', key, { keyword: 'tea', region: 'US', maxResults: 100, asynchronous: false });
    expect(json.data.organic.length).toBe(100);
    await copyObject(service.database.db, json.id, copies - 1);
    return key;
  };
  [few, many] = [await store(SHORT), await store(LONG)];
});
afterAll(() => service.stop());

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Without garbage, so that the collector's timing does not matter. */
function liveMb(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

const open = (key: string, format: string) => openExport(base, `/objects/export?content=results&format=${format}`, key);

/** Reads an export and measures the growth of live memory whenever this many bytes have arrived. */
async function exported(key: string, format: string, bytesPerSample: number): Promise<{ size: number; grownMb: number }> {
  const before = liveMb();
  const { response } = await open(key, format);
  let [size, grownMb] = [0, 0];
  for await (const chunk of response) {
    const earlier = size;
    size += (chunk as Buffer).length;
    if (Math.floor(size / bytesPerSample) > Math.floor(earlier / bytesPerSample)) grownMb = Math.max(grownMb, liveMb() - before);
  }
  expect([response.statusCode, response.complete]).toEqual([200, true]);
  return { size, grownMb };
}

test.each(EXPORT_FORMATS)('memory does not hold the file or the rows of an export as %s', async (format) => {
  const { bytes } = await (await open(few, format)).read();
  const { size, grownMb } = await exported(many, format, (bytes.length * LONG) / SHORT / SAMPLES);
  // As Parquet, rows that are held until the end would be one row group, and a much smaller file.
  expect(size).toBeGreaterThan(bytes.length * 5);
  expect(grownMb).toBeLessThan(GROWTH_MB_MAX);
});

test('clients that disconnect leave nothing in memory', async () => {
  /** Starts as many exports as an account may run. Tries again while the earlier ones are ending. */
  const disconnect = async (): Promise<void> => {
    const opened = await until(async () => {
      const all = await Promise.all(Array.from({ length: PER_ACCOUNT }, () => open(many, 'csv')));
      const isComplete = all.every(({ response }) => response.statusCode === 200);
      if (!isComplete) for (const { response } of all) response.destroy();
      return isComplete && all;
    });
    for (const { response } of opened) response.on('error', () => undefined).destroy();
  };
  /** Only the heap: it holds the listed objects of an export, and unlike buffers it is released at once. */
  const heapMb = async (): Promise<number> => {
    await until(async () => (await open(many, 'csv')).response.destroy().statusCode === 200);
    await until(async () => (await service.database.db.query(BUSY)).length === 0);
    liveMb();
    return process.memoryUsage().heapUsed / 1e6;
  };
  await disconnect();
  const before = await heapMb();
  for (let count = 0; count < DISCONNECTS; count += PER_ACCOUNT) await disconnect();
  const grown = (await heapMb()) - before;
  expect(grown).toBeLessThan(3);
});

const BUSY = {
  name: 'busy_connections',
  text: `select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
};
