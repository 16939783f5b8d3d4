// Embedded PostgreSQL in a data folder: created on first use, started, adopted after a crash, stopped.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { writeFileAtomically } from './atomic-file.ts';
import { openDedicated } from './db-dedicated.ts';
import { isReachable, postgresFiles } from './postgres-files.ts';
import { lastLineOf, openLog, rotateLog } from './postgres-log.ts';
import { ClusterBusy, claimCluster, launch, PostgresProblem, runningPid, stopPid } from './postgres-process.ts';
import { changeClusterOwner, databaseUser, type RunAs } from './postgres-user.ts';
import { isAlive } from './process-identity.ts';

export { PostgresProblem } from './postgres-process.ts';

export interface EmbeddedPostgres {
  /** Connection URL. It uses a Unix socket, so nothing listens on the network. */
  readonly url: string;
  readonly socketFolder: string;
  /** The server was already running. */
  readonly adopted: boolean;
  /** Restarts the server when it dies; PostgreSQL recovers all committed data. Only for the one owner of the folder. */
  keepAlive(): void;
  stop(): Promise<void>;
  /** Ends the server at once without further writes, when another process has become the owner of the folder. */
  abandon(): void;
  /** For the operator: the server does not run as the intended user. */
  warning(): string | null;
}

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
  // Queries contain customers' keywords and prompts, which must never reach the log.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
  // A long transaction on old data must not bloat the queue.
  idle_in_transaction_session_timeout: '30s',
};

/** Starts the cluster in `folder`, which must have no other use. `tune` overrides settings, for tests. */
export async function startPostgres(folder: string, tune: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> {
  const home = path.resolve(folder);
  const data = path.join(home, 'cluster');
  const running = runningPid(data);
  let { user, warning } = databaseUser(data);
  // A running server keeps its folder unchanged, even when it belongs to another user than a new one would.
  if (running === null) prepareFolder(home, user);
  const socketFolder = socketFolderFor(home);
  const password = passwordOf(home, data);
  const url = `postgres://sextant:${password}@localhost/sextant?host=${encodeURIComponent(socketFolder)}`;

  let logFrom = 0;
  const start = (): number => {
    const lock = claimCluster(home, data);
    try {
      const programs = postgresFiles(user, home);
      if (!existsSync(path.join(data, 'PG_VERSION'))) makeCluster(programs, home, data, password, user);
      if (user) ({ user, warning } = changeOwners(data, socketFolder, user, warning));
      const log = openLog(home);
      logFrom = log.from;
      const settings = { ...SETTINGS, unix_socket_directories: socketFolder, ...tune };
      return launch({ program: path.join(programs, 'bin', 'postgres'), home, cluster: data, user, settings }, lock, log);
    } finally {
      // The server has its own copy by now.
      if (lock.state === 'locked') closeSync(lock.fd);
    }
  };
  let pid = running ?? (await startWhenFree(start));
  await waitUntilReady(url, pid, () => lastLineOf(home, logFrom));
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;
  return {
    url,
    socketFolder,
    adopted: running !== null,
    warning: () => warning,
    keepAlive: () => {
      timer = setInterval(() => {
        try {
          if (!isAlive(pid)) pid = runningPid(data) ?? start();
          if (++ticks % LOG_TICKS === 0) rotateLog(home);
        } catch {
          // Processes of the dead server are still ending, or the disk is full. The next tick retries.
        }
      }, CHECK_MS);
      timer.unref();
    },
    stop: () => {
      clearInterval(timer);
      return stopPid(pid);
    },
    abandon: () => {
      clearInterval(timer);
      if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
    },
  };
}

const CHECK_MS = 500;
/** The size of the log is checked once a minute. */
const LOG_TICKS = 120;
/** Processes of a killed server end shortly after it. */
const BUSY_ATTEMPTS = 40;
const BUSY_MS = 250;

async function startWhenFree(start: () => number): Promise<number> {
  for (let attempts = 1; ; attempts++) {
    try {
      return start();
    } catch (error) {
      if (!(error instanceof ClusterBusy) || attempts >= BUSY_ATTEMPTS) throw error;
      await sleep(BUSY_MS);
    }
  }
}

/** Clusters of earlier versions belong to `nobody`. A stale socket in the other folder would block the new user. */
function changeOwners(data: string, socketFolder: string, user: RunAs, warning: string | null): { user: RunAs; warning: string | null } {
  const changed = changeClusterOwner(data, user);
  const runner = changed.user ?? user;
  changeClusterOwner(socketFolder, runner);
  return { user: runner, warning: changed.warning ?? warning };
}

function prepareFolder(home: string, user: RunAs | null): void {
  try {
    mkdirSync(home, { recursive: true });
    if (user) {
      // The database user must be able to pass through our folder to its data. It still cannot list the folder.
      if (!isReachable(home)) chmodSync(path.dirname(home), 0o711);
      changeFolderOwner(home, user);
    }
    writeFileSync(path.join(home, '.writable'), '');
    chmodSync(home, 0o711);
  } catch (cause) {
    throw new PostgresProblem(`The data folder ${home} is not writable. Change its permissions, or set DATA_DIR to another folder.`, {
      cause,
    });
  }
  if (user && !isReachable(home)) {
    throw new PostgresProblem(
      `PostgreSQL does not run as root, and its user cannot reach ${home}. Set DATA_DIR to a folder outside private home directories, such as /var/lib/sextant.`,
    );
  }
}

/**
 * When ownership cannot be changed, an existing cluster continues under its present owner, which needs no rights on
 * this folder.
 */
function changeFolderOwner(home: string, user: RunAs): void {
  try {
    chownSync(home, user.uid, user.gid);
  } catch (error) {
    if (!existsSync(path.join(home, 'cluster', 'PG_VERSION'))) throw error;
  }
}

/** Socket names are limited to about 100 bytes, so the socket of a deep data folder is in the temporary folder. */
function socketFolderFor(home: string): string {
  const near = path.join(home, 'run');
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12);
  const folder = Buffer.byteLength(near) <= 80 ? near : path.join(tmpdir(), `sextant-${name}`);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return folder;
}

