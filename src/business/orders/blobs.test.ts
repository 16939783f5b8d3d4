import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { balanceOf, item, jobOf, makeAccount, placeWith } from '../../../test/orders.ts';
import { ACCESS, type ObjectServer, startObjectServer } from '../../../test/s3-server.ts';
import type { Account, Job, JobEnd } from '../../contract/order.ts';
import { compress } from '../../platform/gzip.ts';
import { createQueue, type Queue, reclaimLeases } from '../../platform/queue.ts';
import { createObjectStore, type ObjectStore, StorageUnavailable } from '../../platform/s3.ts';
import { type Blobs, createBlobs } from './blobs.ts';
import { readBody } from './body.ts';
import { createStore } from './objects.ts';
import { createSettleJob } from './settle.ts';

let database: TestDatabase;
let server: ObjectServer;
let objects: ObjectStore;
let bodies: Blobs;
let account: Account;
const storages: string[] = [];
beforeAll(async () => {
  [database, server] = await Promise.all([createDatabase(), startObjectServer()]);
  objects = createObjectStore({ url: server.url, ...ACCESS });
  bodies = bodiesOver(objects);
  account = await makeAccount(database.db, { credits: 1000 });
});
afterEach(async () => {
  server.trouble = null;
  await database.db.script('update orphaned_blobs set due_at = now(), deleting = true');
  await bodies.removeOrphaned();
});
afterAll(async () => {
  await objects.close();
  await server.close();
  await database.drop();
});

const bodiesOver = (store: ObjectStore): Blobs =>
  createBlobs({ db: database.db, store, onStored: (storage) => storages.push(storage) }, { bytesMin: 2000, cooldownMs: 60_000 });
/** Text that does not compress. */
const large = () => randomBytes(4000).toString('hex');
const done = (text: string): JobEnd => ({ outcome: 'done', verdict: 'valid', attempts: [], body: JSON.stringify({ text }), ageMs: 0 });
const faulty = (body: string): JobEnd => ({
  outcome: 'faulty',
  verdict: 'unparsed',
  attempts: [],
  ageMs: 0,
  page: { url: 'https://x.example/', status: 200, reason: 'odd', body },
});

async function claimed(queue: Queue): Promise<Job> {
  const placed = await placeWith(database.db)({ account, kind: 'serp', items: [item({ priority: 'INSTANT' })], idempotency: null });
  const id = 'ids' in placed ? placed.ids[0]! : '';
  return jobOf((await queue.claim(100)).find(({ object_id }) => object_id === id)!);
}
const settleWith = (queue: Queue, by: Blobs = bodies) => createSettleJob(database.db, queue.token, () => undefined, by);
const orphaned = async () =>
  (await database.db.query<{ key: string }>({ name: 'test_loose', text: 'select key from orphaned_blobs order by key' })).map(
    ({ key }) => key,
  );
const makeDue = () => database.db.script('update orphaned_blobs set due_at = now()');
const keyOf = async (id: string) =>
  (await database.db.query<{ at: string | null }>({ name: 'test_at', text: 'select blob_key as at from results where id = $1' }, [id]))[0]
    ?.at;
const textOf = async (id: string, by: Blobs | null = bodies) => {
  const [stored] = await createStore(database.db, by).fetchAny([id]);
  return stored?.result?.body ? (await readBody(stored.result.body)).toString() : null;
};
const exists = (key: string) => server.objects.has(`/pages/test/${key}`);
/** A worker that is killed after this step. */
const dyingAfter = (step: 'note' | 'put'): Blobs =>
  bodiesOver({
    ...objects,
    put: async (key, bytes) => {
      if (step === 'put') await objects.put(key, bytes);
      throw Object.assign(new Error('killed'), { killed: true });
    },
  });
/** Releases the jobs of a dead worker. */
async function reclaim(queue: Queue): Promise<void> {
  await database.db.query({ name: 'bury', text: "update workers set seen_at = now() - interval '1 hour' where token = $1" }, [
    queue.token(),
  ]);
  await reclaimLeases(database.db, 20);
}

