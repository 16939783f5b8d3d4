// A database of its own for a test file, with the newest schema.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb, type Db } from '../src/platform/db.ts';

export const SQL_FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'sql', 'migrations');

export interface TestDatabase {
  readonly db: Db;
  readonly url: string;
  drop(): Promise<void>;
}

/** A copy of the database that the setup has migrated. */
export const createDatabase = (connectionsMax = 10): Promise<TestDatabase> =>
  openDatabase(connectionsMax, ` template ${inject('templateDatabase')} strategy file_copy`);

export const createEmptyDatabase = (connectionsMax = 10): Promise<TestDatabase> => openDatabase(connectionsMax, '');

async function openDatabase(connectionsMax: number, options: string): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `t_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}${options}`);
  const url = server.replace('/sextant?', `/${name}?`);
  const db = createDb({ url, connectionsMax, queryMsMax: 20_000, connectMsMax: 60_000 });
  return {
    db,
    url,
    drop: async () => {
      await db.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
