import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { item, jobOf, makeAccount, placeWith, settleStatement } from '../../../test/orders.ts';
import type { Account, Job, JobEnd } from '../../contract/order.ts';
import { createQueue, type Queue } from '../../platform/queue.ts';
import { createSettleJob, type Finished } from '../orders/settle.ts';
import { createFeed } from './feed.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(20);
});
afterAll(() => database.drop());

const done: JobEnd = { outcome: 'done', verdict: 'valid', attempts: [], body: '{"organic":[]}', ageMs: 0 };
const faulty: JobEnd = { outcome: 'faulty', verdict: 'blocked', attempts: [], ageMs: 0 };
const feedOf = () => createFeed(database.db, async () => undefined);
const numbersOf = async (account: Account, after = 0) =>
  (await feedOf().read(account.id, 'test', after, 1000)).events.map(({ number, id }) => [number, id]);

async function claimed(account: Account, queue: Queue, count: number): Promise<Job[]> {
  const items = Array.from({ length: count }, (_, index) => item({ priority: 'INSTANT' }, { keyword: `tea ${index}` }));
  const placed = await placeWith(database.db)({ account, kind: 'serp', items, idempotency: null });
  const ids = new Set('ids' in placed ? placed.ids : []);
  return (await queue.claim(500)).filter(({ object_id }) => ids.has(object_id)).map(jobOf);
}