describe('settling with S3 storage', () => {
  test('stores large bodies and pages in S3 and small ones in the database', async () => {
    const queue = createQueue(database.db);
    const text = large();
    const [big, small, odd] = [await claimed(queue), await claimed(queue), await claimed(queue)];
    const settle = settleWith(queue);
    expect(await Promise.all([settle(big, done(text)), settle(small, done('few')), settle(odd, faulty(large()))])).toEqual([
      true,
      true,
      true,
    ]);
    expect(exists((await keyOf(big.id))!)).toBe(true);
    expect(await keyOf(small.id)).toBeNull();
    expect([await textOf(big.id), await textOf(small.id)]).toEqual([`{"text":"${text}"}}`, '{"text":"few"}}']);
    const [page] = await database.db.query<{ at: string; body: null }>(
      { name: 'test_page', text: 'select blob_key as at, body from failed_pages where id = $1' },
      [odd.id],
    );
    expect([exists(page!.at), page!.body]).toEqual([true, null]);
    expect(await orphaned()).toEqual([]);
    expect(await balanceOf(database.db, account)).toMatchObject({ lots: 998, ledger: 998 });
  });

  test('reading a blob fails with a clear error when S3 is no longer configured', async () => {
    const queue = createQueue(database.db);
    const job = await claimed(queue);
    await settleWith(queue)(job, done(large()));
    await expect(textOf(job.id, null)).rejects.toThrow('is not configured');
  });

  test('rejects bytes that differ from the uploaded ones', async () => {
    const queue = createQueue(database.db);
    const job = await claimed(queue);
    await settleWith(queue)(job, done(large()));
    server.objects.set(`/pages/test/${await keyOf(job.id)}`, (await compress(`${JSON.stringify({ text: large() })}}`)).bytes);
    await expect(textOf(job.id)).rejects.toThrow('returned damaged data');
  });

  test('an unavailable S3 storage has a cooldown, and the database stores the bytes', async () => {
    const queue = createQueue(database.db);
    const by = bodiesOver(objects);
    const [one, two] = [await claimed(queue), await claimed(queue)];
    const text = large();
    server.trouble = 'refuse';
    expect(await settleWith(queue, by)(one, done(text))).toBe(true);
    const before = server.asked.length;
    expect(await settleWith(queue, by)(two, done(text))).toBe(true);
    expect(server.asked.length).toBe(before);
    expect([await keyOf(one.id), await keyOf(two.id)]).toEqual([null, null]);
    expect(await textOf(two.id)).toBe(`{"text":"${text}"}}`);
    expect(storages.slice(-2)).toEqual(['database', 'database']);
  });
});

