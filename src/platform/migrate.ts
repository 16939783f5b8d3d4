// Migrates a database to the newest schema: numbered SQL files, each applied once in one transaction.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Db } from './db.ts';
import { type Migration, migrationsIn, readMigration, sqlOf } from './migration-files.ts';
import { type LockWait, MigrationProblem, underLock } from './migration-lock.ts';
import { GRANTS_ON_NEW_TABLES } from './roles.ts';

export { checksumOf, migrationsIn } from './migration-files.ts';
export { MigrationProblem } from './migration-lock.ts';

/** First line of a migration that versions without it can work with, so they may start on the database. */
const BACKWARD_COMPATIBLE = /^-- backward-compatible\b/;
/** A migration that waits for a table lock blocks all later queries on that table, so it gives up after this time and retries. */
const LOCK_MS = 500;
const PAUSE_MS = 500;
const ATTEMPTS_MAX = 240;
const LOCK_NOT_AVAILABLE = '55P03';

const TABLE = `create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now(),
  backward_compatible boolean not null default false)`;

const DEFAULT_WAIT: LockWait = { waitSeconds: 600, log: () => undefined };

/**
 * Returns the names of the files applied by this call. Each file has its own transaction and holds the lock only for
 * that time.
 */
export async function migrate(db: Db, folder: string, wait: Partial<LockWait> = {}): Promise<string[]> {
  const lockWait = { ...DEFAULT_WAIT, ...wait };
  const files = migrationsIn(folder).map((name) => readMigration(folder, name));
  const client = await db.connect();
  try {
    // Most starts find everything applied. They do not need the lock.
    if (!(await hasTable(client))) await underLock(client, lockWait, () => client.query(TABLE));
    const appliedFiles = await appliedIn(client);
    for (const [name, { backwardCompatible }] of appliedFiles) {
      if (!files.some((file) => file.name === name) && !backwardCompatible)
        throw new MigrationProblem(`The database is newer than this version: it has ${name}. Start the newer version.`);
    }
    const pending = files.filter((file) => !isApplied(file, appliedFiles));
    const applied: string[] = [];
    for (const [index, file] of pending.entries()) {
      const sql = sqlOf(file, folder, pending.slice(index + 1));
      if (await applyWhenUnlocked(client, file, sql, lockWait)) applied.push(file.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

type Applied = ReadonlyMap<string, { readonly checksum: string; readonly backwardCompatible: boolean }>;

async function hasTable(client: Client): Promise<boolean> {
  const { rows } = await client.query("select attname from pg_attribute where attrelid = to_regclass('migrations')");
  const columns = rows.map(({ attname }) => attname);
  if (columns.length > 0 && !columns.includes('backward_compatible'))
    throw new MigrationProblem('The database was created by an unreleased version from before the schema baseline. Use an empty database.');
  return columns.length > 0;
}

async function appliedIn(client: Client): Promise<Applied> {
  const { rows } = await client.query('select name, checksum, backward_compatible from migrations');
  return new Map(rows.map((row) => [row.name, { checksum: row.checksum, backwardCompatible: row.backward_compatible }]));
}

function isApplied({ name, checksum }: Migration, appliedFiles: Applied): boolean {
  const row = appliedFiles.get(name);
  if (row && row.checksum !== checksum) throw new MigrationProblem(`Migration ${name} was changed after it was applied.`);
  return row !== undefined;
}

/** Returns whether this call applied the file. Another start may have done so while this one waited. */
async function applyWhenUnlocked(client: Client, file: Migration, sql: string, lockWait: LockWait): Promise<boolean> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await underLock(client, lockWait, async () => {
        if (isApplied(file, await appliedIn(client))) return false;
        await client.query(`set local lock_timeout = ${LOCK_MS}`);
        await client.query(sql);
        await client.query(GRANTS_ON_NEW_TABLES);
        const row = [file.name, file.checksum, BACKWARD_COMPATIBLE.test(file.text)];
        await client.query('insert into migrations (name, checksum, backward_compatible) values ($1, $2, $3)', row);
        return true;
      });
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (attempts >= ATTEMPTS_MAX)
        throw new MigrationProblem(`Migration ${file.name} timed out waiting for table locks. End long transactions, then start again.`);
      await sleep(PAUSE_MS);
    }
  }
}
