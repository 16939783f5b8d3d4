import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createEmptyDatabase, SQL_FOLDER, type TestDatabase } from '../../test/database.ts';
import { balanceOf, makeAccount } from '../../test/orders.ts';
import { createDb, type Db } from './db.ts';
import { migrate } from './migrate.ts';
import { ensureServiceRole, SERVICE_ROLE, underRole } from './roles.ts';

let database: TestDatabase;
let service: Db;
beforeAll(async () => {
  database = await createDatabase();
  const role = await ensureServiceRole(database.db);
  expect(role).toBe(SERVICE_ROLE);
  service = createDb({ url: underRole(database.url, role), connectionsMax: 2, queryMsMax: 10_000, connectMsMax: 5000 });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

describe('the role of the service', () => {
  test('is used by its connections, and can be created again at any time', async () => {
    expect(await ensureServiceRole(database.db)).toBe(SERVICE_ROLE);
    expect(await service.query({ name: 'who', text: 'select current_user as name' })).toEqual([{ name: SERVICE_ROLE }]);
  });

  test.each([
    ['make a table', 'create table evil (id integer)'],
    ['drop one', 'drop table queue'],
    ['change one', 'alter table lots drop constraint lots_check'],
    ['turn a trigger off', 'alter table ledger disable trigger all'],
    ['rewrite the ledger', "update ledger set amount = 0 where ref = ''"],
    ['shorten the ledger', "delete from ledger where ref = ''"],
    ['empty the ledger', 'truncate ledger'],
    ['rewrite the audit', "update audit set actor = 'nobody'"],
    ['shorten the audit', 'delete from audit'],
    ['fake a migration', "insert into migrations values ('9999_evil.sql', '')"],
    ['replace a function', 'create or replace function new_id() returns text language sql as $$ select 1::text $$'],
    ['read files', "select pg_read_file('/etc/passwd')"],
    ['run programs', "copy queue from program 'id'"],
    ['read password hashes', 'select * from pg_authid'],
  ])('cannot %s', async (_case, text) => {
    await expect(service.script(text)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42809)$/) });
  });

  test('cannot change partitions of the ledger directly, neither old nor new ones', async () => {
    // Earlier versions granted these rights on every partition. Each start revokes them.
    await database.db.script(`create table ledger_200001 partition of ledger for values from ('00') to ('01');
      grant select, insert, update, delete on ledger_200001 to ${SERVICE_ROLE}`);
    await ensureServiceRole(database.db);
    await service.script('select make_partitions(33)');
    const partitions = await database.db.query<{ name: string }>({
      name: 'ledger_partitions',
      text: "select relid::regclass::text as name from pg_partition_tree('ledger') where level > 0",
    });
    expect(partitions.length).toBeGreaterThanOrEqual(3);
    for (const { name } of partitions) {
      for (const text of [`update ${name} set amount = 0 where ref = ''`, `delete from ${name} where ref = ''`, `truncate ${name}`])
        await expect(service.script(text), text).rejects.toMatchObject({ code: '42501' });
    }
    expect(await service.query({ name: 'drop_old', text: "select drop_expired('{7,30}', 400) as name" })).toEqual([
      { name: 'ledger_200001' },
    ]);
  });

  test('can still create and drop partitions through functions', async () => {
    await service.script('select make_partitions(5)');
    const rows = await service.query<{ count: number }>({
      name: 'days',
      text: "select count(*) from pg_class where relname ~ '^objects_days_\\d{8}$'",
    });
    expect(rows[0]!.count).toBeGreaterThanOrEqual(6);
    await service.script("select drop_expired('{7,30}', 400)");
  });
});

describe('an owner that may not create roles', () => {
  const OWNER = 'sextant_test_owner';
  let owned: TestDatabase;
  let owner: Db;
  beforeAll(async () => {
    owned = await createEmptyDatabase(2);
    await owned.db.script(`create role ${OWNER} nologin; grant create on schema public to ${OWNER}`);
    owner = createDb({ url: underRole(owned.url, OWNER), connectionsMax: 2, queryMsMax: 60_000, connectMsMax: 5000 });
    await migrate(owner, SQL_FOLDER);
    await owner.script('select make_partitions(2)');
  });
  afterAll(async () => {
    await owner.close();
    await owned.drop();
    await database.db.script(`drop role ${OWNER}`);
  });

  test('is used by the service itself', async () => {
    expect(await ensureServiceRole(owner)).toBeNull();
  });

  test('cannot change the ledger or its partitions either', async () => {
    const tables = await owner.query<{ name: string }>({
      name: 'ledger_tables',
      text: "select relid::regclass::text as name from pg_partition_tree('ledger')",
    });
    expect(tables.length).toBeGreaterThanOrEqual(2);
    for (const { name } of tables) {
      for (const text of [`update ${name} set amount = 0`, `delete from ${name}`, `truncate ${name}`])
        await expect(owner.script(text), text).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('can still append to the ledger, and create and drop its partitions', async () => {
    expect(await balanceOf(owner, await makeAccount(owner, { credits: 5 }))).toEqual({ lots: 5, ledger: 5 });
    await owner.script("create table ledger_200001 partition of ledger for values from ('00') to ('01')");
    expect(await owner.query({ name: 'drop_old', text: "select drop_expired('{7,30}', 400) as name" })).toEqual([
      { name: 'ledger_200001' },
    ]);
  });
});

test('a URL keeps its options', () => {
  const url = 'postgres://u:p@host/db?options=-c%20search_path%3Dsextant';
  expect(new URL(underRole(url, 'r')).searchParams.get('options')).toBe('-c search_path=sextant -c role=r');
  expect(underRole(url, null)).toBe(url);
});
