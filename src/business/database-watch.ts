// Watches the database: whether it responds, and the gauges that are read from it.

import type { Db } from '../platform/db.ts';
import type { Metrics } from '../platform/metrics.ts';
import { startReconciliation } from './credits/drift.ts';
import { createQueueGauges } from './queue-gauges.ts';

const PING = { name: 'ping', text: 'select 1' };
const COUNTS = {
  name: 'counts',
  text: `select (select count(*) from workers)::integer as workers,
    (select count(*) from canary_sources where failing_since is not null)::integer as canaries,
    (select count(*) from outbox)::integer as pending, (select coalesce(extract(epoch from now() - min(next_at)), 0) from outbox where next_at < now())::double precision as oldest`,
};
const TRACKING = {
  name: 'tracking_counts',
  text: `select (select count(*) from checks where state < 2)::integer as pending,
    (select coalesce(extract(epoch from tracking_now() - min(next_at)), 0) from projects where next_at < tracking_now())::double precision as late`,
};
const LAYOUTS = {
  name: 'layout_counts',
  text: `select engine, count(*)::integer as layouts, (select count(*) from cases c where c.engine = l.engine and c.state = 'open')::integer as cases
    from layouts l group by engine`,
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

/** `labels` are the labels that jobs can have. */
export function watchDatabase(db: Db, metrics: Metrics, syncWaits: () => number, labels: readonly string[]): DatabaseWatch {
  const setQueueGauges = createQueueGauges(db, labels);
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
      await setQueueGauges(gauge);
      const [counts] = await db.queryMonitoring<{ workers: number; canaries: number; pending: number; oldest: number }>(COUNTS);
      gauge('sextant_workers', {}, counts?.workers ?? 0);
      gauge('sextant_canary_failing_sources', {}, counts?.canaries ?? 0);
      gauge('sextant_callbacks_pending', {}, counts?.pending ?? 0);
      gauge('sextant_callbacks_oldest_seconds', {}, counts?.oldest ?? 0);
      const [tracking] = await db.queryMonitoring<{ pending: number; late: number }>(TRACKING);
      gauge('sextant_tracking_pending_checks', {}, tracking?.pending ?? 0);
      gauge('sextant_tracking_late_seconds', {}, tracking?.late ?? 0);
      for (const { engine, layouts, cases } of await db.queryMonitoring<{ engine: string; layouts: number; cases: number }>(LAYOUTS)) {
        gauge('sextant_layouts', { engine }, layouts);
        gauge('sextant_open_cases', { engine }, cases);
      }
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
