// Brings a database to the newest schema: numbered SQL files, each once, each in its own transaction, one migrator at a time.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Db } from './db.ts';

/** Any number, as long as all versions use the same: it keeps two migrators apart. */
const LOCK = 7_283_000;

export class MigrationProblem extends Error {}

/** Answers the names of the files that were applied now. */
export async function migrate(db: Db, folder: string): Promise<string[]> {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
  const client = await db.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const known = new Map(
      (await client.query('select name, checksum from migrations')).rows.map((row) => [row.name as string, row.checksum as string]),
    );
    for (const name of known.keys()) {
      if (!files.includes(name))
        throw new MigrationProblem(`The database is newer than this version: it has ${name}. Start the newer version.`);
    }
    const applied: string[] = [];
    for (const name of files) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      if (known.has(name)) {
        if (known.get(name) !== checksum) throw new MigrationProblem(`The migration ${name} was changed after it had been applied.`);
        continue;
      }
      await client.query('begin');
      await client.query(text);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await client.query('commit');
      applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}
