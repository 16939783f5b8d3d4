// A real PgBouncer in transaction mode in front of a test database; null if it is not installed.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../lab/net.ts';
import { until } from './service.ts';

/** SEXTANT_PGBOUNCER overrides the program in the path. */
const PROGRAM = [process.env.SEXTANT_PGBOUNCER, 'pgbouncer', '/usr/sbin/pgbouncer'].find(
  (program) => program && spawnSync(program, ['--version']).status === 0,
);
const VERSION = PROGRAM ? (/(\d+)\.(\d+)/.exec(spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout) ?? []) : [];

export const hasPgBouncer = PROGRAM !== undefined;
/** Supports prepared statements since version 1.21. */
export const carriesPrepared = Number(VERSION[1]) > 1 || Number(VERSION[2]) >= 21;

export interface PgBouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/** `serverUrl` is the database behind it; all connections use the login `user`. */
export async function startPgBouncer(serverUrl: string, user: string, password: string, sessions: number): Promise<PgBouncer> {
  const server = new URL(serverUrl);
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const name = server.pathname.slice(1);
  const file = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${name} = host=${server.searchParams.get('host')} dbname=${name} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
${carriesPrepared ? 'max_prepared_statements = 200' : ''}
`,
  );
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(PROGRAM!, ['-q', file], { stdio: ['ignore', 'ignore', 'inherit'], ...identity });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `postgres://${user}@127.0.0.1:${port}/${name}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error('PgBouncer ended');
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
