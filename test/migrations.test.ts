// The readable files in sql/ are the truth: migrations build the same database, and an applied migration does not change.
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../src/platform/migrate.ts';
import { buildSqlOf } from '../src/platform/migration-files.ts';
import { catalogueOf } from './catalogue.ts';
import { createEmptyDatabase, SQL_FOLDER, type TestDatabase } from './database.ts';

const SQL = path.dirname(SQL_FOLDER);
const ROOT = path.dirname(SQL);
const { changesOf, currentEntries, frozenEntries } = await import(path.join(ROOT, 'scripts', 'migration-checksums.mjs'));
const scratch = mkdtempSync(path.join(tmpdir(), 'sextant-migrations-'));
const databases: TestDatabase[] = [];
let direct: string[];

const empty = async (): Promise<TestDatabase> => {
  const database = await createEmptyDatabase(2);
  databases.push(database);
  return database;
};
/** A copy of sql/ that a test may change. */
const copy = (name: string): string => {
  const root = path.join(scratch, name);
  cpSync(SQL, root, { recursive: true });
  return root;
};
async function migrated(root: string): Promise<string[]> {
  const { db } = await empty();
  await migrate(db, path.join(root, 'migrations'));
  return catalogueOf(db);
}
async function built(root: string): Promise<string[]> {
  const { db } = await empty();
  await db.script(`begin; ${buildSqlOf(root)}; commit`);
  return catalogueOf(db);
}
const changesIn = (root: string): string[] => changesOf(frozenEntries(root), currentEntries(root));

beforeAll(async () => {
  direct = await built(SQL);
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  rmSync(scratch, { recursive: true, force: true });
});

describe('a database built by the migrations', () => {
  test('equals one built from sql/schema and sql/functions', async () => {
    expect(direct.length).toBeGreaterThan(500);
    expect(await migrated(SQL)).toEqual(direct);
  });

  test('differs when a migration changes a table and the readable file stays', async () => {
    const root = copy('no-schema');
    writeFileSync(path.join(root, 'migrations', '9002_note.sql'), 'alter table lots add column note text;');
    const found = await migrated(root);
    expect(found.filter((line) => !direct.includes(line))).toEqual([expect.stringMatching(/^column lots\.note/)]);
    appendFileSync(path.join(root, 'schema', 'credits.sql'), 'alter table lots add column note text;');
    expect(await built(root)).toEqual(found);
  });

  test('differs when a readable file changes a table and no migration does', async () => {
    const root = copy('no-migration');
    appendFileSync(path.join(root, 'schema', 'credits.sql'), 'create index lots_total on lots (total);');
    expect(await built(root)).not.toEqual(await migrated(root));
  });

  test('has the newest text of a function, once a migration runs it again', async () => {
    const root = copy('run');
    const file = path.join(root, 'functions', 'id_day.sql');
    writeFileSync(file, readFileSync(file, 'utf8').replace("at time zone 'UTC'", 'at time zone (select zone from zones)'));
    appendFileSync(path.join(root, 'schema', 'queue.sql'), 'create table zones (zone text);');
    // The baseline runs this file too, and the SQL function could not be created before its table.
    const text = '-- backward-compatible: a trial.\ncreate table zones (zone text);\n-- run: functions/id_day.sql\n';
    writeFileSync(path.join(root, 'migrations', '9002_zones.sql'), text);
    const found = await migrated(root);
    expect(found.find((line) => line.startsWith('function id_day'))).toContain('from zones');
    expect(found).toEqual(await built(root));
  });
});

describe('an applied migration is frozen', () => {
  test('with the functions that it runs', () => {
    expect(changesIn(SQL), 'write a new migration, then npm run migrations -- freeze').toEqual([]);
  });

  test('so a changed migration is reported', () => {
    const root = copy('changed');
    appendFileSync(path.join(root, 'migrations', '0001_baseline.sql'), '-- later\n');
    expect(changesIn(root)).toEqual(['changed: 0001_baseline.sql']);
  });

  test('so a function that is changed without a migration is reported, and a migration that runs it again settles that', () => {
    const root = copy('edited');
    appendFileSync(path.join(root, 'functions', 'body_sizes.sql'), '-- later\n');
    expect(changesIn(root)).toEqual(['changed: 0001_baseline.sql functions/body_sizes.sql']);
    writeFileSync(path.join(root, 'migrations', '9002_sizes.sql'), '-- run: functions/body_sizes.sql\n');
    expect(changesIn(root)).toEqual(['not frozen yet: 9002_sizes.sql', 'not frozen yet: 9002_sizes.sql functions/body_sizes.sql']);
  });

  test('so a function without a migration is reported when its file is removed, and a migration that drops it settles that', () => {
    const root = copy('removed');
    rmSync(path.join(root, 'functions', 'body_sizes.sql'));
    expect(changesIn(root)).toEqual(['changed: 0001_baseline.sql functions/body_sizes.sql']);
    writeFileSync(
      path.join(root, 'migrations', '9002_drop.sql'),
      '-- dropped: functions/body_sizes.sql\ndrop function if exists body_sizes;\n',
    );
    expect(changesIn(root)).toEqual(['not frozen yet: 9002_drop.sql']);
  });
});

describe('sql/functions', () => {
  const names = readdirSync(path.join(SQL, 'functions')).map((name) => path.basename(name, '.sql'));
  const textOf = (name: string): string => readFileSync(path.join(SQL, 'functions', `${name}.sql`), 'utf8');

  test('has one file per function, named after it, which says first what the function returns', () => {
    for (const name of names) {
      const defined = [...textOf(name).matchAll(/^create .*?(?:function|procedure) (\w+)\(/gm)].map((match) => match[1]);
      // An earlier signature is in the file of its function.
      expect([...new Set(defined)], name).toEqual([name]);
      expect(textOf(name), name).toMatch(/^-- Returns /);
    }
    const inDatabase = direct.flatMap((line) => /^function (\w+)\(/.exec(line)?.[1] ?? []);
    expect([...new Set(inDatabase)].sort()).toEqual([...names].sort());
  });

  test('has no function that neither the service nor another SQL file calls', () => {
    const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(path.join(ROOT, 'src', name), 'utf8'));
    const schema = readdirSync(path.join(SQL, 'schema')).map((name) => readFileSync(path.join(SQL, 'schema', name), 'utf8'));
    // What only the previous version calls must say that it goes with the next one.
    const dead = names.filter((name) => {
      if (/The next\s+(-- )?version drops it\./.test(textOf(name))) return false;
      const called = new RegExp(`\\b${name}\\(`);
      return ![...sources, ...schema, ...names.filter((other) => other !== name).map(textOf)].some((text) => called.test(text));
    });
    expect(dead).toEqual([]);
  });
});
