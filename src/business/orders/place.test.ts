import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { balanceOf, item, makeAccount, placeWith } from '../../../test/orders.ts';
import { createDb } from '../../platform/db.ts';
import { ensureServiceRole, underRole } from '../../platform/roles.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { createStore } from './objects.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const many = (count: number, fields = {}) => Array.from({ length: count }, (_, index) => item(fields, { keyword: `tea ${index}` }));

describe('credits', () => {
  test('100 parallel creates with credits for 10: exactly 10 are placed, in shared transactions or not', async () => {
    const { db } = database;
    const [poor, rich] = [await makeAccount(db, { credits: 10 }), await makeAccount(db, { credits: 1000 })];
    const place = placeWith(db, { itemsMax: 16 });
    const orders = Array.from({ length: 100 }, () => [
      place({ account: poor, kind: 'serp', items: [item()], idempotency: null }),
      place({ account: rich, kind: 'serp', items: [item()], idempotency: null }),
    ]);
    const verdicts = (await Promise.all(orders.flat())).map(({ verdict }) => verdict);
    const [ofPoor, ofRich] = [verdicts.filter((_, index) => index % 2 === 0), verdicts.filter((_, index) => index % 2 === 1)];
    expect(ofPoor.filter((verdict) => verdict === 'placed')).toHaveLength(10);
    expect(ofPoor.filter((verdict) => verdict === 'credits')).toHaveLength(90);
    expect(new Set(ofRich)).toEqual(new Set(['placed']));
    expect(await balanceOf(db, poor)).toEqual({ lots: 0, ledger: 0 });
    expect(await balanceOf(db, rich)).toEqual({ lots: 900, ledger: 900 });
  });

  test('a batch that exceeds the credits leaves nothing behind', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 4 });
    const placed = await placeWith(db)({ account, kind: 'serp', items: many(5), idempotency: null });
    expect(placed).toEqual({ verdict: 'credits', needed: 5, has: 4 });
    expect(await balanceOf(db, account)).toEqual({ lots: 4, ledger: 4 });
  });

  test('a charge over several lots takes the one that expires first, and names its parts', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 0 });
    const accounts = createAccounts(db, 'pepper');
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    await accounts.grant(String(account.id), { total: 5, expiresAt: days(9), mode: 'test' });
    await accounts.grant(String(account.id), { total: 3, expiresAt: days(2), mode: 'test' });
    const placed = await placeWith(db)({ account, kind: 'serp', items: [item({ cost: 7 })], idempotency: null });
    expect(placed.verdict).toBe('placed');
    const lots = await db.query<{ total: number; remaining: number }>(
      { name: 'x1', text: 'select total, remaining from lots where account_id = $1 order by total' },
      [account.id],
    );
    expect(lots).toEqual([
      { total: 3, remaining: 0 },
      { total: 5, remaining: 1 },
    ]);
    const [charge] = await db.query<{ lots: string }>(
      { name: 'x2', text: "select lots from ledger where account_id = $1 and kind = 'charge'" },
      [account.id],
    );
    expect(Object.values(JSON.parse(charge!.lots)).sort()).toEqual([3, 4]);
  });

  test('the database rejects a second charge, a second reversal, a negative lot and a changed ledger', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const placed = await placeWith(db)({ account, kind: 'serp', items: [item()], idempotency: null });
    const id = 'ids' in placed ? placed.ids[0] : '';
    const again = (kind: string, amount: number) =>
      db.query(
        {
          name: `again_${kind}`,
          text: `insert into ledger (ref, kind, account_id, live, amount, lots) values ($1, $2, $3, false, $4, '{}')`,
        },
        [id, kind, account.id, amount],
      );
    await expect(again('charge', -1)).rejects.toThrow(/duplicate key/);
    await again('reversal', 1);
    await expect(again('reversal', 1)).rejects.toThrow(/duplicate key/);
    await expect(db.query({ name: 'neg', text: 'update lots set remaining = -1 where account_id = $1' }, [account.id])).rejects.toThrow(
      /check constraint/,
    );
    const service = createDb({
      url: underRole(database.url, await ensureServiceRole(db)),
      connectionsMax: 1,
      queryMsMax: 10_000,
      connectMsMax: 10_000,
    });
    const change = (text: string) => service.query({ name: text, text }, [account.id]);
    await expect(change('update ledger set amount = 0 where account_id = $1')).rejects.toThrow(/permission denied for table ledger/);
    await expect(change('delete from ledger where account_id = $1')).rejects.toThrow(/permission denied for table ledger/);
    await service.close();
  });
});

