import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { balanceOf, item, makeAccount, placeWith, settleStatement } from '../../../test/orders.ts';
import { until } from '../../../test/service.ts';
import { createStore } from './objects.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const count = async (table: string, column: string, id: string): Promise<number> => {
  const [row] = await database.db.query<{ count: number }>(
    { name: `count_${table}`, text: `select count(*)::integer as count from ${table} where ${column} = $1` },
    [id],
  );
  return row!.count;
};
const settling = (id: string, outcome: 'done' | 'faulty') => settleStatement('worker', id, 1, outcome);

describe('a deletion while a worker settles the object', () => {
  test('leaves neither a result nor a callback behind', async () => {
    const account = await makeAccount(database.db);
    const placed = await placeWith(database.db)({
      account,
      kind: 'serp',
      items: [item({}, { callback: 'http://receiver.example/' })],
      idempotency: null,
    });
    const id = 'ids' in placed ? placed.ids[0]! : '';
    const worker = await database.db.connect();
    await worker.query("select claim_jobs('worker', 10, array[0, 0], array[''])");
    await worker.query('begin');
    await worker.query(settling(id, 'done'));

    const removed = createStore(database.db).remove(account.id, 'test', 'serp', id);
    await until(async () => {
      const { rows } = await worker.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
      return rows.length > 0;
    });
    await worker.query('commit');
    await worker.end();

    expect(await removed).toBe(true);
    expect([await count('results', 'id', id), await count('outbox', 'object_id', id), await count('queue', 'object_id', id)]).toEqual([
      0, 0, 0,
    ]);
  });
});

describe('two concurrent calls with one key', () => {
  test('store one response and both get it', async () => {
    const account = await makeAccount(database.db);
    const idempotency = { scope: '/serp/new', key: 'twice', hash: 'hash' };
    await placeWith(database.db)({ account, kind: 'serp', items: [item()], idempotency });
    const { storeResponse } = createStore(database.db);
    const stored = await Promise.all(
      ['queued', 'ready'].map((text) => storeResponse(account.id, 'test', idempotency.scope, idempotency.key, Buffer.from(text))),
    );
    expect(stored[0]).toEqual(stored[1]);
    expect(await storeResponse(account.id, 'test', idempotency.scope, idempotency.key, Buffer.from('later'))).toEqual(stored[0]);
  });
});

describe('a reversal that waited while its lot expired', () => {
  test('goes to a new lot, and other lots can still expire', async () => {
    const account = await makeAccount(database.db, { credits: 0 });
    await database.db.script(`select grant_credits(${account.id}, false, 10, clock_timestamp() + interval '700 milliseconds')`);
    const placed = await placeWith(database.db)({ account, kind: 'serp', items: [item({ cost: 4, overCost: 4 })], idempotency: null });
    const id = 'ids' in placed ? placed.ids[0]! : '';
    const worker = await database.db.connect();
    await worker.query("select claim_jobs('worker', 10, array[0, 0], array[''])");
    await worker.query('begin');
    await worker.query('select now()');
    await until(async () => {
      const [row] = await database.db.query<{ gone: number }>({ name: 'expire', text: 'select expire_lots() as gone' });
      return row!.gone > 0;
    });
    await worker.query(settling(id, 'faulty'));
    await worker.query('commit');
    await worker.end();

    await database.db.script('select expire_lots()');
    expect(await balanceOf(database.db, account)).toEqual({ lots: 4, ledger: 4 });
  });
});
