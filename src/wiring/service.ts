// Runs the whole service on one machine: database, API in this process or in several, workers in others that are started again when they die.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricObject } from 'prom-client';
import { createAccounts } from '../business/accounts/accounts.ts';
import type { Config } from '../config.ts';
import { DatabaseAway, type Db } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { keepServiceRole } from '../platform/roles.ts';
import { keepPartitions } from '../worker/upkeep.ts';
import { type ApiParts, createApi } from './api.ts';
import { addressesUnder, connect, dataFolder, openDatabase, openSecrets, type Secrets, SQL_FOLDER, StartProblem } from './installation.ts';
import { openDoors, urlOf } from './listen.ts';
import { keepApis, keepWorkers, type Processes } from './processes.ts';
import type { Shape } from './shape.ts';

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

/** Any number that no other lock has, here or in sql/: the audit takes 7283004 while an account is made. */
const FIRST_ACCOUNT_LOCK = 7_283_009;
const FIRST_CREDITS = 100_000;
const CONNECT_TRIES_MAX = 5;
/** What PostgreSQL says while it comes up. */
const STARTING_UP = '57P03';
const RESTART_MS = 500;

export async function startService(config: Config, shape: Shape): Promise<Service> {
  const log = createLog(config.LOG_LEVEL);
  mustBeWritable(config);
  const secrets = openSecrets(config);
  const database = await openDatabase(config);
  const owner = connect({ url: database.directUrl, directUrl: database.directUrl }, config);
  let db = owner;
  let ours = !database.adopted;
  try {
    if (database.embedded) await lockFolder(owner, config);
    ours = true;
    database.keepAlive();
    const addresses = addressesUnder(database, await prepare(owner, database.embedded));
    db = connect(addresses, config, shape.apis === 1);
    const firstKeys = await makeFirstAccount(db, secrets);
    let workers: Processes | null = null;
    const otherMetrics = async (): Promise<MetricObject[][]> => (await workers?.metrics()) ?? [];
    const apis =
      shape.apis === 1
        ? await answerHere({ db, config, secrets, log, otherMetrics })
        : await keepApis(shape.apis, { config, addresses, log, otherMetrics });
    workers = keepWorkers(shape.workers, addresses, log);
    return {
      url: urlOf(config, apis.port),
      newToken: secrets.tokenIsNew ? secrets.adminToken : null,
      firstKeys,
      stop: async () => {
        await Promise.all([workers.stop(), apis.stop()]);
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

/** One API process is this one: nothing to pass on, and the quickest start. */
async function answerHere(parts: ApiParts): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const doors = await openDoors(await createApi(parts), parts.config);
  return { port: doors.port, stop: () => doors.drain(parts.config.DRAIN_SECONDS) };
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

/** Two services may see the same empty database at their first start; one of them makes the account. */
async function makeFirstAccount(db: Db, secrets: Secrets): Promise<FirstKeys | null> {
  const accounts = createAccounts(db, secrets.keyPepper);
  const client = await db.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [FIRST_ACCOUNT_LOCK]);
    if ((await accounts.list()).length > 0) return null;
    return (await accounts.create({ name: 'First account', email: 'operator@localhost', credits: FIRST_CREDITS })).keys;
  } finally {
    await client.end();
  }
}
