// A PostgreSQL primary, and a synchronous standby.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { createBackup } from '#product/platform/backup.js';
import { changeOwner } from '#product/platform/backup-files.js';
import { postgresFiles } from '#product/platform/postgres-files.js';
import { runAs } from '#product/platform/postgres-user.js';
import { exitOf, killWhole } from '../processes.ts';
import { until } from '../wait.ts';

const WAIT_MS_MAX = 120_000;
const NAME = 'standby';
/** A standby must allow at least as many connections as its primary. */
const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '300', timezone: 'UTC', jit: 'off' };

interface ServerSettings {
  readonly home: string;
  readonly port: number;
  readonly password: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface PostgresServer {
  readonly home: string;
  readonly port: number;
  readonly url: string;
  readonly password: string;
  connect(): Promise<pg.Client>;
  ask<Row extends object>(text: string): Promise<Row[]>;
  /** Kills it with everything that was only in memory. */
  kill(): Promise<void>;
  /** Returns the milliseconds that it took. */
  promote(): Promise<number>;
}

/** Starts the cluster in `home`/cluster on a port of this machine. */
export async function startServer({ home, port, password, settings = {} }: ServerSettings): Promise<PostgresServer> {
  const user = runAs();
  const data = path.join(home, 'cluster');
  const log = openSync(path.join(home, 'server.log'), 'w', 0o600);
  const words = Object.entries({ ...SETTINGS, port: String(port), ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(postgresFiles(user, home), 'bin', 'postgres'), ['-D', data, ...words], {
    stdio: ['ignore', log, log],
    cwd: home,
    ...user,
    env: { LC_ALL: 'C' },
  });
  closeSync(log);
  const gone = exitOf(child);
  const url = `postgres://sextant:${password}@127.0.0.1:${port}/sextant`;
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const ask = async <Row extends object>(text: string): Promise<Row[]> => {
    const client = await connect();
    return client
      .query<Row>(text)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  const answers = (): Promise<boolean> =>
    ask('select 1').then(
      () => true,
      () => false,
    );
  await until(answers, {
    msMax: WAIT_MS_MAX,
    problem: () => `the server did not start: ${readFileSync(path.join(home, 'server.log'), 'utf8').slice(-500)}`,
  });
  return {
    home,
    port,
    url,
    password,
    connect,
    ask,
    kill: async () => {
      killWhole(child.pid!);
      await gone;
    },
    promote: async () => {
      const started = performance.now();
      await ask('select pg_promote(true, 60)');
      return performance.now() - started;
    },
  };
}

/** Copies the running primary, starts a standby, and makes replication synchronous. */
export async function startStandby(primary: PostgresServer, home: string, port: number): Promise<PostgresServer> {
  await createBackup(path.join(primary.home, 'cluster'), primary.url, home);
  writeFileSync(path.join(home, 'cluster', 'standby.signal'), '');
  await changeOwner(home, runAs());
  await primary.ask(`select pg_create_physical_replication_slot('${NAME}', true)`);
  const way = `host=127.0.0.1 port=${primary.port} user=sextant password=${primary.password} application_name=${NAME}`;
  const settings = { primary_conninfo: way, primary_slot_name: NAME };
  const standby = await startServer({ home, port, password: primary.password, settings });
  const stateOf = async () =>
    (await primary.ask<{ state: string; sync_state: string }>('select state, sync_state from pg_stat_replication'))[0];
  await until(async () => (await stateOf())?.state === 'streaming', {
    msMax: WAIT_MS_MAX,
    problem: () => 'the standby does not follow',
  });
  await primary.ask(`alter system set synchronous_standby_names = '${NAME}'`);
  await primary.ask('select pg_reload_conf()');
  await until(async () => (await stateOf())?.sync_state === 'sync', {
    msMax: WAIT_MS_MAX,
    problem: () => 'the primary does not wait for the standby',
  });
  return standby;
}
