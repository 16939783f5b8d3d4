// Lock for one migrating process at a time. It ends with its transaction, not with the session.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** All versions use this number. Older ones lock it for the whole session, which excludes them as well. */
const LOCK = 7_283_000;
const POLL_MS = 250;
/** Interval between two log lines about the wait. */
const LOG_MS = 10_000;

export class MigrationProblem extends Error {}

export interface LockWait {
  /** Give up after this time. Another start may be rewriting a large table. */
  readonly waitSeconds: number;
  /** Receives a line that says what the start waits for. */
  readonly log: (line: string) => void;
}

export const WAITING_TEXT = 'waiting for another start to finish migrating';

/**
 * Runs `work` in one transaction that holds the lock, and commits. Nothing is set on the session: behind a pooler in
 * transaction mode the session serves other clients next, and a lock or setting would stay on it.
 */
export async function underLock<T>(client: Client, { waitSeconds, log }: LockWait, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  let loggedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    await client.query('begin');
    try {
      const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as locked', [LOCK]);
      if (rows[0].locked) {
        const result = await work();
        await client.query('commit');
        return result;
      }
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
    await client.query('rollback');
    const now = performance.now();
    if (now - started >= waitSeconds * 1000) throw new MigrationProblem(await diagnosis(client, (now - started) / 1000));
    if (now - loggedAt >= LOG_MS) {
      log(WAITING_TEXT);
      loggedAt = now;
    }
    await sleep(POLL_MS);
  }
}

const HOLDER = `select a.pid, a.state, a.state = 'idle' as idle from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${LOCK} and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())`;

/** Describes the session that holds the lock: an idle session was left behind, an active one is migrating. */
async function diagnosis(client: Client, seconds: number): Promise<string> {
  const { rows } = await client.query(HOLDER);
  const waited = `Another start still holds the migration lock after ${Math.round(seconds)} s`;
  const [holder] = rows as { pid: number; idle: boolean | null }[];
  if (!holder) return `${waited}. Start again.`;
  const end = `select pg_terminate_backend(${holder.pid})`;
  return holder.idle
    ? `${waited}, but its session (server process ${holder.pid}) is idle. An older version left the lock on a pooled connection. End that session: ${end}.`
    : `${waited} (server process ${holder.pid}). Wait until it has finished, then start again. If no other start is running, end that session: ${end}.`;
}
