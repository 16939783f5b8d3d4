import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { balanceOf, item, makeAccount, placeWith } from '../../../test/orders.ts';
import { answer, idOf, itemOf, readyOf, reuseWorker, type Wanted } from '../../../test/reuse.ts';
import type { Account, Job, JobEnd } from '../../contract/order.ts';
import { createQueue, reclaimLeases } from '../../platform/queue.ts';
import { createFeed } from '../events/feed.ts';
import { readBody } from './body.ts';
import { createStore } from './objects.ts';
import { requestHashOf } from './reuse-key.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(20);
});
afterAll(() => database.drop());

const failure: JobEnd = { outcome: 'faulty', verdict: 'blocked', attempts: [], ageMs: 0 };
const worker = (collect: (job: Job) => Promise<JobEnd>) => reuseWorker(database.db, collect);

async function order(account: Account, wanted: Wanted) {
  return placeWith(database.db)({ account, kind: 'serp', items: [itemOf(wanted)], idempotency: null });
}
const stored = async (account: Account, id: string) =>
  (await createStore(database.db).fetch({ accountId: account.id, mode: 'test', kind: 'serp', ids: [id] }))[0];
const age = (id: string, seconds: number) =>
  database.db.query({ name: 'age', text: 'update results set generated_at = now() - make_interval(secs => $2) where id = $1' }, [
    id,
    seconds,
  ]);
const queued = async (id: string) =>
  (await database.db.query<{ due: boolean }>({ name: 'queued', text: 'select due from queue where object_id = $1' }, [id]))[0];

describe('a stored result', () => {
  test('is reused at once for an equal request of any account, with separate object, charge, callback and event, unless it is too old', async () => {
    const { db } = database;
    const [first, second] = [await makeAccount(db), await makeAccount(db)];
    await createFeed(db, async () => undefined).read(second.id, 'test', 0, 1);
    const leader = idOf(await order(first, { keyword: 'a' }));
    await worker(async () => answer).round();
    await age(leader, 30);
    const placed = await order(second, { keyword: 'a', callback: 'http://receiver.example/', priority: 'INSTANT' });
    expect(readyOf(placed)).toBe(true);
    const copy = (await stored(second, idOf(placed)))!;
    expect((await readBody(copy.result!.body!)).toString()).toBe('{"organic":[1]}}');
    const [attempt] = JSON.parse(copy.result!.attempts);
    expect(attempt).toMatchObject({ source: 'reused', outcome: 'valid' });
    expect(attempt.ageSeconds).toBeGreaterThanOrEqual(30);
    expect(await queued(idOf(placed))).toBe(undefined);
    expect(await db.query({ name: 'o1', text: 'select 1 from outbox where object_id = $1' }, [idOf(placed)])).toHaveLength(1);
    const { events } = await createFeed(db, async () => undefined).read(second.id, 'test', 0, 10);
    expect(events.map(({ id }) => id)).toEqual([idOf(placed)]);
    expect(await balanceOf(db, first)).toEqual({ lots: 96, ledger: 96 });
    expect(await balanceOf(db, second)).toEqual({ lots: 99, ledger: 99 });

    expect(readyOf(await order(second, { keyword: 'a', freshness: 10 }))).toBe(false);
    expect(readyOf(await order(second, { keyword: 'b' }))).toBe(false);
    expect(await balanceOf(db, second)).toEqual({ lots: 91, ledger: 91 });
  });

  test('a faulty or deleted one is never reused, but the last good one before it is', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const good = idOf(await order(account, { keyword: 'c' }));
    await worker(async () => answer).round();
    await age(good, 100);
    const bad = idOf(await order(account, { keyword: 'c' }));
    await worker(async () => failure).round();
    expect((await stored(account, bad))!.result!.faulty).toBe(true);
    expect(readyOf(await order(account, { keyword: 'c', freshness: 200 }))).toBe(true);
    await createStore(db).remove(account.id, 'test', 'serp', good);
    expect(readyOf(await order(account, { keyword: 'c', freshness: 200 }))).toBe(false);
  });

  test('live and test never share results, and a replayed order returns the first one', async () => {
    const { db } = database;
    const live = await makeAccount(db, {}, 'live');
    const account = await makeAccount(db);
    await order(account, { keyword: 'd' });
    await worker(async () => answer).round();
    expect(readyOf(await order(live, { keyword: 'd' }))).toBe(false);
    const idempotency = { scope: 's', key: 'k', hash: 'h' };
    const twice = () => placeWith(db)({ account, kind: 'serp', items: [itemOf({ keyword: 'd' })], idempotency });
    const [one, two] = [await twice(), await twice()];
    expect([one.verdict, readyOf(one), two.verdict, idOf(two)]).toEqual(['placed', true, 'replay', idOf(one)]);
    expect(await balanceOf(db, account)).toEqual({ lots: 95, ledger: 95 });
  });

  test('an order without enough credits reuses nothing', async () => {
    const { db } = database;
    const [rich, poor] = [await makeAccount(db), await makeAccount(db, { credits: 0 })];
    await order(rich, { keyword: 'e' });
    await worker(async () => answer).round();
    expect((await order(poor, { keyword: 'e' })).verdict).toBe('credits');
    expect(await db.query({ name: 'o2', text: 'select 1 from objects where account_id = $1' }, [poor.id])).toEqual([]);
  });
});