describe('a feed', () => {
  test('starts with the first read and contains every object finished later, ready or faulty, once', async () => {
    const { db } = database;
    const [account, other] = [await makeAccount(db), await makeAccount(db)];
    const queue = createQueue(db);
    const notified: Finished[] = [];
    const settle = createSettleJob(db, queue.token, (finished) => notified.push(...finished));
    const [before, good, bad] = await claimed(account, queue, 3);
    const [foreign] = await claimed(other, queue, 1);
    await settle(before!, done);
    expect(await numbersOf(account)).toEqual([]);
    await settle(good!, done);
    await settle(bad!, faulty);
    await settle(bad!, faulty);
    await settle(foreign!, done);
    expect(await numbersOf(account)).toEqual([
      [1, good!.id],
      [2, bad!.id],
    ]);
    expect(await numbersOf(account, 1)).toEqual([[2, bad!.id]]);
    expect(notified.filter(({ hasEvent }) => hasEvent).map(({ id }) => id)).toEqual([good!.id, bad!.id]);
    expect(await numbersOf(other)).toEqual([]);
  });

  test('shows no event beyond a late commit, and then both in the order of their commits', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    await feedOf().read(account.id, 'test', 0, 1);
    const queue = createQueue(db);
    const [slow, quick] = await claimed(account, queue, 2);
    const late = await db.connect();
    await late.query('begin');
    await late.query(settleStatement(queue.token(), slow!.id, slow!.attempt, 'done'));
    const settling = createSettleJob(db, queue.token, () => undefined)(quick!, done);
    expect(await numbersOf(account)).toEqual([]);
    await late.query('commit');
    await late.end();
    expect(await settling).toBe(true);
    expect(await numbersOf(account)).toEqual([
      [1, slow!.id],
      [2, quick!.id],
    ]);
  });

  test('a rolled back settlement leaves no gap', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    await feedOf().read(account.id, 'test', 0, 1);
    const queue = createQueue(db);
    const [job] = await claimed(account, queue, 1);
    const dying = await db.connect();
    await dying.query('begin');
    await dying.query(settleStatement(queue.token(), job!.id, job!.attempt, 'done'));
    await dying.end();
    expect(await createSettleJob(db, queue.token, () => undefined)(job!, done)).toBe(true);
    expect(await numbersOf(account)).toEqual([[1, job!.id]]);
  });

  test('a reader sees each object exactly once while many settle concurrently', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 1000 });
    const feed = feedOf();
    await feed.read(account.id, 'test', 0, 1);
    const queue = createQueue(db);
    const jobs = await claimed(account, queue, 300);
    expect(jobs).toHaveLength(300);
    const settlers = Array.from({ length: 6 }, () => createSettleJob(db, queue.token, () => undefined));
    const settled = Promise.all(jobs.map((job, index) => settlers[index % 6]!(job, index % 7 === 0 ? faulty : done)));
    const seen: string[] = [];
    let cursor = 0;
    for (let rounds = 0; seen.length < 300 && rounds < 10_000; rounds++) {
      const { events } = await feed.read(account.id, 'test', cursor, 37);
      expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => cursor + index + 1));
      seen.push(...events.map(({ id }) => id));
      cursor += events.length;
    }
    await settled;
    expect([...seen].sort()).toEqual(jobs.map(({ id }) => id).sort());
  });

  test('records nothing while disabled and continues its numbers when enabled again', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const feed = feedOf();
    expect(await feed.change(String(account.id), 'test', true)).toBe(true);
    expect(await feed.change('999999', 'test', true)).toBe(false);
    const queue = createQueue(db);
    const settle = createSettleJob(db, queue.token, () => undefined);
    const [first, second, third] = await claimed(account, queue, 3);
    await settle(first!, done);
    await feed.change(String(account.id), 'test', false);
    await settle(second!, done);
    await feed.change(String(account.id), 'test', true);
    await settle(third!, done);
    expect(await numbersOf(account)).toEqual([
      [1, first!.id],
      [2, third!.id],
    ]);
  });

  describe('with events of tracking', () => {
    const ALL = ['serp', 'keyword', 'ai', 'tracking'] as const;
    const append = async (account: Account): Promise<string | null> => {
      const [row] = await database.db.query<{ id: string; appended: boolean }>(
        { name: 'test_append', text: 'select i.id, append_tracking_event($1, false, i.id) as appended from (select new_id() as id) as i' },
        [account.id],
      );
      return row!.appended ? row!.id : null;
    };
    const settledOne = async (account: Account, queue: Queue): Promise<string> => {
      const [job] = await claimed(account, queue, 1);
      await createSettleJob(database.db, queue.token, () => undefined)(job!, done);
      return job!.id;
    };

    test('appends none before a reader asks for them', async () => {
      const account = await makeAccount(database.db);
      expect(await append(account)).toBeNull();
      await feedOf().read(account.id, 'test', 0, 10);
      expect(await append(account)).toBeNull();
      await feedOf().read(account.id, 'test', 0, 10, ALL);
      const id = await append(account);
      expect(id).not.toBeNull();
      const { events } = await feedOf().read(account.id, 'test', 0, 10, ALL);
      expect(events).toMatchObject([{ number: 1, id, kind: 'tracking' }]);
    });

    test('shows readers of objects only objects, and counts the others as left out, never as lost', async () => {
      const account = await makeAccount(database.db, { credits: 100 });
      const queue = createQueue(database.db);
      const feed = feedOf();
      await feed.read(account.id, 'test', 0, 1, ALL);
      const first = await settledOne(account, queue);
      for (let count = 0; count < 3; count++) await append(account);
      const second = await settledOne(account, queue);
      for (let count = 0; count < 2; count++) await append(account);
      const read = async (after: number, limit: number, kinds?: (typeof ALL)[number][]) => {
        const page = await feed.read(account.id, 'test', after, limit, kinds);
        return { ids: page.events.map(({ id }) => id), next: page.next, lost: page.next - after - page.events.length - page.leftOut };
      };
      // A full page ends with its last event. A page that is not full passes everything that is left out.
      expect(await read(0, 1)).toEqual({ ids: [first], next: 1, lost: 0 });
      expect(await read(1, 1)).toEqual({ ids: [second], next: 5, lost: 0 });
      expect(await read(5, 1)).toEqual({ ids: [], next: 7, lost: 0 });
      expect(await read(0, 10)).toEqual({ ids: [first, second], next: 7, lost: 0 });
      expect((await read(0, 10, ['tracking'])).ids).toHaveLength(5);
      expect(await read(0, 10, [...ALL])).toMatchObject({ next: 7, lost: 0 });
      await database.db.script(`delete from events where account_id = ${account.id} and number in (1, 2)`);
      expect(await read(0, 10)).toEqual({ ids: [second], next: 7, lost: 2 });
    });
  });

  test('events are removed with the day of their objects', async () => {
    const { db } = database;
    const [row] = await db.query<{ n: number }>({
      name: 'event_days',
      text: "select count(*)::integer as n from pg_inherits i join pg_class p on p.oid = i.inhparent where p.relname = 'events_days'",
    });
    expect(row!.n).toBeGreaterThan(2);
  });
});
