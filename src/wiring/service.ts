// Runs the service on one machine: database, API in this or several processes, and supervised workers.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricObject } from 'prom-client';
import { createAccounts } from '../business/accounts/accounts.ts';
import { checkPeppers, PepperProblem } from '../business/accounts/peppers.ts';
import type { Config } from '../config.ts';
import { DatabaseUnavailable, type Db } from '../platform/db.ts';
import type { FolderLock } from '../platform/folder-lock.ts';
import { createLog, type Log } from '../platform/log.ts';
import { MigrationProblem, migrate } from '../platform/migrate.ts';
import { poolerProblem } from '../platform/pooler.ts';
import { ensureServiceRole } from '../platform/roles.ts';
import { keepPartitions } from '../worker/maintenance.ts';
import { type ApiParts, createApi } from './api.ts';
import { lockData, SERVED_LOCK } from './data-lock.ts';
import { digestKeyOf, joinFleet } from './fleet.ts';
import { addressesUnder, connect, type Database, dataFolder, openDatabase, SQL_FOLDER, StartProblem } from './installation.ts';
import { openListeners, urlOf } from './listen.ts';
import type { Shape } from './process-counts.ts';
import { keepApis, keepWorkers, type Processes } from './processes.ts';
import { describeReplay } from './replay.ts';
import { agreeOnSecrets, givenPeppers, openSecrets, peppersIn, type Secrets } from './secrets.ts';

export interface FirstKeys {
  readonly live: string;
  readonly test: string;
}

export interface Service {
  readonly url: string;
  /** Shown once: a generated token, and the keys of the first account when the mode is local. */
  readonly newToken: string | null;
  readonly firstKeys: FirstKeys | null;
  /** There is no account yet. */
  readonly noAccount: boolean;
  /** The captured pages of REPLAY_DIR, for people; null for the network. */
  readonly replay: string | null;
  stop(): Promise<void>;
}

/** A number that no other advisory lock uses, here or in sql/: the audit locks 7283004 while an account is created. */
const FIRST_ACCOUNT_LOCK = 7_283_009;
const FIRST_CREDITS = 100_000;
const CONNECT_TRIES_MAX = 5;
/** The error of PostgreSQL while it starts. */
const STARTING_UP = '57P03';
const RESTART_MS = 500;

