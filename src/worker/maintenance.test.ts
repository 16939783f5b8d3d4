import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { balanceOf, item, makeAccount, placeWith } from '../../test/orders.ts';
import { createStore } from '../business/orders/objects.ts';
import { keepPartitions, startMaintenance } from './maintenance.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const partitions = async (parent: string) =>
  (
    await database.db.query<{ name: string }>(
      {
        name: `partitions_${parent}`,
        text: 'select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent where p.relname = $1',
      },
      [parent],
    )
  ).map(({ name }) => name);
const drop = async (days: number, archive: number) =>
  (await database.db.query<{ drop_expired: string }>({ name: 'drop', text: 'select drop_expired($1, 400)' }, [[days, archive]])).map(
    (row) => row.drop_expired,
  );

describe('partitions', () => {
  test('several may make them at once', async () => {
    await Promise.all([keepPartitions(database.db), keepPartitions(database.db), keepPartitions(database.db)]);
    expect((await partitions('objects_days')).length).toBeGreaterThanOrEqual(5);
  });
  test('a day past its time is dropped with everything in it; the archive stays longer', async () => {
    const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    const from = Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000).toString(16);
    const to = (Number.parseInt(from, 16) + 86_400).toString(16);
    const name = day.replaceAll('-', '');
    for (const parent of ['objects_days', 'objects_archive'])
      await database.db.script(`create table ${parent}_${name} partition of ${parent} for values from ('${from}') to ('${to}')`);
    const account = await makeAccount(database.db);
    const id = `${from}0123456789abcdef`;
    await database.db.script(
      `insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, expires_at) values (0, '${id}', 'serp', ${account.id}, false, '{}', 1, false, now() + interval '1 day')`,
    );
    const store = createStore(database.db);
    expect(await store.fetch({ accountId: account.id, mode: 'test', kind: 'serp', ids: [id] })).toHaveLength(1);
    expect(await drop(7, 30)).toEqual([`objects_days_${name}`]);
    expect(await store.fetch({ accountId: account.id, mode: 'test', kind: 'serp', ids: [id] })).toEqual([]);
    expect(await partitions('objects_archive')).toContain(`objects_archive_${name}`);
  });
  test('an object past its expiry is gone for its owner, even before its day is dropped', async () => {
    const account = await makeAccount(database.db);
    const placed = await placeWith(database.db)({ account, kind: 'serp', items: [item()], idempotency: null });
    const ids = 'ids' in placed ? placed.ids : [];
    await database.db.query({ name: 'age', text: "update objects set expires_at = now() - interval '1 second' where id = any($1)" }, [ids]);
    expect(await createStore(database.db).fetch({ accountId: account.id, mode: 'test', kind: 'serp', ids })).toEqual([]);
  });
});

describe('lots', () => {
  test('an expired lot is written off once, and the ledger still adds up', async () => {
    const account = await makeAccount(database.db, { credits: 10 });
    await database.db.query(
      { name: 'expire_now', text: "update lots set expires_at = now() - interval '1 second' where account_id = $1 and not live" },
      [account.id],
    );
    const expire = () => database.db.query({ name: 'expire', text: 'select expire_lots()' });
    await Promise.all([expire(), expire()]);
    expect(await balanceOf(database.db, account)).toEqual({ lots: 0, ledger: 0 });
  });
});

test('earlier answers are removed when their question was not asked for RETENTION_DAYS', async () => {
  await database.db.script(`insert into answers (question, variant, times, urls, day)
    select decode(lpad(to_hex(days), 32, '0'), 'hex'), days, array[now() - make_interval(days => days)], array[decode('00000000', 'hex')], (now() at time zone 'UTC')::date - days
    from unnest(array[0, 6, 7, 9, 20]) as days`);
  let finish: (removed: number) => void;
  const removed = new Promise<number>((done) => {
    finish = done;
  });
  const maintenance = startMaintenance(
    {
      db: database.db,
      onFreed: () => undefined,
      onUnsolved: () => undefined,
      onMaintained: (task, count) => task === 'answers' && finish(count),
      onError: (task, error) => expect.unreachable(`${task}: ${error}`),
    },
    { leaseSeconds: 20, reclaimMs: 5000, retentionDays: 7, archiveDays: 30, ledgerDays: 400, seriesDays: 30 },
  );
  expect(await removed).toBe(2);
  await maintenance.stop(60_000);
  expect(await database.db.query({ name: 'answers_left', text: 'select variant from answers order by variant' })).toEqual([
    { variant: 0 },
    { variant: 6 },
    { variant: 7 },
  ]);
});

describe('stopping', () => {
  /** Maintenance with one more task, which ends when `finish` is called. */
  function startLong() {
    let finish = (): void => undefined;
    const run = () =>
      new Promise<number>((done) => {
        finish = () => done(1);
      });
    const tasks: string[] = [];
    const maintenance = startMaintenance(
      {
        db: database.db,
        judgeLayouts: { run, everyMs: 60_000 },
        onFreed: () => undefined,
        onUnsolved: () => undefined,
        onMaintained: (task) => tasks.push(task),
        onError: (task, error) => expect.unreachable(`${task}: ${error}`),
      },
      { leaseSeconds: 20, reclaimMs: 5000, retentionDays: 7, archiveDays: 30, ledgerDays: 400, seriesDays: 30 },
    );
    return { maintenance, tasks, finish: () => finish() };
  }

  test('waits for the tasks that run, which may still need the database', async () => {
    const { maintenance, tasks, finish } = startLong();
    const stopping = (async () => {
      await maintenance.stop(60_000);
      return tasks.includes('layouts');
    })();
    await new Promise((done) => setTimeout(done, 1000));
    finish();
    expect(await stopping).toBe(true);
  });

  test('waits no longer than the given time', async () => {
    const { maintenance, tasks, finish } = startLong();
    await maintenance.stop(1000);
    expect(tasks).not.toContain('layouts');
    finish();
  });
});