describe('S3 storage that does not respond', () => {
  /** A store whose requests wait until they are ended by hand. */
  const waitingStore = () => {
    const waiting: { end(error?: Error): void }[] = [];
    const wait = () =>
      new Promise<never>((resolve, reject) => {
        waiting.push({ end: (error) => (error ? reject(error) : resolve(undefined as never)) });
      });
    return { waiting, store: { ...objects, put: wait, get: wait } };
  };
  const upload = async (by: Blobs, digit: string) => by.upload(digit.repeat(24), 1, await compress(large()));
  const silent = new StorageUnavailable('cannot be reached');

  test('is tried by one upload after the cooldown, and the others do not wait', async () => {
    const { waiting, store } = waitingStore();
    const by = createBlobs({ db: database.db, store, onStored: () => undefined }, { bytesMin: 2000, cooldownMs: 0 });
    const first = upload(by, '1');
    await vi.waitUntil(() => waiting.length === 1);
    waiting[0]!.end(silent);
    expect(await first).toBeNull();
    const probe = upload(by, '2');
    await vi.waitUntil(() => waiting.length === 2);
    expect([await upload(by, '3'), await upload(by, '4'), waiting.length]).toEqual([null, null, 2]);
    waiting[1]!.end(silent);
    expect(await probe).toBeNull();
    const second = upload(by, '5');
    await vi.waitUntil(() => waiting.length === 3);
    waiting[2]!.end();
    expect(await second).toMatch(/^5+-1-/);
    const both = [upload(by, '6'), upload(by, '7')];
    await vi.waitUntil(() => waiting.length === 5);
    for (const { end } of waiting.slice(3)) end();
    expect(await Promise.all(both)).toEqual([expect.stringMatching(/^6+-1-/), expect.stringMatching(/^7+-1-/)]);
  });

  test('has a limited number of waiting reads, and failed reads are reported by reason', async () => {
    const { waiting, store } = waitingStore();
    const reasons: string[] = [];
    const parts = { db: database.db, store, onStored: () => undefined, onReadFailed: (reason: string) => reasons.push(reason) };
    const by = createBlobs(parts, { bytesMin: 2000, cooldownMs: 0 });
    const reads = Array.from({ length: 128 }, () => by.open('key').catch((error: unknown) => error));
    await expect(by.open('key')).rejects.toThrow('responds too slowly');
    waiting[0]!.end(new StorageUnavailable('has lost the object', 404));
    await reads[0];
    const next = by.open('key');
    expect(waiting).toHaveLength(129);
    for (const { end } of waiting) end();
    await Promise.all([...reads, next]);
    expect(reasons).toEqual(['unavailable', 'missing']);
  });
});

describe('a worker that is killed', () => {
  test.each(['note', 'put'] as const)(
    'after the %s loses nothing: the next worker settles, and the orphaned blob is deleted',
    async (step) => {
      const [first, second] = [createQueue(database.db), createQueue(database.db)];
      const job = await claimed(first);
      await dyingAfter(step).upload(job.id, job.attempt, await compress(large()));
      const [orphan] = await orphaned();
      expect(exists(orphan!)).toBe(step === 'put');
      await reclaim(first);
      const again = jobOf((await second.claim(100)).find(({ object_id }) => object_id === job.id)!);
      const text = large();
      expect(await settleWith(second)(again, done(text))).toBe(true);
      await makeDue();
      expect(await bodies.removeOrphaned()).toBe(1);
      expect([exists(orphan!), await orphaned(), await textOf(job.id)]).toEqual([false, [], `{"text":"${text}"}}`]);
    },
  );

  test('while deleting blobs leaves the rest to the next one', async () => {
    const key = (await bodies.upload('f'.repeat(24), 1, await compress(large())))!;
    await makeDue();
    await database.db.query({ name: 'test_claim', text: 'select claim_orphaned_blobs(10, 0)' });
    expect(exists(key)).toBe(true);
    expect(await bodies.removeOrphaned()).toBe(1);
    expect([exists(key), await orphaned()]).toEqual([false, []]);
  });
});

