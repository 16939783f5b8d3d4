// Runs the whole service on one machine: database, API in this process, a worker in another that is started again when it dies.
import { type ChildProcess, fork } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MetricObject } from 'prom-client';
import { openOperatorDoor } from '../api/operator-door.ts';
import { createAccounts } from '../business/accounts/accounts.ts';
import type { Config } from '../config.ts';
import { DatabaseAway, type Db } from '../platform/db.ts';
import { createLog, type Log } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { keepServiceRole, underRole } from '../platform/roles.ts';
import { keepPartitions } from '../worker/upkeep.ts';
import { type Api, createApi } from './api.ts';
import { connect, dataFolder, openDatabase, openSecrets, type Secrets, SQL_FOLDER, StartProblem } from './installation.ts';

export interface FirstKeys {
  readonly live: string;
  readonly test: string;
}

export interface Service {
  readonly url: string;
  /** Shown once: the token when it was made just now, the keys when the database was empty. */
  readonly newToken: string | null;
  readonly firstKeys: FirstKeys | null;
  stop(): Promise<void>;
}

const FIRST_CREDITS = 100_000;
const CONNECT_TRIES_MAX = 5;
/** What PostgreSQL says while it comes up. */
const STARTING_UP = '57P03';
const RESTART_MS = 500;
const STOP_MS_MAX = 25_000;
const METRICS_MS_MAX = 2000;

/** `withWorker` is false for a machine that only answers requests and leaves the work to others. */
export async function startService(config: Config, withWorker = true): Promise<Service> {
  const log = createLog(config.LOG_LEVEL);
  mustBeWritable(config);
  const secrets = openSecrets(config);
  const database = await openDatabase(config);
  const owner = connect(database.url, config);
  let db = owner;
  let ours = !database.adopted;
  try {
    if (database.embedded) await lockFolder(owner, config);
    ours = true;
    database.keepAlive();
    const url = underRole(database.url, await prepare(owner, database.embedded));
    db = connect(url, config, true);
    const firstKeys = await makeFirstAccount(db, secrets);
    let worker: ReturnType<typeof superviseWorker> | null = null;
    const api = await createApi({ db, config, secrets, log, otherMetrics: async () => (await worker?.metrics()) ?? [] });
    await listen(api, config);
    const operatorDoor = config.ADMIN_PORT === 0 ? null : await openForOperator(api, config);
    if (withWorker) worker = superviseWorker(url, log);
    return {
      url: urlOf(config, (api.app.server.address() as AddressInfo).port),
      newToken: secrets.tokenIsNew ? secrets.adminToken : null,
      firstKeys,
      stop: async () => {
        const workerGone = worker?.stop();
        await api.drain(config.DRAIN_SECONDS);
        operatorDoor?.close();
        operatorDoor?.closeAllConnections();
        await workerGone;
        await Promise.all([db.close(), owner.close()]);
        await database.stop();
      },
    };
  } catch (error) {
    for (const each of new Set([db, owner])) await each.close().catch(() => undefined);
    // A database that another service is using stays as it is.
    if (ours) await database.stop();
    throw error;
  }
}

function mustBeWritable(config: Config): void {
  const folder = dataFolder(config);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new StartProblem(`The data folder ${folder} is not writable: change its rights, or set DATA_DIR to another folder.`, { cause });
  }
}

/** Answers the role to go on under. */
async function prepare(db: Db, embedded: boolean): Promise<string | null> {
  try {
    await migrateSoon(db);
    await keepPartitions(db);
    return await keepServiceRole(db);
  } catch (error) {
    if (error instanceof StartProblem || embedded) throw error;
    const reason = (((error as Error).cause as Error | undefined) ?? (error as Error)).message;
    throw new StartProblem(`The database of DATABASE_URL cannot be used: ${reason}. Check host, port, name, user and password.`, {
      cause: error,
    });
  }
}

