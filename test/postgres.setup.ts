// One real PostgreSQL for all test files, with one migrated database that each file copies.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { createDb } from '../src/platform/db.ts';
import { migrate } from '../src/platform/migrate.ts';
import { startPostgres } from '../src/platform/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The name of a database with the newest schema. */
    templateDatabase: string;
  }
}

const TEMPLATE = 'template_newest';
const SQL_FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'sql', 'migrations');

/** A copy of the files of a database takes a small part of the time of the migrations and the partitions. */
async function createTemplate(serverUrl: string): Promise<void> {
  const open = (url: string) => createDb({ url, connectionsMax: 1, queryMsMax: 120_000, connectMsMax: 60_000 });
  const server = open(serverUrl);
  await server.script(`create database ${TEMPLATE}`);
  const template = open(serverUrl.replace('/sextant?', `/${TEMPLATE}?`));
  await migrate(template, SQL_FOLDER);
  await template.script('select make_partitions(2)');
  await template.close();
  // A connection, such as that of the vacuum, would keep it from being copied.
  await server.script(`alter database ${TEMPLATE} with is_template true allow_connections false`);
  await server.close();
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-test-'));
  // Tests are about behaviour, not about disks: without fsync they are many times faster.
  const postgres = await startPostgres(path.join(folder, 'postgres'), { fsync: 'off', shared_buffers: '64MB' });
  await createTemplate(postgres.url);
  project.provide('postgresUrl', postgres.url);
  project.provide('templateDatabase', TEMPLATE);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
