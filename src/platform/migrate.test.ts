import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { until } from '../../test/service.ts';
import { createDb } from './db.ts';
import { MigrationProblem, migrate } from './migrate.ts';
import { ensureServiceRole, underRole } from './roles.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-migrate-'));
let database: TestDatabase;

/** A version of the program, given by its migration files. */
function version(name: string, files: Record<string, string>): string {
  const own = mkdtempSync(path.join(folder, `${name}-`));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(own, file), text);
  return own;
}
const FIRST = { '0001_first.sql': 'create table things (id integer);' };
const WIDER = { '0002_wider.sql': '-- backward-compatible: a column with a default.\nalter table things add column color text;' };
const OTHER = { '0003_other.sql': 'alter table things drop column color;' };

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
/** Runs `work` in the same database with an empty schema. */
const inEmptySchema = async <T>(work: () => Promise<T>): Promise<T> => {
  await database.db.script('drop schema public cascade; create schema public');
  return work();
};

describe('an older version', () => {
  test('starts on a database with backward-compatible migrations, and not with others', () =>
    inEmptySchema(async () => {
      const old = version('old', FIRST);
      expect(await migrate(database.db, version('new', { ...FIRST, ...WIDER }))).toEqual(['0001_first.sql', '0002_wider.sql']);
      expect(await migrate(database.db, old)).toEqual([]);
      await migrate(database.db, version('newest', { ...FIRST, ...WIDER, ...OTHER }));
      await expect(migrate(database.db, old)).rejects.toThrow(MigrationProblem);
    }));
});

describe('a function that a migration replaces while the previous version uses the service role', () => {
  test('may use the new tables at once', () =>
    inEmptySchema(async () => {
      await database.db.script('create table ledger (id integer); create table audit (id integer)');
      const first = {
        '0001_first.sql': 'create function things_there() returns bigint language plpgsql as $$ begin return 0; end $$',
      };
      await migrate(database.db, version('old', first));
      const role = await ensureServiceRole(database.db);
      const service = createDb({ url: underRole(database.url, role), connectionsMax: 1, queryMsMax: 10_000, connectMsMax: 5000 });
      const callFunction = () => service.query({ name: 'there', text: 'select things_there() as count' });
      expect(await callFunction()).toEqual([{ count: 0 }]);
      const second = {
        '0002_second.sql': `create table things (id bigserial);
          create or replace function things_there() returns bigint language plpgsql as $$ begin
            insert into things default values;
            return (select count(*) from things);
          end $$`,
      };
      await migrate(database.db, version('new', { ...first, ...second }));
      expect(await callFunction()).toEqual([{ count: 1 }]);
      await service.close();
    }));
});

describe('a migration of a table that is in use', () => {
  test(
    'does not block other queries while it waits, and is applied when the table is free',
    () =>
      inEmptySchema(async () => {
        await migrate(database.db, version('old', FIRST));
        const reader = await database.db.connect();
        await reader.query('begin');
        await reader.query('select * from things');
        const migrated = migrate(database.db, version('new', { ...FIRST, ...WIDER }));
        const waits = "select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'things' and not l.granted";
        const isWaiting = async () => ((await reader.query(waits)).rowCount ?? 0) > 0;
        await until(isWaiting);
        await until(async () => !(await isWaiting()));
        // The migration gave up for now: a new query is not blocked, although the old reader still holds the table.
        await database.db.query({ name: 'newcomer', text: 'select count(*) from things' });
        await reader.query('commit');
        expect(await migrated).toEqual(['0002_wider.sql']);
        await reader.end();
      }),
    30_000,
  );
});

test('two migrations with the same number are rejected before anything is applied', () =>
  inEmptySchema(async () => {
    const both = version('both', { ...FIRST, '0001_again.sql': 'create table others (id integer);' });
    await expect(migrate(database.db, both)).rejects.toThrow(/0001_first\.sql/);
    expect(await database.db.query({ name: 'things', text: "select to_regclass('things')::text as found" })).toEqual([{ found: null }]);
  }));

describe('a start while another start migrates', () => {
  const isWaiting = async (lines: string[]) => until(async () => lines.length > 0);

  test('reports that it waits, and continues when the other one has finished', () =>
    inEmptySchema(async () => {
      const other = await database.db.connect();
      await other.query('select pg_advisory_lock(7283000)');
      const lines: string[] = [];
      const migrated = migrate(database.db, version('waits', FIRST), { log: (line) => lines.push(line) });
      await isWaiting(lines);
      expect(lines).toEqual(['waiting for another start to finish migrating']);
      await other.query('select pg_advisory_unlock(7283000)');
      expect(await migrated).toEqual(['0001_first.sql']);
      await other.end();
    }));

  test('gives up after its time limit and names the session that holds the lock', () =>
    inEmptySchema(async () => {
      const other = await database.db.connect();
      await other.query('select pg_advisory_lock(7283000)');
      const { rows } = await other.query('select pg_backend_pid() as pid');
      const failed = migrate(database.db, version('gives-up', FIRST), { waitSeconds: 1 });
      await expect(failed).rejects.toThrow(`pg_terminate_backend(${rows[0].pid})`);
      await expect(failed).rejects.toBeInstanceOf(MigrationProblem);
      expect(await database.db.query({ name: 'nothing', text: "select to_regclass('migrations')::text as found" })).toEqual([
        { found: null },
      ]);
      await other.end();
    }));

  test('needs no lock when everything is applied already', () =>
    inEmptySchema(async () => {
      const files = version('done', FIRST);
      await migrate(database.db, files);
      const other = await database.db.connect();
      await other.query('select pg_advisory_lock(7283000)');
      expect(await migrate(database.db, files, { waitSeconds: 0 })).toEqual([]);
      await other.end();
    }));

  test('applies each file once when several start together', () =>
    inEmptySchema(async () => {
      const files = version('together', { ...FIRST, ...WIDER, ...OTHER });
      const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.db, files)));
      expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_wider.sql', '0003_other.sql']);
    }));
});