function passwordOf(home: string, data: string): string {
  const file = path.join(home, 'password');
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (text !== '') return text;
  if (existsSync(path.join(data, 'PG_VERSION')))
    throw new PostgresProblem(`The password of the database is missing or empty. Restore ${file} from a backup.`);
  writeFileAtomically(file, randomBytes(24).toString('hex'));
  return readFileSync(file, 'utf8').trim();
}

function makeCluster(programs: string, home: string, data: string, password: string, user: RunAs | null): void {
  rmSync(data, { recursive: true, force: true });
  const passwordFile = path.join(home, 'initdb-password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const initdb = spawnSync(
    path.join(programs, 'bin', 'initdb'),
    ['-D', data, '-U', 'sextant', '--pwfile', passwordFile, '-A', 'scram-sha-256', '--data-checksums', '-E', 'UTF8', '--locale=C'],
    { encoding: 'utf8', cwd: home, ...user, env: { LC_ALL: 'C' } },
  );
  rmSync(passwordFile, { force: true });
  if (initdb.status !== 0) {
    rmSync(data, { recursive: true, force: true });
    throw new PostgresProblem(`PostgreSQL could not create its data folder: ${lastLineIn(initdb.stderr || String(initdb.error))}`);
  }
}

/** The server may end at any time. Exported for tests. */
export async function waitUntilReady(url: string, pid: number, lastLine: () => string): Promise<void> {
  const admin = url.replace('/sextant?', '/postgres?');
  for (let attempts = 0; attempts < 600; attempts++) {
    if (!isAlive(pid)) throw new PostgresProblem(`PostgreSQL stopped while starting: ${lastLine()}`);
    let client: pg.Client | null = null;
    try {
      client = await openDedicated({ connectionString: admin });
      // A restored database is still replaying its WAL, which has no time limit.
      if ((await client.query('select pg_is_in_recovery() as reading')).rows[0].reading) {
        attempts = 20;
        throw new Error('still replaying WAL');
      }
      const databases = await client.query("select 1 from pg_database where datname = 'sextant'");
      if (databases.rowCount === 0) await client.query('create database sextant');
      return;
    } catch {
      await sleep(attempts < 20 ? 25 : 100);
    } finally {
      await client?.end().catch(() => undefined);
    }
  }
  throw new PostgresProblem(`PostgreSQL was not ready after 60 seconds: ${lastLine()}`);
}

const lastLineIn = (text: string): string => text.trim().split('\n').at(-1) ?? '';