/** A database that is just starting, or a machine that is very busy, gets a few more moments; a wrong address is told at once. */
async function migrateSoon(db: Db): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await migrate(db, SQL_FOLDER);
      return;
    } catch (error) {
      const { code, message = '' } = ((error as Error).cause ?? {}) as { code?: string; message?: string };
      const later = error instanceof DatabaseAway && (code === STARTING_UP || /timeout/.test(message));
      if (!later || tries >= CONNECT_TRIES_MAX) throw error;
      await sleep(RESTART_MS);
    }
  }
}

/** One service per database folder: the lock lives as long as its connection, so a killed process never leaves it behind. */
async function lockFolder(db: Db, config: Config): Promise<void> {
  const client = await db.connect();
  const { rows } = await client.query('select pg_try_advisory_lock(7283003) as locked');
  if (!rows[0].locked) {
    await client.end();
    throw new StartProblem(`Another Sextant is running on ${dataFolder(config)}: stop it, or set DATA_DIR to another folder.`);
  }
  // The database restarts now and then; the lock is taken again as soon as it is back.
  client.once('end', () => setTimeout(() => void lockFolder(db, config).catch(() => undefined), RESTART_MS).unref());
}

/** Is a service running on this database? */
export async function isServed(db: Db): Promise<boolean> {
  const [row] = await db.query<{ served: boolean }>({
    name: 'is_served',
    text: "select exists (select 1 from pg_locks where locktype = 'advisory' and objid = 7283003) as served",
  });
  return row?.served ?? false;
}

async function makeFirstAccount(db: Db, secrets: Secrets): Promise<FirstKeys | null> {
  const accounts = createAccounts(db, secrets.keyPepper);
  if ((await accounts.list()).length > 0) return null;
  return (await accounts.create({ name: 'First account', email: 'operator@localhost', credits: FIRST_CREDITS })).keys;
}

const listen = (api: Api, { HOST: host, PORT: port }: Config): Promise<string> =>
  listening(api, () => api.app.listen({ host, port }), { host, port, names: ['HOST', 'PORT'] });

const openForOperator = (api: Api, { ADMIN_HOST: host, ADMIN_PORT: port }: Config): Promise<Server> =>
  listening(api, () => openOperatorDoor(api.app, host, port), { host, port, names: ['ADMIN_HOST', 'ADMIN_PORT'] });

async function listening<T>(
  api: Api,
  open: () => Promise<T>,
  { host, port, names }: { host: string; port: number; names: readonly [string, string] },
): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    await api.close();
    const taken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const problem = taken
      ? `Port ${port} is taken: stop what uses it, or set ${names[1]} to another one.`
      : `Cannot listen on ${host} port ${port}: check ${names.join(' and ')}.`;
    throw new StartProblem(problem, { cause });
  }
}

function urlOf(config: Config, port: number): string {
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Keeps one worker process alive, and asks it for its numbers. */
function superviseWorker(databaseUrl: string, log: Log) {
  const program = fileURLToPath(new URL('../main.js', import.meta.url));
  let child: ChildProcess | null = null;
  let stopping = false;
  const start = (): void => {
    if (stopping) return;
    // The address goes through a message, not through the environment, where other processes could read it.
    child = fork(program, ['work'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.send({ databaseUrl });
    child.once('exit', (code, signal) => {
      child = null;
      if (stopping) return;
      log.error('the worker died and is started again', { reason: signal ?? `exit ${code}` });
      setTimeout(start, RESTART_MS);
    });
  };
  start();
  return {
    metrics: (): Promise<MetricObject[][]> =>
      new Promise((resolve) => {
        if (!child?.connected) return resolve([]);
        const timer = setTimeout(() => resolve([]), METRICS_MS_MAX);
        const answer = (message: unknown): void => {
          clearTimeout(timer);
          resolve([(message as { metrics: MetricObject[] }).metrics]);
        };
        child.once('message', answer);
        child.send('metrics');
      }),
    stop: async (): Promise<void> => {
      stopping = true;
      const last = child;
      if (!last || last.exitCode !== null) return;
      const gone = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      last.kill('SIGTERM');
      const timer = setTimeout(() => last.kill('SIGKILL'), STOP_MS_MAX);
      await gone;
      clearTimeout(timer);
    },
  };
}