describe('an equal running object', () => {
  test('serves all equal requests that arrive meanwhile, in one batch or several, with one collected result', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const items = [itemOf({ keyword: 'f' }), itemOf({ keyword: 'f', callback: 'http://receiver.example/' })];
    const batch = await placeWith(db)({ account, kind: 'serp', items, idempotency: null });
    const more = await Promise.all(Array.from({ length: 5 }, () => order(account, { keyword: 'f' })));
    const ids = ['ids' in batch ? [...batch.ids] : [], more.map(idOf)].flat();
    expect(await queued(ids[1]!)).toEqual({ due: false });
    const one = worker(async () => answer);
    await one.round();
    expect(one.collected()).toEqual([ids[0]]);
    await one.round();
    for (const id of ids) expect((await stored(account, id))!.result!.faulty).toBe(false);
    expect(one.collected()).toEqual([ids[0]]);
    // The first at full price, six reused.
    expect(await balanceOf(db, account)).toEqual({ lots: 90, ledger: 90 });
  });

  test('that fails is replaced by one of its waiters, and the others wait for that one', async () => {
    const account = await makeAccount(database.db);
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(idOf(await order(account, { keyword: 'g' })));
    let failures = 1;
    const one = worker(async () => (failures-- > 0 ? failure : answer));
    await one.round();
    await one.round();
    await one.round();
    expect(one.collected()).toHaveLength(2);
    const results = await Promise.all(ids.map((id) => stored(account, id)));
    expect(results.map((each) => each!.result!.faulty)).toEqual([true, false, false]);
    expect(await balanceOf(database.db, account)).toEqual({ lots: 98, ledger: 98 });
  });

  test('that is deleted or gone is replaced by a waiter, which finds out by polling', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const [leader, follower] = [idOf(await order(account, { keyword: 'h' })), idOf(await order(account, { keyword: 'h' }))];
    await createStore(db).remove(account.id, 'test', 'serp', leader);
    const one = worker(async () => answer);
    await db.query({ name: 'later', text: 'update queue set run_at = now() where object_id = $1' }, [follower]);
    await one.round();
    expect(one.collected()).toEqual([follower]);
    expect((await stored(account, follower))!.result!.faulty).toBe(false);
  });

  test('whose worker was killed runs on another worker, and its waiters keep waiting', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const [leader, follower] = [idOf(await order(account, { keyword: 'i' })), idOf(await order(account, { keyword: 'i' }))];
    const killed = createQueue(db);
    expect((await killed.claim(10)).map(({ object_id }) => object_id)).toEqual([leader]);
    await db.query({ name: 'wake_i', text: 'update queue set due = true where object_id = $1' }, [follower]);
    const other = worker(async () => answer);
    await other.round();
    expect(other.collected()).toEqual([]);
    await db.query({ name: 'dead', text: "update workers set seen_at = now() - interval '1 hour' where token = $1" }, [killed.token()]);
    await reclaimLeases(db, 20);
    await other.round();
    await other.round();
    expect(other.collected()).toEqual([leader]);
    for (const id of [leader, follower]) expect((await stored(account, id))!.result!.faulty).toBe(false);
  });

  test('with low priority does not delay an urgent request, and reuses that one’s result', async () => {
    const account = await makeAccount(database.db);
    const slow = idOf(await order(account, { keyword: 'j', priority: 'LOW' }));
    const urgent = idOf(await order(account, { keyword: 'j', priority: 'INSTANT' }));
    expect(await queued(urgent)).toEqual({ due: true });
    const one = worker(async () => answer);
    await one.round();
    await one.round();
    expect(one.collected()).toEqual([urgent]);
    expect(JSON.parse((await stored(account, slow))!.result!.attempts)[0].source).toBe('reused');
  });

  test('many concurrent requests in several processes: credits add up and one is collected', async () => {
    const { db } = database;
    const accounts = await Promise.all(Array.from({ length: 4 }, () => makeAccount(db)));
    const places = Array.from({ length: 4 }, () => placeWith(db));
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const items = [itemOf({ keyword: `k${n % 2}` }), itemOf({ keyword: `k${(n + 1) % 2}` })];
        return places[n % 4]!({ account: accounts[n % 4]!, kind: 'serp', items, idempotency: null });
      }),
    );
    const one = worker(async () => answer);
    for (let rounds = 0; rounds < 6; rounds++) await one.round();
    expect(one.collected()).toHaveLength(2);
    const left = await db.query({ name: 'left_k', text: 'select 1 from queue' });
    expect(left).toEqual([]);
    for (const account of accounts) {
      const { lots, ledger } = await balanceOf(db, account);
      expect(lots).toBe(ledger);
    }
  });
});

describe('requests without freshness', () => {
  test('store no request hash and need one round trip', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const count = async () => (await db.query({ name: 'questions', text: 'select 1 from reuse_index' })).length;
    const [requestHashes, place] = [await count(), placeWith(db)];
    const before = db.stats.roundTrips;
    await place({ account, kind: 'serp', items: [item()], idempotency: null });
    expect(db.stats.roundTrips - before).toBe(1);
    expect(await count()).toBe(requestHashes);
  });
});

describe('a request hash', () => {
  const request = { keyword: 'tea', region: { id: '7', name: 'x' }, priority: 'LOW', callback: null, freshness: 5 };
  test('ignores account, priority and callback, and differs for anything else', () => {
    const same = { ...request, priority: 'INSTANT', callback: 'http://x.example/', freshness: 9, region: { id: '7' } };
    expect(requestHashOf('serp', same, null)).toEqual(requestHashOf('serp', request, null));
    for (const other of [
      { ...request, keyword: 'Tea' },
      { ...request, region: { id: '8' } },
      { ...request, isMobile: true },
    ])
      expect(requestHashOf('serp', other, null)).not.toEqual(requestHashOf('serp', request, null));
    expect(requestHashOf('keyword', request, null)).not.toEqual(requestHashOf('serp', request, null));
    expect(requestHashOf('serp', request, 1)).not.toEqual(requestHashOf('serp', request, 2));
  });
});