describe('limits', () => {
  const limited = (action: 'reject' | 'overcharge', chargeMultiplier = 1) =>
    makeAccount(database.db, { credits: 100, limit: { hour: 3, day: 50, action, chargeMultiplier } });

  test('with reject, one item too many rejects the whole batch', async () => {
    const account = await limited('reject');
    const place = placeWith(database.db);
    expect(await place({ account, kind: 'serp', items: many(4), idempotency: null })).toMatchObject({ verdict: 'hour', limit: 3 });
    expect((await place({ account, kind: 'serp', items: many(3), idempotency: null })).verdict).toBe('placed');
    const rejected = await place({ account, kind: 'serp', items: [item()], idempotency: null });
    expect(rejected).toMatchObject({ verdict: 'hour', limit: 3 });
    expect((rejected as { seconds: number }).seconds).toBeGreaterThan(3500);
  });
  test('with overcharge, items above the limit are marked and cost more', async () => {
    const account = await limited('overcharge', 2);
    const placed = await placeWith(database.db)({ account, kind: 'serp', items: many(5, { overCost: 2 }), idempotency: null });
    expect(placed).toMatchObject({ verdict: 'placed', over: [false, false, false, true, true] });
    expect(await balanceOf(database.db, account)).toEqual({ lots: 93, ledger: 93 });
  });
});

describe('idempotency', () => {
  const idempotency = (key: string, hash = 'h') => ({ scope: '/serp/new', key, hash });

  test('the same key in one flush and in the next gives one object and one charge', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const place = placeWith(db);
    const order = { account, kind: 'serp' as const, items: [item()], idempotency: idempotency('k1') };
    const together = await Promise.all([place(order), place(order), place(order)]);
    const later = await place(order);
    expect([...together, later].map(({ verdict }) => verdict).sort()).toEqual(['placed', 'replay', 'replay', 'replay']);
    expect(new Set([...together, later].map((placed) => ('ids' in placed ? placed.ids[0] : null))).size).toBe(1);
    expect((await balanceOf(db, account)).lots).toBe(99);
  });
  test('another body with the same key is a mismatch, and a rejected order does not use up the key', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 1 });
    const place = placeWith(db);
    expect((await place({ account, kind: 'serp', items: many(2), idempotency: idempotency('k2') })).verdict).toBe('credits');
    expect((await place({ account, kind: 'serp', items: [item()], idempotency: idempotency('k2') })).verdict).toBe('placed');
    expect((await place({ account, kind: 'serp', items: [item()], idempotency: idempotency('k2', 'other') })).verdict).toBe('mismatch');
  });
});

describe('round trips', () => {
  test('one for a create, one for concurrent creates, one for a batch of 1000, one for a fetch', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 10_000 });
    const [place, store] = [placeWith(db), createStore(db)];
    const counted = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
      const before = db.stats.roundTrips;
      const result = await work();
      return [db.stats.roundTrips - before, result];
    };
    const single = () =>
      place({ account, kind: 'serp', items: [item()], idempotency: { scope: 's', key: String(Math.random()), hash: 'h' } });
    const [one, placed] = await counted(single);
    const [shared] = await counted(() => Promise.all(Array.from({ length: 50 }, single)));
    const [batch, big] = await counted(() => place({ account, kind: 'serp', items: many(1000), idempotency: null }));
    const ids = 'ids' in big ? big.ids : [];
    const [fetch, got] = await counted(() =>
      store.fetch({ accountId: account.id, mode: 'test', kind: 'serp', ids: 'ids' in placed ? placed.ids : [] }),
    );
    const [list, all] = await counted(() => store.fetch({ accountId: account.id, mode: 'test', kind: 'serp', ids }));
    expect({ one, shared, batch, fetch, list }).toEqual({ one: 1, shared: 1, batch: 1, fetch: 1, list: 1 });
    expect([got.length, all.length]).toEqual([1, 1000]);
    expect(all.map(({ id }) => id)).toEqual(ids);
  });
});

describe('AI rate', () => {
  test('of two concurrent requests exactly one is placed, and the other gets the seconds to wait', async () => {
    const account = await makeAccount(database.db);
    const place = placeWith(database.db);
    const order = { account, kind: 'ai' as const, items: [item()], idempotency: null };
    const verdicts = await Promise.all([place(order), place(order)]);
    expect(verdicts.map(({ verdict }) => verdict).sort()).toEqual(['airate', 'placed']);
    expect(verdicts.find(({ verdict }) => verdict === 'airate')).toMatchObject({ seconds: 60 });
  });
});
