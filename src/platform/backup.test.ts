import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackup } from './backup.ts';
import { type EmbeddedPostgres, startPostgres } from './postgres.ts';
import { runAs } from './postgres-user.ts';
import { restoreBackup } from './restore.ts';

const base = mkdtempSync(path.join(tmpdir(), 'sextant-backup-'));
const at = (name: string): string => path.join(base, name);
const small = { shared_buffers: '16MB', max_connections: '10' };
const wholeArchive = { wal: at('wal'), until: null };
let source: EmbeddedPostgres;
let client: pg.Client;
let targetTime = '';

beforeAll(async () => {
  chmodSync(base, 0o711);
  mkdirSync(at('wal'));
  const user = runAs();
  if (user) (await import('node:fs')).chownSync(at('wal'), user.uid, user.gid);
  source = await startPostgres(at('source'), { ...small, archive_mode: 'on', archive_command: `cp "%p" "${at('wal')}/%f"` });
  client = new pg.Client({ connectionString: source.url });
  await client.connect();
  await client.query('create table facts (id integer primary key, at timestamptz not null default now())');
  await client.query('insert into facts select generate_series(1, 1000)');
  // Rows arrive while the files are copied.
  let inserting = true;
  const writing = (async () => {
    for (let id = 1001; inserting; id++) await client.query('insert into facts values ($1)', [id]);
  })();
  await createBackup(path.join(at('source'), 'cluster'), source.url, at('backup'));
  inserting = false;
  await writing;
  await client.query('insert into facts values (1000001)');
  targetTime = new Date((await client.query("select clock_timestamp() + interval '1 millisecond' as now")).rows[0].now).toISOString();
  await client.query('select pg_sleep(0.2)');
  await client.query('insert into facts values (1000002)');
  await client.query('select pg_switch_wal()');
  // The archiver copies the last segment asynchronously.
  const last = (await client.query('select pg_walfile_name(pg_switch_wal()) as name')).rows[0].name as string;
  while (!readdirSync(at('wal')).some((name) => name >= last)) {
    await client.query('insert into facts values (floor(random() * 1e8)::integer + 2000000) on conflict do nothing');
    await client.query('select pg_switch_wal(), pg_sleep(0.1)');
  }
});
afterAll(async () => {
  await client.end();
  await source.stop();
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
});

/** The ids in a restored database. */
async function idsIn(home: string): Promise<Set<number>> {
  const restored = await startPostgres(home, small);
  const reader = new pg.Client({ connectionString: restored.url });
  await reader.connect();
  try {
    // It must accept new rows too.
    await reader.query('insert into facts values (0)');
    return new Set((await reader.query('select id from facts')).rows.map(({ id }) => id as number));
  } finally {
    await reader.end();
    await restored.stop();
  }
}

describe('a backup of a running database', () => {
  test('fails when its connection breaks while the files are copied', async () => {
    // The statement arrives while the connection of the backup is idle.
    const begun = { terminated: null as Promise<unknown> | null };
    const end = () => client.query("select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = 'sextant_backup'");
    const failing = createBackup(path.join(at('source'), 'cluster'), source.url, at('broken'), () => {
      begun.terminated ??= end();
    });
    await expect(failing).rejects.toThrow(/connection|terminat/i);
    expect((await begun.terminated) !== null).toBe(true);
    await expect(restoreBackup(at('broken'), at('none'), { wal: null, until: null })).rejects.toThrow('no complete backup');
  });

  test('ends where the copying ended, without the archive', async () => {
    await restoreBackup(at('backup'), at('plain'), { wal: null, until: null });
    // The password belongs to the installation and is stored beside the cluster.
    const ids = await withPassword('plain');
    for (let id = 1; id <= 1000; id++) expect(ids.has(id)).toBe(true);
    expect(ids.has(1_000_002)).toBe(false);
  });

  test('has every archived change, with the archive', async () => {
    const { segments } = await restoreBackup(at('backup'), at('whole'), wholeArchive);
    expect(segments).toBeGreaterThan(0);
    const ids = await withPassword('whole');
    expect([ids.has(1), ids.has(1_000_001), ids.has(1_000_002)]).toEqual([true, true, true]);
  });

  test('can be restored to a point in time', async () => {
    await restoreBackup(at('backup'), at('then'), { wal: at('wal'), until: targetTime });
    const ids = await withPassword('then');
    expect([ids.has(1_000_001), ids.has(1_000_002)]).toEqual([true, false]);
  });

  test('needs an empty target and a complete, undamaged backup', async () => {
    await expect(restoreBackup(at('backup'), at('whole'), wholeArchive)).rejects.toThrow('already has a database');
    await expect(createBackup(path.join(at('source'), 'cluster'), source.url, at('backup'))).rejects.toThrow('is not empty');
    await expect(restoreBackup(at('wal'), at('none'), wholeArchive)).rejects.toThrow('has no complete backup');
    await expect(restoreBackup(at('backup'), at('none'), { wal: null, until: 'tomorrow' })).rejects.toThrow('is not a time');
    rmSync(at('none'), { recursive: true, force: true });
    appendFileSync(path.join(at('backup'), 'cluster', 'PG_VERSION'), '!');
    await expect(restoreBackup(at('backup'), at('none'), wholeArchive)).rejects.toThrow('The backup is damaged: PG_VERSION is changed.');
  });
});

async function withPassword(name: string): Promise<Set<number>> {
  const { copyFileSync } = await import('node:fs');
  copyFileSync(path.join(at('source'), 'password'), path.join(at(name), 'password'));
  return idsIn(at(name));
}
