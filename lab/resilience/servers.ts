// PostgreSQL servers that stream to each other: a primary, and a standby that every commit waits for.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { takeBackup } from '#product/platform/backup.js';
import { handOver } from '#product/platform/backup-files.js';
import { postgresFiles } from '#product/platform/postgres-files.js';
import { runAs } from '#product/platform/postgres-user.js';
import { killWhole } from '../chaos/server.ts';

const WAIT_MS_MAX = 120_000;
const NAME = 'standby';
/** The standby must allow as many connections as the primary, or it would not follow. */
const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '300', timezone: 'UTC', jit: 'off' };

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the cluster in `home`/cluster on a port of this machine. */
export async function startServer({ home, port, password, settings = {} }) {
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
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const url = `postgres://sextant:${password}@127.0.0.1:${port}/sextant`;
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const ask = async (text) => {
    const client = await connect();
    return client
      .query(text)
      .then(
        ({ rows }) => rows,
        (error) => Promise.reject(error),
      )
      .finally(() => client.end());
  };
  const answers = () =>
    ask('select 1').then(
      () => true,
      () => false,
    );
  await until(answers, () => `the server did not start: ${readFileSync(path.join(home, 'server.log'), 'utf8').slice(-500)}`);
  return {
    home,
    port,
    url,
    password,
    connect,
    ask,
    /** Without a word, with everything that was only in memory. */
    kill: async () => {
      killWhole(child.pid);
      await gone;
    },
    promote: async () => {
      const started = performance.now();
      await ask('select pg_promote(true, 60)');
      return performance.now() - started;
    },
  };
}

/** Copies the primary while it works, follows it, and lets it wait with every commit from then on. */
export async function startStandby(primary, home, port) {
  await takeBackup(path.join(primary.home, 'cluster'), primary.url, home);
  writeFileSync(path.join(home, 'cluster', 'standby.signal'), '');
  await handOver(home, runAs());
  await primary.ask(`select pg_create_physical_replication_slot('${NAME}', true)`);
  const way = `host=127.0.0.1 port=${primary.port} user=sextant password=${primary.password} application_name=${NAME}`;
  const settings = { primary_conninfo: way, primary_slot_name: NAME };
  const standby = await startServer({ home, port, password: primary.password, settings });
  const stateOf = async () => (await primary.ask('select state, sync_state from pg_stat_replication'))[0];
  await until(
    async () => (await stateOf())?.state === 'streaming',
    () => 'the standby does not follow',
  );
  await primary.ask(`alter system set synchronous_standby_names = '${NAME}'`);
  await primary.ask('select pg_reload_conf()');
  await until(
    async () => (await stateOf())?.sync_state === 'sync',
    () => 'the primary does not wait for the standby',
  );
  return standby;
}

async function until(holds, words) {
  for (const started = Date.now(); !(await holds()); await sleep(50)) if (Date.now() - started > WAIT_MS_MAX) throw new Error(words());
}
