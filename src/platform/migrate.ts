// Brings a database to the newest schema: numbered SQL files, each once, each in its own transaction, one migrator at a time.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Db } from './db.ts';
import { type LockWait, MigrationProblem, underLock } from './migration-lock.ts';
import { RIGHTS_ON_WHAT_IS_NEW } from './roles.ts';

export { MigrationProblem } from './migration-lock.ts';

/** A file that opens with this line only adds: versions that have never heard of it may be started on the database. */
const ADDS_ONLY = /^-- adds only\b/;
/** A migration that waits for a table lock blocks all later queries on that table, so it gives up after this time and retries. */
const LOCK_MS = 500;
const PAUSE_MS = 500;
const TRIES_MAX = 240;
const LOCK_NOT_AVAILABLE = '55P03';

const TABLE = `create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
  do $$ begin
    if not exists (select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'adds_only') then
      alter table migrations add column adds_only boolean not null default false;
    end if;
  end $$`;

/** The names of the files, in their order. */
export function migrationsIn(folder: string): string[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
  const twice = names.find((name, index) => name.slice(0, 4) === names[index - 1]?.slice(0, 4));
  if (twice) throw new MigrationProblem(`Two migrations have the number of ${twice}. Restore the directory sql.`);
  return names;
}

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const PATIENCE: LockWait = { waitSeconds: 600, tell: () => undefined };

/** Returns the names of the files that were applied now. Each file has its own transaction and takes the lock for that time only. */
export async function migrate(db: Db, folder: string, wait: Partial<LockWait> = {}): Promise<string[]> {
  const patience = { ...PATIENCE, ...wait };
  const files = migrationsIn(folder).map((name) => readMigration(folder, name));
  const client = await db.connect();
  try {
    // Most starts find everything in place. They take no lock, so they wait for nobody.
    if (!(await hasTable(client))) await underLock(client, patience, () => client.query(TABLE));
    const known = await appliedIn(client);
    for (const [name, { addsOnly }] of known) {
      if (!files.some((file) => file.name === name) && !addsOnly)
        throw new MigrationProblem(`The database is newer than this version: it has ${name}. Start the newer version.`);
    }
    const applied: string[] = [];
    for (const file of files) {
      if (isApplied(file, known)) continue;
      if (await applySoon(client, file, patience)) applied.push(file.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}
type Applied = ReadonlyMap<string, { readonly checksum: string; readonly addsOnly: boolean }>;

function readMigration(folder: string, name: string): Migration {
  const text = readFileSync(path.join(folder, name), 'utf8');
  return { name, text, checksum: checksumOf(text) };
}

async function hasTable(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "select exists (select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'adds_only') as there",
  );
  return rows[0].there;
}

async function appliedIn(client: Client): Promise<Applied> {
  const { rows } = await client.query('select name, checksum, adds_only from migrations');
  return new Map(rows.map((row) => [row.name as string, { checksum: row.checksum as string, addsOnly: row.adds_only as boolean }]));
}

function isApplied({ name, checksum }: Migration, known: Applied): boolean {
  const found = known.get(name);
  if (found && found.checksum !== checksum) throw new MigrationProblem(`The migration ${name} was changed after it had been applied.`);
  return found !== undefined;
}

/** Returns whether it was applied here; another start may have done it while this one waited. */
async function applySoon(client: Client, file: Migration, patience: LockWait): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await underLock(client, patience, async () => {
        if (isApplied(file, await appliedIn(client))) return false;
        await client.query(`set local lock_timeout = ${LOCK_MS}`);
        await client.query(file.text);
        await client.query(RIGHTS_ON_WHAT_IS_NEW);
        const row = [file.name, file.checksum, ADDS_ONLY.test(file.text)];
        await client.query('insert into migrations (name, checksum, adds_only) values ($1, $2, $3)', row);
        return true;
      });
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries >= TRIES_MAX)
        throw new MigrationProblem(`Migration ${file.name} timed out waiting for table locks. End long transactions, then start again.`);
      await sleep(PAUSE_MS);
    }
  }
}
