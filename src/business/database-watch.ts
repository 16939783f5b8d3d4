// Watches the database: whether it responds, and the gauges that are read from it.

import { PRIORITIES } from '../contract/vocabulary.ts';
import type { Db } from '../platform/db.ts';
import type { Metrics } from '../platform/metrics.ts';
import { startReconciliation } from './credits/drift.ts';

const PING = { name: 'ping', text: 'select 1' };
const DEPTH = {
  name: 'queue_depth',
  text: `select priority, count(*)::integer as waiting, coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::double precision as oldest
    from queue where lease is null group by priority`,
};
const COUNTS = {
  name: 'counts',
  text: `select (select count(*) from queue where lease is not null)::integer as leased, (select count(*) from workers)::integer as workers,
    (select count(*) from outbox)::integer as pending, (select coalesce(extract(epoch from now() - min(next_at)), 0) from outbox where next_at < now())::double precision as oldest`,
};
const PING_MS = 1000;
const UNAVAILABLE_AFTER_MS = 3000;

export interface DatabaseWatch {
  /** Null while the database responds. */
  problem(): string | null;
  /** Accounts whose lots and ledger differed at the last check. */
  drift(): number;
  stop(): void;
}

export function watchDatabase(db: Db, metrics: Metrics, syncWaits: () => number): DatabaseWatch {
  let answeredAt = performance.now();
  const drift = startReconciliation(db);
  const ping = setInterval(() => {
    db.queryMonitoring(PING).then(
      () => {
        answeredAt = performance.now();
      },
      () => undefined,
    );
  }, PING_MS);
  ping.unref();
  const isUp = (): boolean => performance.now() - answeredAt < UNAVAILABLE_AFTER_MS;

  metrics.syncWaiters(syncWaits);
  metrics.onScrape(async (gauge) => {
    gauge('sextant_database_up', {}, isUp() ? 1 : 0);
    gauge('sextant_ledger_mismatched_accounts', {}, drift.count());
    if (!isUp()) return;
    try {
      const depth = new Map(
        (await db.queryMonitoring<{ priority: number; waiting: number; oldest: number }>(DEPTH)).map((row) => [row.priority, row]),
      );
      for (const [number, priority] of PRIORITIES.entries()) {
        gauge('sextant_queue_depth', { priority }, depth.get(number)?.waiting ?? 0);
        gauge('sextant_queue_oldest_seconds', { priority }, depth.get(number)?.oldest ?? 0);
      }
      const [counts] = await db.queryMonitoring<{ leased: number; workers: number; pending: number; oldest: number }>(COUNTS);
      gauge('sextant_jobs_running', {}, counts?.leased ?? 0);
      gauge('sextant_workers', {}, counts?.workers ?? 0);
      gauge('sextant_callbacks_pending', {}, counts?.pending ?? 0);
      gauge('sextant_callbacks_oldest_seconds', {}, counts?.oldest ?? 0);
    } catch {
      gauge('sextant_database_up', {}, 0);
    }
  });
  return {
    drift: drift.count,
    problem: () => (isUp() ? null : 'the database does not answer'),
    stop: () => {
      clearInterval(ping);
      drift.stop();
    },
  };
}
