// Runs the whole service on one machine: database, API in this process, a worker in another that is started again when it dies.
import { type ChildProcess, fork } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { MetricObject } from 'prom-client';
import { createAccounts } from '../business/accounts/accounts.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { createLog, type Log } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { keepPartitions } from '../worker/upkeep.ts';
import { type Api, createApi } from './api.ts';
import { connect, dataFolder, openDatabase, openSecrets, type Secrets, SQL_FOLDER } from './installation.ts';

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

/** A start that cannot succeed, with one line for people. */
export class StartProblem extends Error {}

const FIRST_CREDITS = 100_000;
const RESTART_MS = 500;
const STOP_MS_MAX = 25_000;
const METRICS_MS_MAX = 2000;

/** `withWorker` is false for a machine that only answers requests and leaves the work to others. */
export async function startService(config: Config, withWorker = true): Promise<Service> {
  const log = createLog(config.LOG_LEVEL);
  mustBeWritable(config);
  const secrets = openSecrets(config);
  const database = await openDatabase(config);
  const db = connect(database.url, config, true);
  let ours = !database.adopted;
  try {
    if (database.embedded) await lockFolder(db, config);
    ours = true;
    database.keepAlive();
    await prepare(db, database.embedded);
    const firstKeys = await makeFirstAccount(db, secrets);
    let worker: ReturnType<typeof superviseWorker> | null = null;
    const api = await createApi({ db, config, secrets, log, otherMetrics: async () => (await worker?.metrics()) ?? [] });
    await listen(api, config);
    if (withWorker) worker = superviseWorker(database.url, log);
    return {
      url: urlOf(config, (api.app.server.address() as AddressInfo).port),
      newToken: secrets.tokenIsNew ? secrets.adminToken : null,
      firstKeys,
      stop: async () => {
        const workerGone = worker?.stop();
        await api.drain(config.DRAIN_SECONDS);
        await workerGone;
        await db.close();
        await database.stop();
      },
    };
  } catch (error) {
    await db.close().catch(() => undefined);
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

async function prepare(db: Db, embedded: boolean): Promise<void> {
  try {
    await migrate(db, SQL_FOLDER);
    await keepPartitions(db);
  } catch (error) {
    if (error instanceof StartProblem || embedded) throw error;
    const reason = (((error as Error).cause as Error | undefined) ?? (error as Error)).message;
    throw new StartProblem(`The database of DATABASE_URL cannot be used: ${reason}. Check host, port, name, user and password.`, {
      cause: error,
    });
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

async function makeFirstAccount(db: Db, secrets: Secrets): Promise<FirstKeys | null> {
  const accounts = createAccounts(db, secrets.keyPepper);
  if ((await accounts.list()).length > 0) return null;
  return (await accounts.create({ name: 'First account', email: 'operator@localhost', credits: FIRST_CREDITS })).keys;
}

async function listen(api: Api, config: Config): Promise<void> {
  try {
    await api.app.listen({ host: config.HOST, port: config.PORT });
  } catch (cause) {
    await api.close();
    const taken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const problem = taken
      ? `Port ${config.PORT} is taken: stop what uses it, or set PORT to another one.`
      : `Cannot listen on ${config.HOST} port ${config.PORT}: check HOST and PORT.`;
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
