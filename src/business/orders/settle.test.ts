import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { balanceOf, item, jobOf, makeAccount, placeWith } from '../../../test/orders.ts';
import type { Account, Job, JobEnd } from '../../contract/order.ts';

import { createQueue, type Queue, reclaimLeases } from '../../platform/queue.ts';
import { readBody } from './body.ts';
import { createStore } from './objects.ts';
import { createSettleJob, type Finished } from './settle.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const done: JobEnd = {
  outcome: 'done',
  verdict: 'valid',
  attempts: [{ source: 's', outcome: 'valid', ms: 3 }],
  body: '{"organic":[]}',
  ageMs: 10,
};
const faulty: JobEnd = {
  outcome: 'faulty',
  verdict: 'blocked',
  attempts: [],
  ageMs: 0,
  page: { url: 'https://x.example/', status: 200, reason: 'odd', body: '<html>' },
};

async function placeAndClaim(account: Account, queue: Queue, request: object = {}, cost = 5): Promise<Job> {
  const placed = await placeWith(database.db)({
    account,
    kind: 'serp',
    items: [item({ cost, priority: 'INSTANT' }, request)],
    idempotency: null,
  });
  const id = 'ids' in placed ? placed.ids[0]! : '';
  const row = (await queue.claim(100)).find(({ object_id }) => object_id === id);
  return jobOf(row!);
}
const settleWith = (queue: Queue, onFinished: (finished: readonly Finished[]) => void = () => undefined) =>
  createSettleJob(database.db, queue.token, onFinished);
const fetchOne = async (account: Account, id: string) =>
  (await createStore(database.db).fetch({ accountId: account.id, mode: 'test', kind: 'serp', ids: [id] }))[0];
const outbox = (id: string) => database.db.query({ name: 'outbox_of', text: 'select * from outbox where object_id = $1' }, [id]);

describe('settling', () => {
  test('a finished job is ready, its body can be read, its queue row is gone, and its waiters are notified', async () => {
    const account = await makeAccount(database.db);
    const queue = createQueue(database.db);
    const notified: Finished[] = [];
    const job = await placeAndClaim(account, queue, { callback: 'http://receiver.example/' });
    expect(await settleWith(queue, (finished) => notified.push(...finished))(job, done)).toBe(true);
    const stored = (await fetchOne(account, job.id))!;
    expect(stored.result).toMatchObject({ faulty: false, verdict: 'valid' });
    const body = stored.result!.body!;
    expect((await readBody(body)).toString()).toBe('{"organic":[]}}');
    expect(notified.map(({ id }) => id)).toEqual([job.id]);
    expect(await outbox(job.id)).toHaveLength(1);
    expect((await balanceOf(database.db, account)).lots).toBe(95);
  });

  test('of two attempts at one job in the same call, only the lease holder settles it', async () => {
    const account = await makeAccount(database.db);
    const queue = createQueue(database.db);
    const job = await placeAndClaim(account, queue);
    const settle = settleWith(queue);
    const earlier = { ...job, attempt: job.attempt - 1 };
    expect(await Promise.all([settle(earlier, faulty), settle(job, done)])).toEqual([false, true]);
    expect((await fetchOne(account, job.id))!.result).toMatchObject({ faulty: false });
    expect((await balanceOf(database.db, account)).lots).toBe(95);
  });

  test('a faulty job reverses its charge once, stores the page and sends its callback', async () => {
    const account = await makeAccount(database.db);
    const queue = createQueue(database.db);
    const job = await placeAndClaim(account, queue, { callback: 'http://receiver.example/' });
    const settle = settleWith(queue);
    expect(await settle(job, faulty)).toBe(true);
    expect(await settle(job, faulty)).toBe(false);
    expect(await balanceOf(database.db, account)).toEqual({ lots: 100, ledger: 100 });
    expect(await outbox(job.id)).toHaveLength(1);
    expect(await database.db.query({ name: 'kept', text: 'select reason from failed_pages where id = $1' }, [job.id])).toEqual([
      { reason: 'odd' },
    ]);
  });

  test('credits reversed to an expired lot stay valid for one day', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const queue = createQueue(db);
    const job = await placeAndClaim(account, queue);
    await db.query({ name: 'age', text: "update lots set expires_at = now() - interval '1 second' where account_id = $1 and not live" }, [
      account.id,
    ]);
    await db.query({ name: 'expire', text: 'select expire_lots()' });
    await settleWith(queue)(job, faulty);
    const open = await db.query<{ remaining: number; hours: number }>(
      {
        name: 'grace',
        text: 'select remaining, round(extract(epoch from expires_at - now()) / 3600)::integer as hours from lots where account_id = $1 and not live and remaining > 0',
      },
      [account.id],
    );
    expect(open).toEqual([{ remaining: 5, hours: 24 }]);
    expect(await balanceOf(db, account)).toEqual({ lots: 5, ledger: 5 });
  });

  test('a deleted object is dropped when it finishes: no result, no callback, no refund', async () => {
    const account = await makeAccount(database.db);
    const queue = createQueue(database.db);
    const job = await placeAndClaim(account, queue, { callback: 'http://receiver.example/' });
    expect(await createStore(database.db).remove(account.id, 'test', 'serp', job.id)).toBe(true);
    expect(await settleWith(queue)(job, faulty)).toBe(false);
    expect(await fetchOne(account, job.id)).toBeUndefined();
    expect(await outbox(job.id)).toHaveLength(0);
    expect((await balanceOf(database.db, account)).lots).toBe(95);
  });

  test('a released job runs again later, with its attempts so far', async () => {
    const account = await makeAccount(database.db);
    const queue = createQueue(database.db);
    const job = await placeAndClaim(account, queue);
    await settleWith(queue)(job, { outcome: 'again', attempts: [{ source: 's', outcome: 'blocked', ms: 1 }], retryAfterSeconds: 600 });
    expect((await queue.claim(100)).map(({ object_id }) => object_id)).not.toContain(job.id);
    await database.db.query({ name: 'later_is_now', text: 'update queue set run_at = now() where object_id = $1' }, [job.id]);
    const again = (await queue.claim(100)).find(({ object_id }) => object_id === job.id);
    expect(again).toMatchObject({ claim_count: 2, attempts: '[{"source":"s","outcome":"blocked","ms":1}]' });
  });
});

describe('the fence', () => {
  test('a worker that was declared dead cannot settle, but its successor can', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const [zombie, heir] = [createQueue(db), createQueue(db)];
    const job = await placeAndClaim(account, zombie);
    await db.query({ name: 'stop_clock', text: "update workers set seen_at = now() - interval '1 minute' where token = $1" }, [
      zombie.token(),
    ]);
    expect(await reclaimLeases(db, 20)).toBeGreaterThanOrEqual(1);
    const taken = jobOf((await heir.claim(100)).find(({ object_id }) => object_id === job.id)!);
    expect(taken).toMatchObject({ attempt: 2, crashes: 1 });
    expect(await settleWith(zombie)(job, faulty)).toBe(false);
    expect(await settleWith(heir)(taken, done)).toBe(true);
    expect((await fetchOne(account, job.id))!.result!.faulty).toBe(false);
    expect((await balanceOf(db, account)).lots).toBe(95);
    expect(await zombie.heartbeat()).toBe(false);
  });
});
