// Periodic maintenance. Every task may run in several processes at once; locks in the database keep them apart.
import { setTimeout as sleep } from 'node:timers/promises';
import { dropAnswers } from '../business/answers/answers.ts';
import { dropSilentProcesses } from '../business/fleet/fleet.ts';
import { rollUpSeries } from '../business/series/roll-up.ts';
import type { Db } from '../platform/db.ts';
import { reclaimLeases } from '../platform/queue.ts';

export interface MaintenanceSettings {
  readonly leaseSeconds: number;
  readonly reclaimMs: number;
  readonly retentionDays: number;
  readonly archiveDays: number;
  readonly ledgerDays: number;
  /** How long the time series are stored per hour. */
  readonly seriesDays: number;
}

export interface MaintenanceParts {
  readonly db: Db;
  /** Removes orphaned blobs from S3 storage; null without S3 storage. */
  readonly removeLooseBodies?: (() => Promise<number>) | null;
  /** Judges the layouts of pages. Returns the number of opened cases. */
  readonly judgeLayouts?: { readonly run: () => Promise<number>; readonly everyMs: number };
  readonly onFreed: (count: number) => void;
  /** Objects expired before a worker solved them; their credits were reversed. */
  readonly onUnsolved: (count: number) => void;
  readonly onMaintained: (task: string, count: number) => void;
  readonly onError: (task: string, error: unknown) => void;
}

export interface Maintenance {
  /** Starts no more tasks and waits for those that run, at most this long. The next worker repeats a task that was cut off. */
  stop(msMax: number): Promise<void>;
}

const PARTITION_DAYS_AHEAD = 3;
const LOTS_MS = 1000;
const DAYS_MS = 60_000;
const BODIES_MS = 20_000;

const UNSOLVED_AT_ONCE = 1000;
const UNSOLVED_CALLS_MAX = 1000;

const UNSOLVED = { name: 'reverse_unsolved', text: 'select reverse_unsolved($1, $2) as gone' };
const MAKE = { name: 'make_partitions', text: 'select make_partitions($1)' };
const MAKE_TRACKING = { name: 'make_tracking_partitions', text: 'select make_tracking_partitions($1, 0)' };
const DROP = { name: 'drop_expired', text: 'select drop_expired($1, $2)' };
const DROP_ANSWERS = { name: 'drop_keyword_answers', text: 'select drop_keyword_answers($1) as gone' };
const DROP_FLOW = { name: 'drop_stale_reuse', text: 'select drop_stale_reuse($1, $2) as gone' };
const ANSWERS_AT_ONCE = 10_000;
const COUNT_USAGE = { name: 'count_usage', text: 'select count_usage($1, $2) as more' };
const USAGE_MS = 20_000;
/** One short transaction counts one slice of the ledger. After a long pause several slices are due. */
const USAGE_SLICE_SECONDS = 60;
const USAGE_SLICES_MAX = 1000;
const FORGET = { name: 'drop_settled_key_charges', text: 'select drop_settled_key_charges($1) as gone' };
const CHARGES_AT_ONCE = 10_000;
const EXPIRE = { name: 'expire_lots', text: 'select expire_lots() as gone' };

/** Must run once before the first object and the first project are created. */
export async function keepPartitions(db: Db): Promise<void> {
  await db.query(MAKE, [PARTITION_DAYS_AHEAD]);
  await db.query(MAKE_TRACKING, [PARTITION_DAYS_AHEAD]);
}

/** Reverses and removes objects that expired before a worker solved them, in short transactions. Returns their number. */
export async function reverseUnsolved(db: Db, keepDays: readonly [usual: number, archive: number]): Promise<number> {
  let gone = 0;
  for (let calls = 0; calls < UNSOLVED_CALLS_MAX; calls++) {
    const [row] = await db.query<{ gone: number }>(UNSOLVED, [keepDays, UNSOLVED_AT_ONCE]);
    gone += row?.gone ?? 0;
    if ((row?.gone ?? 0) < UNSOLVED_AT_ONCE) break;
  }
  return gone;
}

/** Counts usage since the last call. Returns the number of slices that were overdue. */
export async function countUsage(db: Db, keepDays: number): Promise<number> {
  for (let slices = 1; slices <= USAGE_SLICES_MAX; slices++) {
    const [row] = await db.query<{ more: boolean }>(COUNT_USAGE, [USAGE_SLICE_SECONDS, keepDays]);
    if (!row?.more) return slices - 1;
  }
  return USAGE_SLICES_MAX;
}

export function startMaintenance(parts: MaintenanceParts, settings: MaintenanceSettings): Maintenance {
  const { db, removeLooseBodies } = parts;
  const running = new Set<Promise<void>>();
  const every = (ms: number, task: string, run: () => Promise<number>): NodeJS.Timeout => {
    let busy = false;
    const attempt = async (): Promise<void> => {
      try {
        const count = await run();
        if (count > 0) parts.onMaintained(task, count);
      } catch (error) {
        parts.onError(task, error);
      }
    };
    const once = (): void => {
      if (busy) return;
      busy = true;
      const attempted = attempt().finally(() => {
        busy = false;
        running.delete(attempted);
      });
      running.add(attempted);
    };
    once();
    return setInterval(once, ms);
  };

  const timers = [
    every(settings.reclaimMs, 'leases', async () => {
      const freed = await reclaimLeases(db, settings.leaseSeconds);
      if (freed > 0) parts.onFreed(freed);
      return freed;
    }),
    every(LOTS_MS, 'lots', async () => (await db.query<{ gone: number }>(EXPIRE))[0]?.gone ?? 0),
    every(DAYS_MS, 'partitions', async () => {
      await keepPartitions(db);
      const keepDays = [settings.retentionDays, settings.archiveDays] as const;
      // A day with unsolved objects is not dropped.
      const unsolved = await reverseUnsolved(db, keepDays);
      if (unsolved > 0) parts.onUnsolved(unsolved);
      return (await db.query(DROP, [keepDays, settings.ledgerDays])).length;
    }),
    every(DAYS_MS, 'keyword_results', async () => (await db.query<{ gone: number }>(DROP_ANSWERS, [ANSWERS_AT_ONCE]))[0]?.gone ?? 0),
    every(USAGE_MS, 'usage', () => countUsage(db, settings.ledgerDays)),
    every(DAYS_MS, 'reuse_index', async () => {
      const days = Math.max(settings.retentionDays, settings.archiveDays);
      return (await db.query<{ gone: number }>(DROP_FLOW, [days, ANSWERS_AT_ONCE]))[0]?.gone ?? 0;
    }),
    every(DAYS_MS, 'answers', () => dropAnswers(db, settings.retentionDays, ANSWERS_AT_ONCE)),
    every(DAYS_MS, 'series', () => rollUpSeries(db, settings.seriesDays)),
    every(DAYS_MS, 'processes', () => dropSilentProcesses(db)),
    every(DAYS_MS, 'key_charges', async () => (await db.query<{ gone: number }>(FORGET, [CHARGES_AT_ONCE]))[0]?.gone ?? 0),
    ...(parts.judgeLayouts ? [every(parts.judgeLayouts.everyMs, 'layouts', parts.judgeLayouts.run)] : []),
    ...(removeLooseBodies ? [every(BODIES_MS, 'blobs', removeLooseBodies)] : []),
  ];
  return {
    stop: async (msMax) => {
      for (const timer of timers) clearInterval(timer);
      const late = new AbortController();
      await Promise.race([Promise.all(running), sleep(msMax, undefined, { signal: late.signal }).catch(() => undefined)]);
      late.abort();
    },
  };
}
