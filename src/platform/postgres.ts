// Our own PostgreSQL in a data folder: made on first use, started, adopted after a crash, stopped.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isReachable, postgresFiles, type RunAs, runAs } from './postgres-files.ts';

export interface EmbeddedPostgres {
  /** How to connect; a Unix socket, so nothing listens on the network. */
  readonly url: string;
  readonly socketFolder: string;
  /** It was running already. */
  readonly adopted: boolean;
  /** From now on a server that dies is started again; it recovers everything that was committed. Only for its one owner. */
  keepAlive(): void;
  stop(): Promise<void>;
}

/** A problem with a one-line cure, for people. */
export class PostgresProblem extends Error {}

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '300',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_completion_target: '0.9',
  wal_compression: 'on',
  random_page_cost: '1.1',
  effective_io_concurrency: '16',
  autovacuum_naptime: '10s',
  jit: 'off',
  // Queries carry keywords and prompts of customers; they never reach the log.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
  // A long look at old data must not make the queue swell.
  idle_in_transaction_session_timeout: '30s',
};

/** Starts the cluster in `folder`, which belongs to it alone. `tune` overrides settings, for tests. */
export async function startPostgres(folder: string, tune: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> {
  const user = runAs();
  const home = path.resolve(folder);
  prepareFolder(home, user);
  const programs = postgresFiles(user, home);
  const data = path.join(home, 'cluster');
  const socketFolder = socketFolderFor(home, user);
  const password = passwordOf(home);
  if (!existsSync(path.join(data, 'PG_VERSION'))) makeCluster(programs, home, data, password, user);
  const url = `postgres://sextant:${password}@localhost/sextant?host=${encodeURIComponent(socketFolder)}`;

  const start = (): number => {
    rmSync(path.join(data, 'postmaster.pid'), { force: true });
    return launch(programs, home, data, socketFolder, user, tune);
  };
  const running = runningPid(data);
  let pid = running ?? start();
  await waitUntilReady(url, pid, path.join(home, 'postgres.log'));
  let watch: NodeJS.Timeout | undefined;
  return {
    url,
    socketFolder,
    adopted: running !== null,
    keepAlive: () => {
      watch = setInterval(() => {
        if (!isAlive(pid)) pid = runningPid(data) ?? start();
      }, WATCH_MS);
      watch.unref();
    },
    stop: () => {
      clearInterval(watch);
      return stopPid(pid);
    },
  };
}

const WATCH_MS = 500;

function prepareFolder(home: string, user: RunAs | null): void {
  try {
    mkdirSync(home, { recursive: true });
    if (user) {
      // The other user must be able to walk through our own folder to its data; it still cannot list it.
      if (!isReachable(home)) chmodSync(path.dirname(home), 0o711);
      chownSync(home, user.uid, user.gid);
    }
    writeFileSync(path.join(home, '.writable'), '');
    chmodSync(home, 0o711);
  } catch (cause) {
    throw new PostgresProblem(`The data folder ${home} is not writable: change its rights, or set DATA_DIR to another folder.`, { cause });
  }
  if (user && !isReachable(home)) {
    throw new PostgresProblem(
      `PostgreSQL does not run as root, and its user cannot reach ${home}: set DATA_DIR to a folder outside of private homes, such as /var/lib/sextant.`,
    );
  }
}

/** Socket names are limited to about 100 bytes, so deep data folders get theirs in the temporary folder. */
function socketFolderFor(home: string, user: RunAs | null): string {
  const near = path.join(home, 'run');
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12);
  const folder = Buffer.byteLength(near) <= 80 ? near : path.join(tmpdir(), `sextant-${name}`);
  mkdirSync(folder, { recursive: true });
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o711);
  return folder;
}

function passwordOf(home: string): string {
  const file = path.join(home, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function makeCluster(programs: string, home: string, data: string, password: string, user: RunAs | null): void {
  rmSync(data, { recursive: true, force: true });
  const passwordFile = path.join(home, 'initdb-password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const made = spawnSync(
    path.join(programs, 'bin', 'initdb'),
    ['-D', data, '-U', 'sextant', '--pwfile', passwordFile, '-A', 'scram-sha-256', '--data-checksums', '-E', 'UTF8', '--locale=C'],
    { encoding: 'utf8', cwd: home, ...user, env: { LC_ALL: 'C' } },
  );
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    rmSync(data, { recursive: true, force: true });
    throw new PostgresProblem(`PostgreSQL could not make its data folder: ${lastLine(made.stderr || String(made.error))}`);
  }
}

function launch(
  programs: string,
  home: string,
  data: string,
  socketFolder: string,
  user: RunAs | null,
  tune: Readonly<Record<string, string>>,
): number {
  const settings = { ...SETTINGS, unix_socket_directories: socketFolder, ...tune };
  const log = openSync(path.join(home, 'postgres.log'), 'w', 0o600);
  // A session of its own: a signal to our process group must not stop the database before we have finished with it.
  const child = spawn(
    path.join(programs, 'bin', 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { detached: true, stdio: ['ignore', log, log], cwd: home, ...user, env: { LC_ALL: 'C' } },
  );
  child.unref();
  if (child.pid === undefined) throw new PostgresProblem('PostgreSQL could not be started.');
  return child.pid;
}

/** The process that holds the cluster, or null; the file alone proves nothing after a crash. */
function runningPid(data: string): number | null {
  try {
    const [first, folder] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(first);
    return isAlive(pid) && folder === data && isPostgres(pid) ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Process numbers are used again; only a process that is called postgres counts. */
function isPostgres(pid: number): boolean {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
    } catch {
      return false;
    }
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout.includes('postgres');
}

async function waitUntilReady(url: string, pid: number, log: string): Promise<void> {
  const admin = url.replace('/sextant?', '/postgres?');
  for (let tries = 0; tries < 600; tries++) {
    if (!isAlive(pid)) throw new PostgresProblem(`PostgreSQL stopped while starting: ${lastLine(readFileSync(log, 'utf8'))}`);
    const client = new pg.Client({ connectionString: admin });
    try {
      await client.connect();
      // A restored one still reads its log; that takes as long as it takes.
      if ((await client.query('select pg_is_in_recovery() as reading')).rows[0].reading) {
        tries = 20;
        throw new Error('still reading its log');
      }
      const known = await client.query("select 1 from pg_database where datname = 'sextant'");
      if (known.rowCount === 0) await client.query('create database sextant');
      return;
    } catch {
      await sleep(tries < 20 ? 25 : 100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new PostgresProblem(`PostgreSQL was not ready after 60 seconds: ${lastLine(readFileSync(log, 'utf8'))}`);
}

/** Fast shutdown: open transactions are rolled back, everything committed is safe. */
async function stopPid(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 15_000 && isAlive(pid); waited += 50) await sleep(50);
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
