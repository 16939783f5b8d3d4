// Locks the data folder: one service or one command at a time may use it.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { FolderBusy, type FolderLock, lockFolder, type Owner } from '../platform/folder-lock.ts';
import { runningPid } from '../platform/postgres-process.ts';
import { processIdentity } from '../platform/process-identity.ts';
import { connect, type Database, dataFolder, openDatabase, POSTGRES_FOLDER, StartProblem } from './installation.ts';

/** Commands are short, so a starting service or another command waits for them. */
const COMMAND_MS_MAX = 30_000;
const LOOK_MS = 250;

/**
 * Locks the data folder before anything in it is changed. With DATABASE_URL it holds no cluster and several services may share it:
 * then this returns null. Throws `FolderBusy` while a service uses it, here or in another container.
 */
export async function lockData(config: Config, purpose: Owner['purpose'], tell?: (line: string) => void): Promise<FolderLock | null> {
  if (config.DATABASE_URL !== null) return null;
  const folder = dataFolder(config);
  for (let waited = 0; ; waited += LOOK_MS) {
    try {
      mkdirSync(folder, { recursive: true });
      return await lockFolder(folder, { purpose, ...(tell ? { log: tell } : {}) });
    } catch (error) {
      if (!(error instanceof FolderBusy))
        throw new StartProblem(`The data folder ${folder} is not writable: change its rights, or set DATA_DIR to another folder.`, {
          cause: error,
        });
      if (error.owner?.purpose !== 'command' || waited >= COMMAND_MS_MAX) throw error;
      await sleep(LOOK_MS);
    }
  }
}

export interface Visit {
  readonly database: Database;
  /** Null beside a running service, and with DATABASE_URL. */
  readonly lock: FolderLock | null;
  readonly served: boolean;
  /** Stops the database again if it was started for this command. */
  end(): Promise<void>;
}

const toStderr = (line: string): void => void process.stderr.write(`${line}\n`);

/** For commands: uses the database of the running service, or locks the folder and starts the database. */
export async function visitDatabase(config: Config): Promise<Visit> {
  const lock = await lockData(config, 'command', toStderr).catch(async (error: unknown) => {
    if (!(error instanceof FolderBusy)) throw error;
    await mustSeeServer(config, error);
    return null;
  });
  let database: Database | null = null;
  try {
    database = await openDatabase(config);
    const served = await askServed(database, config);
    const alone = lock !== null && !served;
    return {
      database,
      lock,
      served,
      end: async () => {
        if (alone) await database?.stop();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function askServed(database: Database, config: Config): Promise<boolean> {
  if (!database.embedded) return true;
  const db = connect(database, config);
  try {
    return await isServed(db);
  } finally {
    await db.close();
  }
}

/** The service may be starting. Its server is invisible from another container, and a second server must not start. */
async function mustSeeServer(config: Config, busy: FolderBusy): Promise<void> {
  const cluster = path.join(dataFolder(config), POSTGRES_FOLDER, 'cluster');
  const here = processIdentity();
  const isElsewhere = busy.owner !== null && (busy.owner.boot !== here.boot || busy.owner.namespace !== here.namespace);
  for (let waited = 0; runningPid(path.resolve(cluster)) === null; waited += LOOK_MS) {
    if (isElsewhere || waited >= COMMAND_MS_MAX) {
      const where = busy.owner ? ` on host ${busy.owner.host}` : '';
      throw new StartProblem(`A Sextant uses ${dataFolder(config)}${where}, outside of this container: run this command in its container.`);
    }
    await sleep(LOOK_MS);
  }
}

/** A running service holds this advisory lock on its database. */
export const SERVED_LOCK = 7_283_003;

async function isServed(db: Db): Promise<boolean> {
  const [row] = await db.query<{ served: boolean }>({
    name: 'is_served',
    text: `select exists (select 1 from pg_locks where locktype = 'advisory' and objid = ${SERVED_LOCK}) as served`,
  });
  return row?.served ?? false;
}