describe('the fence', () => {
  test('after a lost lease, the winner’s blob stays and the loser’s is deleted at once', async () => {
    const [zombie, heir] = [createQueue(database.db), createQueue(database.db)];
    const job = await claimed(zombie);
    await reclaim(zombie);
    const taken = jobOf((await heir.claim(100)).find(({ object_id }) => object_id === job.id)!);
    const text = large();
    expect(await settleWith(heir)(taken, done(text))).toBe(true);
    expect(await settleWith(zombie)(job, done(large()))).toBe(false);
    const [orphan] = await orphaned();
    expect(orphan).toMatch(new RegExp(`^${job.id}-1-`));
    expect(exists(orphan!)).toBe(true);
    expect(await bodies.removeOrphaned()).toBe(1);
    expect([exists(orphan!), await textOf(job.id)]).toEqual([false, `{"text":"${text}"}}`]);
  });

  test('an attempt number that is used twice gets another key', async () => {
    const [first, second] = [createQueue(database.db), createQueue(database.db)];
    const job = await claimed(first);
    const early = (await bodies.upload(job.id, job.attempt, await compress(large())))!;
    await first.release();
    const again = jobOf((await second.claim(100)).find(({ object_id }) => object_id === job.id)!);
    expect(again.attempt).toBe(job.attempt);
    const text = large();
    await settleWith(second)(again, done(text));
    await makeDue();
    await bodies.removeOrphaned();
    expect([exists(early), await textOf(job.id)]).toEqual([false, `{"text":"${text}"}}`]);
  });

  test('a blob that was deleted while the worker slept cannot be settled, and the job runs again', async () => {
    const queue = createQueue(database.db);
    const job = await claimed(queue);
    const slow = bodiesOver({
      ...objects,
      put: async (key, bytes) => {
        await objects.put(key, bytes);
        await makeDue();
        await bodies.removeOrphaned();
      },
    });
    expect(await settleWith(queue, slow)(job, done(large()))).toBe(false);
    expect(await keyOf(job.id)).toBeUndefined();
    await queue.releaseOrphans([]);
    const again = jobOf((await queue.claim(100)).find(({ object_id }) => object_id === job.id)!);
    const text = large();
    expect(await settleWith(queue)(again, done(text))).toBe(true);
    expect(await textOf(job.id)).toBe(`{"text":"${text}"}}`);
  });

  test('concurrent deletion and settlement never leave a row without bytes', async () => {
    const queue = createQueue(database.db);
    for (let round = 0; round < 15; round++) {
      const job = await claimed(queue);
      const racing = bodiesOver({
        ...objects,
        put: async (key, bytes) => {
          await objects.put(key, bytes);
          await makeDue();
        },
      });
      const text = large();
      const [settled] = await Promise.all([settleWith(queue, racing)(job, done(text)), bodies.removeOrphaned(), bodies.removeOrphaned()]);
      if (settled) expect(await textOf(job.id)).toBe(`{"text":"${text}"}}`);
      else expect(await keyOf(job.id)).toBeUndefined();
      await queue.releaseOrphans([]);
    }
  });
});

describe('an unused blob', () => {
  test('is deleted after a deletion, a replacement and the end of its day', async () => {
    const queue = createQueue(database.db);
    const jobs = [await claimed(queue), await claimed(queue), await claimed(queue)];
    for (const job of jobs) await settleWith(queue)(job, done(large()));
    const keys = await Promise.all(jobs.map(async ({ id }) => (await keyOf(id))!));
    const store = createStore(database.db, bodies);
    expect(await store.remove(account.id, 'test', 'serp', jobs[0]!.id)).toBe(true);
    await store.replaceBody(jobs[1]!.id, await compress('{"text":"mended"}}'));
    // Readers that already have the key get a minute to fetch the bytes.
    expect(await bodies.removeOrphaned()).toBe(0);
    expect(keys.map(exists)).toEqual([true, true, true]);
    await makeDue();
    expect(await bodies.removeOrphaned()).toBe(2);
    expect(keys.map(exists)).toEqual([false, false, true]);
    expect(await textOf(jobs[1]!.id)).toBe('{"text":"mended"}}');
    // The day of the third one ends, as if it were ten days old.
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    const past = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    await database.db.script(`alter table results_days_${day} rename to results_days_${past}`);
    await database.db.script('select drop_expired(array[7, 30], 400)');
    expect(await bodies.removeOrphaned()).toBeGreaterThanOrEqual(1);
    expect(exists(keys[2]!)).toBe(false);
    await database.db.script('select make_partitions(2)');
  });

  test('stays recorded while S3 is unavailable and is deleted afterwards', async () => {
    const key = (await bodies.upload('e'.repeat(24), 1, await compress(large())))!;
    await bodies.orphan([key]);
    server.trouble = 'refuse';
    await expect(bodies.removeOrphaned()).rejects.toThrow('is in trouble');
    expect(await orphaned()).toEqual([key]);
    server.trouble = null;
    await makeDue();
    expect(await bodies.removeOrphaned()).toBe(1);
    expect(exists(key)).toBe(false);
  });
});
