// Brings a database to the newest schema: numbered SQL files, each once, each in its own transaction, one migrator at a time.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Db } from './db.ts';
import { RIGHTS_ON_WHAT_IS_NEW } from './roles.ts';

/** Any number, as long as all versions use the same: it keeps two migrators apart. */
const LOCK = 7_283_000;

export class MigrationProblem extends Error {}

/** A file that opens with this line only adds: versions that have never heard of it may be started on the database. */
const ADDS_ONLY = /^-- adds only\b/;
/**
 * Who waits for a lock makes everybody queue up behind him. So a migration waits this long at most, lets the others go on,
 * and tries again.
 */
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
  if (twice) throw new MigrationProblem(`Two migrations have the number of ${twice}: which comes first would be chance.`);
  return names;
}

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Answers the names of the files that were applied now. */
export async function migrate(db: Db, folder: string): Promise<string[]> {
  const files = migrationsIn(folder);
  const client = await db.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(TABLE);
    const { rows } = await client.query('select name, checksum, adds_only from migrations');
    const known = new Map(rows.map((row) => [row.name as string, row.checksum as string]));
    for (const { name, adds_only: addsOnly } of rows) {
      if (!files.includes(name) && !addsOnly)
        throw new MigrationProblem(`The database is newer than this version: it has ${name}. Start the newer version.`);
    }
    await client.query(`set lock_timeout = ${LOCK_MS}`);
    const applied: string[] = [];
    for (const name of files) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const checksum = checksumOf(text);
      if (known.has(name)) {
        if (known.get(name) !== checksum) throw new MigrationProblem(`The migration ${name} was changed after it had been applied.`);
        continue;
      }
      await apply(client, name, text, checksum);
      applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function apply(client: Client, name: string, text: string, checksum: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin');
      await client.query(text);
      await client.query(RIGHTS_ON_WHAT_IS_NEW);
      await client.query('insert into migrations (name, checksum, adds_only) values ($1, $2, $3)', [name, checksum, ADDS_ONLY.test(text)]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries >= TRIES_MAX) throw new MigrationProblem(`The migration ${name} found no moment in which its tables were free.`);
      await sleep(PAUSE_MS);
    }
  }
}
