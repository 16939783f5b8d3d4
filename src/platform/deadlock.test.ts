import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { retryDeadlocks } from './deadlock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await database.db.script('create table pairs (id integer primary key, n integer not null); insert into pairs values (1, 0), (2, 0)');
});
afterAll(() => database.drop());

const add = (id: number) => ({ name: `test_add_${id}`, text: `update pairs set n = n + 1 where id = ${id}` });

test('the victim of a real deadlock is repeated, and both transactions take effect once', async () => {
  let attempts = 0;
  let [waiting, unlock] = [2, (): void => undefined];
  const locked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  const both = (first: number, second: number) =>
    retryDeadlocks(() =>
      database.db.transaction(async (query) => {
        attempts += 1;
        await query(add(first));
        // At the first attempt, each transaction holds the row that the other one needs.
        if (--waiting === 0) unlock();
        await locked;
        await query(add(second));
      }),
    );
  await Promise.all([both(1, 2), both(2, 1)]);
  // A repeated transaction can lock its first row before the other one gets it, and then there is a second deadlock.
  expect(attempts).toBeGreaterThanOrEqual(3);
  const rows = await database.db.query<{ n: number }>({ name: 'test_pairs', text: 'select n from pairs order by id' });
  expect(rows.map(({ n }) => n)).toEqual([2, 2]);
}, 60_000);
test('a single statement that is the victim is repeated by the database access', async () => {
  const other = await database.db.connect();
  // PostgreSQL cancels the connection that looks for the deadlock first.
  await other.query(`set deadlock_timeout = '60s'`);
  await other.query('begin');
  await other.query('update pairs set n = 10 where id = 1');
  const both = database.db.query<{ n: number }>({
    name: 'test_add_both',
    text: `with second as (update pairs set n = n + 1 where id = 2 returning 1)
      update pairs set n = n + 1 where id = 1 and exists (select 1 from second) returning n`,
  });
  both.catch(() => undefined);
  const waiting = 'select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))';
  while ((await other.query(waiting)).rows.length === 0) await delay(20);
  await other.query('update pairs set n = 20 where id = 2');
  await other.query('commit');
  await other.end();
  expect(await both).toEqual([{ n: 11 }]);
  const rows = await database.db.query<{ n: number }>({ name: 'test_pairs', text: 'select n from pairs order by id' });
  expect(rows.map(({ n }) => n)).toEqual([11, 21]);
}, 60_000);
test('other errors are thrown at once, and deadlocks after five attempts', async () => {
  for (const [code, expected] of [
    ['23503', 1],
    ['40P01', 5],
  ] as const) {
    let attempts = 0;
    const failing = () => {
      attempts += 1;
      return Promise.reject(Object.assign(new Error('failed'), { code }));
    };
    await expect(retryDeadlocks(failing)).rejects.toThrow('failed');
    expect([code, attempts]).toEqual([code, expected]);
  }
});
