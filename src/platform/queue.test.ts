import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { item, makeAccount, placeWith } from '../../test/orders.ts';
import type { Priority } from '../contract/vocabulary.ts';
import { createQueue } from './queue.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

const account = () => makeAccount(database.db, { credits: 100_000 });
async function place(owner: Awaited<ReturnType<typeof account>>, count: number, priority: Priority) {
  const items = Array.from({ length: count }, (_, index) => item({ priority }, { n: index }));
  await placeWith(database.db)({ account: owner, kind: 'serp', items, idempotency: null });
}

describe('order', () => {
  test('one account with thousands of jobs does not delay the few jobs of another', async () => {
    const [flood, few] = [await account(), await account()];
    for (let batch = 0; batch < 5; batch++) await place(flood, 1000, 'NORMAL');
    const queue = createQueue(database.db);
    await queue.claim(50);
    await place(few, 5, 'NORMAL');
    const next = await queue.claim(12);
    expect(next.filter(({ account_id }) => account_id === few.id)).toHaveLength(5);
  });

  test('a long-served account does not wait for all jobs of a new account', async () => {
    const [veteran, newcomer] = [await account(), await account()];
    await place(veteran, 1000, 'NORMAL');
    const queue = createQueue(database.db);
    for (let claims = 0; claims < 10; claims++) await queue.claim(100);
    await place(newcomer, 1000, 'NORMAL');
    await place(veteran, 1, 'NORMAL');
    expect((await queue.claim(4)).some(({ account_id }) => account_id === veteran.id)).toBe(true);
  });

  test('urgent jobs go first, but LOW and NORMAL keep their share', async () => {
    const owner = await account();
    for (const priority of ['LOW', 'NORMAL', 'INSTANT'] as const) await place(owner, 1000, priority);
    const queue = createQueue(database.db);
    const counts = { 0: 0, 1: 0, 3: 0 } as Record<number, number>;
    for (let claims = 0; claims < 40; claims++) for (const { priority } of await queue.claim(10)) counts[priority]!++;
    expect(counts).toEqual({ 0: 20, 1: 40, 3: 340 });
  });

  test('two workers never get the same job', async () => {
    await place(await account(), 400, 'NORMAL');
    const queues = [createQueue(database.db), createQueue(database.db), createQueue(database.db), createQueue(database.db)];
    const claims = await Promise.all(queues.flatMap((queue) => [queue.claim(60), queue.claim(60)]));
    const ids = claims.flat().map(({ object_id }) => object_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(200);
  });

  test('a job that is scheduled for later is not claimed earlier', async () => {
    const owner = await account();
    await placeWith(database.db)({ account: owner, kind: 'ai', items: [item({ delayDays: 2 })], idempotency: null });
    const queue = createQueue(database.db);
    expect(await queue.claim(10)).toEqual([]);
    await database.db.script("update queue set run_at = now() - interval '1 second'");
    expect(await queue.claim(10)).toHaveLength(1);
  });
});

describe('leases', () => {
  test('only claiming skips the disk flush: later statements on the same connections are durable', async () => {
    await place(await account(), 100, 'NORMAL');
    const queue = createQueue(database.db);
    const claim = { name: 'claim_callbacks', text: 'select * from claim_callbacks(1, 60, null, null, null, null, null, 0, 0)' };
    await Promise.all(Array.from({ length: 20 }, () => [queue.claim(1), database.db.query(claim)]).flat());
    const show = { name: 'durability', text: 'show synchronous_commit' };
    const setting = await Promise.all(Array.from({ length: 20 }, () => database.db.query(show)));
    expect(setting.flat()).toEqual(Array.from({ length: 20 }, () => ({ synchronous_commit: 'on' })));
  });

  test('a released job can be claimed at once and does not count as an attempt', async () => {
    await place(await account(), 3, 'NORMAL');
    const [leaving, staying] = [createQueue(database.db), createQueue(database.db)];
    expect(await leaving.claim(10)).toHaveLength(3);
    await leaving.release();
    expect((await staying.claim(10)).map(({ claim_count, crashes }) => [claim_count, crashes])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });
});
