import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../test/database.ts';
import type { Finding } from '../cli/doctor.ts';
import { createDb, type Db } from '../platform/db.ts';
import { type EmbeddedPostgres, startPostgres } from '../platform/postgres.ts';
import { examineReplication } from './doctor-replication.ts';

const ONE_HOST = 'postgres://sextant:secret@one.example:5432/sextant';
const TWO_HOSTS = 'postgres://sextant:secret@one.example:5432,two.example:5432/sextant';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-replication-'));
let postgres: EmbeddedPostgres;

/** A new connection, because settings of a database hold for new sessions. */
async function examine(url: string | null): Promise<Finding[]> {
  const db = connect();
  const findings: Finding[] = [];
  await examineReplication(db, url, (finding) => findings.push(finding)).finally(() => db.close());
  return findings;
}
const connect = (): Db => createDb({ url: postgres.url, connectionsMax: 1, queryMsMax: 20_000, connectMsMax: 20_000 });
const foundIn = (findings: readonly Finding[], state: Finding['state']): string =>
  findings
    .filter((finding) => finding.state === state)
    .map(({ check, found }) => `${check}: ${found}`)
    .join('\n');

async function change(...statements: string[]): Promise<void> {
  const db = connect();
  for (const text of statements) await db.script(text);
  await db.script('select pg_reload_conf()');
  await db.close();
}
/** The server reloads its settings soon after `pg_reload_conf()` has returned. */
async function changeServer(name: string, value: string): Promise<void> {
  await change(`alter system set ${name} = ${value}`);
  await expect
    .poll(async () => {
      const db = connect();
      const rows = await db.query<{ value: string }>({ name: 'setting', text: `select current_setting('${name}') as value` });
      await db.close();
      return rows[0]!.value;
    })
    .toBe(value.replaceAll("'", ''));
}

beforeAll(async () => {
  chmodSync(folder, 0o711);
  postgres = await startPostgres(path.join(folder, 'postgres'), { shared_buffers: '16MB' });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a server with safe settings', () => {
  test('needs no note with one host', async () => {
    for (const url of [null, ONE_HOST])
      expect(await examine(url)).toEqual([{ check: 'durability', state: 'ok', found: 'commits wait for the disk' }]);
  });

  test('is asynchronous with several hosts, until it waits for a standby', async () => {
    const before = await examine(TWO_HOSTS);
    expect(foundIn(before, 'note')).toContain('durability: replication is asynchronous (0 standbys');
    for (const { state, fix } of before) expect(state === 'ok' || fix).toBeTruthy();
    await changeServer('synchronous_standby_names', "'standby'");
    const after = await examine(TWO_HOSTS);
    await changeServer('synchronous_standby_names', "''");
    expect(foundIn(after, 'ok')).toBe('durability: commits wait for the disk and a standby (0 of 0 standbys synchronous)');
  });

  test('with several hosts, a watchdog is recommended', async () => {
    expect(foundIn(await examine(TWO_HOSTS), 'note')).toMatch(/^failover: .*watchdog/m);
    expect(foundIn(await examine(ONE_HOST), 'note')).not.toContain('watchdog');
  });
});

describe('a server that can lose commits', () => {
  afterEach(() => change('alter database sextant reset all'));

  test.each([
    ['off', 'a crash of the server loses'],
    ['local', 'a failover loses'],
  ])('has synchronous_commit %s', async (value, words) => {
    await change(`alter database sextant set synchronous_commit = ${value}`);
    const findings = await examine(ONE_HOST);
    expect(foundIn(findings, 'note')).toContain(`durability: synchronous_commit is ${value}: ${words}`);
    expect(foundIn(findings, 'ok')).toBe('');
  });

  test('has full_page_writes off', async () => {
    await changeServer('full_page_writes', 'off');
    const findings = await examine(null);
    await changeServer('full_page_writes', 'on');
    expect(foundIn(findings, 'note')).toContain('durability: full_page_writes is off');
  });

  test('has fsync off, as the server of the tests', async () => {
    const database = await createDatabase();
    const findings: Finding[] = [];
    await examineReplication(database.db, ONE_HOST, (finding) => findings.push(finding));
    await database.drop();
    expect(foundIn(findings, 'note')).toContain('durability: fsync is off');
  });
});