export async function startService(config: Config, shape: Shape): Promise<Service> {
  const log = createLog(config.LOG_LEVEL);
  const replay = describeReplay(config);
  const lock = await lockData(config, 'service', (reason) => log.warn('waiting for data directory', { reason }));
  try {
    return { ...(await startOn(config, shape, log, lock)), replay };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function startOn(config: Config, shape: Shape, log: Log, lock: FolderLock | null): Promise<Omit<Service, 'replay'>> {
  mustBeWritable(config);
  const found = openSecrets(config);
  const database = await openDatabase(config);
  const warning = database.warning();
  if (warning) log.warn('embedded postgresql has wrong user', { reason: warning });
  if (lock) lock.onLost(() => leaveFolder(database, config, log));
  const owner = connect({ url: database.directUrl, directUrl: database.directUrl }, config);
  let db = owner;
  let ours = !database.adopted;
  try {
    if (database.embedded) await lockDatabase(owner, config);
    ours = true;
    database.keepAlive();
    const addresses = addressesUnder(database, await prepare(owner, database.embedded, config, found, log));
    const secrets = await agreeOnSecrets(owner, config, found);
    db = connect(addresses, config, shape.apis === 1);
    const { firstKeys, noAccount } = await makeFirstAccount(db, config, secrets);
    let workers: Processes | null = null;
    const otherMetrics = async (): Promise<MetricObject[][]> => (await workers?.metrics()) ?? [];
    const apis =
      shape.apis === 1
        ? await answerHere({ db, config, secrets, log, otherMetrics })
        : await keepApis(shape.apis, { config, addresses, secrets, log, otherMetrics });
    const digestKey = digestKeyOf(secrets);
    workers = keepWorkers(shape.workers, addresses, digestKey, log);
    // A single API process is this one, and registers as such.
    const registration = shape.apis === 1 ? null : await joinFleet({ db, config, log, role: 'main', digestKey });
    return {
      url: urlOf(config, apis.port),
      newToken: secrets.tokenIsNew ? secrets.adminToken : null,
      firstKeys,
      noAccount,
      stop: async () => {
        await Promise.all([registration?.reportShutdown(config.DRAIN_SECONDS), workers.stop(), apis.stop()]);
        await registration?.end();
        await Promise.all([db.close(), owner.close()]);
        await database.stop();
        lock?.release();
      },
    };
  } catch (error) {
    for (const each of new Set([db, owner])) await each.close().catch(() => undefined);
    // A database that another service uses is left running.
    if (ours) await database.stop();
    throw error;
  }
}

/** Another process owns the folder now, and its database must be the only one: end without writing anything more. */
function leaveFolder(database: Database, config: Config, log: Log): void {
  log.error('data directory taken over by another start, exiting', { reason: dataFolder(config) });
  database.abandon();
  process.exit(1);
}

/** A single API runs in this process: no IPC, and the fastest start. */
async function answerHere(parts: ApiParts): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const listeners = await openListeners(await createApi(parts), parts.config);
  return { port: listeners.port, stop: () => listeners.drain(parts.config.DRAIN_SECONDS) };
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

/** Returns the role to work under. */
async function prepare(db: Db, embedded: boolean, config: Config, secrets: Secrets, log: Log): Promise<string | null> {
  try {
    await migrateSoon(db, config, secrets, log);
    await keepPartitions(db);
    return await ensureServiceRole(db);
  } catch (error) {
    if (error instanceof StartProblem || error instanceof MigrationProblem || error instanceof PepperProblem || embedded) throw error;
    const pooler = poolerProblem(error);
    if (pooler) throw new StartProblem(pooler, { cause: error });
    const reason = (((error as Error).cause as Error | undefined) ?? (error as Error)).message;
    throw new StartProblem(`The database of DATABASE_URL cannot be used: ${reason}. Check host, port, name, user and password.`, {
      cause: error,
    });
  }
}

/** Retries while the database is just starting or the machine is very busy; reports a wrong URL at once. */
async function migrateSoon(db: Db, config: Config, secrets: Secrets, log: Log): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      // A start that would invalidate keys must not migrate the schema either.
      await checkPeppers(db, givenPeppers(secrets));
      await migrate(db, SQL_FOLDER, { waitSeconds: config.MIGRATION_WAIT_SECONDS, log: (line) => log.warn(line) });
      return;
    } catch (error) {
      const { code, message = '' } = ((error as Error).cause ?? {}) as { code?: string; message?: string };
      const later = error instanceof DatabaseUnavailable && (code === STARTING_UP || /timeout/.test(message));
      if (!later || attempts >= CONNECT_TRIES_MAX) throw error;
      await sleep(RESTART_MS);
    }
  }
}

/** One service per database folder. The lock ends with its connection, so a killed process leaves none behind. */
async function lockDatabase(db: Db, config: Config): Promise<void> {
  const client = await db.connect();
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [SERVED_LOCK]);
  if (!rows[0].locked) {
    await client.end();
    throw new StartProblem(`Another Sextant is running on ${dataFolder(config)}: stop it, or set DATA_DIR to another folder.`);
  }
  // After a restart of the database the lock is taken again.
  client.once('end', () => setTimeout(() => void lockDatabase(db, config).catch(() => undefined), RESTART_MS).unref());
}

/** Two services may find the same empty database at their first start. One of them creates the account. */
async function makeFirstAccount(db: Db, config: Config, secrets: Secrets): Promise<Pick<Service, 'firstKeys' | 'noAccount'>> {
  const accounts = createAccounts(db, peppersIn(secrets));
  const client = await db.connect();
  try {
    // A transaction lock: behind a pooler that shares sessions, a session lock would never be released.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [FIRST_ACCOUNT_LOCK]);
    if ((await accounts.list()).length > 0) return { firstKeys: null, noAccount: false };
    // In production the output ends up in logs that many people can read.
    if (config.MODE === 'production') return { firstKeys: null, noAccount: true };
    const { keys } = await accounts.create({ name: 'First account', email: 'operator@localhost', credits: FIRST_CREDITS });
    return { firstKeys: keys, noAccount: false };
  } finally {
    await client.end();
  }
}
