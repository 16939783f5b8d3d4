// A test environment: a dedicated PostgreSQL, one account, and API and worker processes that can be started, stopped and measured.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAccounts } from '#product/business/accounts/accounts.js';
import type { Account } from '#product/contract/order.js';
import { createDb, type Db } from '#product/platform/db.js';
import { migrate } from '#product/platform/migrate.js';
import { type EmbeddedPostgres, startPostgres } from '#product/platform/postgres.js';
import { ensureServiceRole } from '#product/platform/roles.js';
import { keepPartitions } from '#product/worker/maintenance.js';
import { ROOT } from './paths.ts';
import { type ExitResult, exitOf, isRunning, megabytesOf, postmasterOf } from './processes.ts';
import { isReady, sleep } from './wait.ts';

export const PEPPER = 'lab';
export const TOKEN = 'lab-admin-token';
const READY_MS_MAX = 180_000;

/** Rates that never limit: an instrument measures the service, not the share of one customer. */
const SETTINGS = {
  KEY_PEPPER: PEPPER,
  ADMIN_TOKEN: TOKEN,
  IP_RATE_PER_MINUTE: '10000000',
  IP_RATE_BURST: '1000000',
  LOG_LEVEL: 'error',
  CANARY_INTERVAL_MINUTES: '0',
};

export type Settings = Readonly<Record<string, string>>;
/** The commands of `dist/main.js`; `start` runs API and worker together. */
export type Command = 'api' | 'worker' | 'start';

export interface Stopped {
  readonly code: ExitResult;
  readonly seconds: number;
}

export interface RunningProcess {
  readonly pid: number;
  /** Empty for a worker, which listens nowhere. */
  readonly url: string;
  readonly ended: Promise<ExitResult>;
  printed(): string;
  ready(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<Stopped>;
  megabytes(): number;
}

/** What every environment has, before its database is filled. */
export interface BareEnvironment {
  readonly folder: string;
  readonly db: Db;
  readonly postgres: EmbeddedPostgres;
  /** `root` is the folder of another build. */
  start(command: Command, settings?: Settings, root?: string): Promise<RunningProcess>;
  databasePid(): number;
  close(): Promise<void>;
}

/** One account with a test key, a live key and more credits than any run spends. */
export interface OneAccount {
  readonly key: string;
  readonly liveKey: string;
  readonly accountId: string;
  readonly account: Account;
}

export type Environment = BareEnvironment & OneAccount;

export interface EnvironmentSettings<Filled extends object> {
  readonly tune?: Settings;
  readonly connectionsMax?: number;
  /** Creates the schema and its contents. The result becomes part of the environment. */
  readonly fill: (environment: BareEnvironment) => Promise<Filled>;
}

const environments = new Set<BareEnvironment>();

/** For a run that is interrupted. */
export const closeAll = (): Promise<unknown> => Promise.all([...environments].map((environment) => environment.close()));

export async function openEnvironment<Filled extends object>(settings: EnvironmentSettings<Filled>): Promise<BareEnvironment & Filled> {
  const { tune = {}, connectionsMax = 4, fill } = settings;
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-lab-'));
  // The user of PostgreSQL must be able to pass through.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres(path.join(folder, 'postgres'), tune);
  const db = createDb({ url: postgres.url, connectionsMax, queryMsMax: 300_000, connectMsMax: 5000 });
  const processes = new Set<RunningProcess>();
  let number = 0;

  const environment: BareEnvironment = {
    folder,
    db,
    postgres,
    start: async (command, own = {}, root = ROOT) => {
      const one = launch(command, { DATABASE_URL: postgres.url, DATA_DIR: path.join(folder, `process-${++number}`), ...own }, root);
      processes.add(one);
      void one.ended.then(() => processes.delete(one));
      if (command !== 'worker') await one.ready();
      return one;
    },
    databasePid: () => postmasterOf(path.join(folder, 'postgres', 'cluster')),
    close: async () => {
      environments.delete(environment);
      await Promise.all([...processes].map((one) => one.stop('SIGKILL')));
      await db.close().catch(() => undefined);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  environments.add(environment);
  try {
    return Object.assign(environment, await fill(environment));
  } catch (error) {
    await environment.close();
    throw error;
  }
}

/** The schema and one account. The role of the service is left out where a benchmark never had it. */
export async function fillWithOneAccount({ db }: BareEnvironment, { serviceRole = true } = {}): Promise<OneAccount> {
  await migrate(db, path.join(ROOT, 'sql', 'migrations'));
  await keepPartitions(db);
  if (serviceRole) await ensureServiceRole(db);
  const accounts = createAccounts(db, PEPPER);
  const made = await accounts.create({
    name: 'Lab',
    email: 'lab@mail.example',
    credits: 1_000_000_000,
    rates: { perMinute: 10_000_000, burst: 1_000_000 },
  });
  const account = await accounts.byKey(made.keys.test);
  if (!account) throw new Error('the new account has no test key');
  return { key: made.keys.test, liveKey: made.keys.live, accountId: made.id, account };
}

/** The environment of most runs. */
export const openWithOneAccount = (tune: Settings = {}): Promise<Environment> =>
  openEnvironment({ tune, fill: (environment) => fillWithOneAccount(environment) });

function launch(command: Command, settings: Settings, root: string): RunningProcess {
  const child = spawn(process.execPath, [path.join(root, 'dist', 'main.js'), command], {
    env: { PATH: process.env.PATH, PORT: '0', ...SETTINGS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, errors, url] = ['', '', ''];
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  child.stderr.on('data', (bytes) => {
    errors += bytes;
  });
  const ended = exitOf(child);
  return {
    pid: child.pid!,
    get url() {
      return url;
    },
    ended,
    printed: () => printed + errors,
    ready: async () => {
      for (const started = Date.now(); ; await sleep(30)) {
        url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
        if (url !== '' && (await isReady(url))) return;
        if (child.exitCode !== null) throw new Error(`${command} ended while starting: ${printed}${errors}`);
        if (Date.now() - started > READY_MS_MAX) throw new Error(`${command} did not start in time: ${printed}${errors}`);
      }
    },
    stop: async (signal = 'SIGTERM') => {
      const started = performance.now();
      if (isRunning(child)) child.kill(signal);
      return { code: await ended, seconds: (performance.now() - started) / 1000 };
    },
    megabytes: () => megabytesOf(child.pid!),
  };
}
