// Watches the database: whether it answers, and the numbers that only it knows.
import { PRIORITIES } from '../contract/vocabulary.ts';
import type { Db } from '../platform/db.ts';
import type { Metrics } from '../platform/metrics.ts';

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
/** Accounts whose lots do not add up to their ledger. */
const DRIFT = {
  name: 'drift',
  text: `select count(*)::integer as drift from (
      select p.account_id, p.live from purses p
      where (select coalesce(sum(remaining), 0) from lots l where l.account_id = p.account_id and l.live = p.live)
        <> (select coalesce(sum(amount), 0) from ledger g where g.account_id = p.account_id and g.live = p.live)) as wrong`,
};

const PING_MS = 1000;
const AWAY_AFTER_MS = 3000;
const DRIFT_MS = 300_000;

export interface DatabaseWatch {
  /** Null while the database answers. */
  problem(): string | null;
  /** Accounts whose lots and ledger differed when it was last looked. */
  drift(): number;
  stop(): void;
}

export function watchDatabase(db: Db, metrics: Metrics, syncWaits: () => number): DatabaseWatch {
  let answeredAt = performance.now();
  let drift = 0;
  const ping = setInterval(() => {
    db.aside(PING).then(
      () => {
        answeredAt = performance.now();
      },
      () => undefined,
    );
  }, PING_MS);
  const checkDrift = setInterval(() => {
    db.query<{ drift: number }>(DRIFT).then(
      ([row]) => {
        drift = row?.drift ?? 0;
      },
      () => undefined,
    );
  }, DRIFT_MS);
  for (const timer of [ping, checkDrift]) timer.unref();
  const isUp = (): boolean => performance.now() - answeredAt < AWAY_AFTER_MS;

  metrics.syncWaits(syncWaits);
  metrics.onScrape(async (gauge) => {
    gauge('sextant_database_up', {}, isUp() ? 1 : 0);
    gauge('sextant_credits_drift', {}, drift);
    if (!isUp()) return;
    try {
      const depth = new Map(
        (await db.aside<{ priority: number; waiting: number; oldest: number }>(DEPTH)).map((row) => [row.priority, row]),
      );
      for (const [number, priority] of PRIORITIES.entries()) {
        gauge('sextant_queue_depth', { priority }, depth.get(number)?.waiting ?? 0);
        gauge('sextant_queue_oldest_seconds', { priority }, depth.get(number)?.oldest ?? 0);
      }
      const [counts] = await db.aside<{ leased: number; workers: number; pending: number; oldest: number }>(COUNTS);
      gauge('sextant_queue_leased', {}, counts?.leased ?? 0);
      gauge('sextant_workers', {}, counts?.workers ?? 0);
      gauge('sextant_callbacks_pending', {}, counts?.pending ?? 0);
      gauge('sextant_callbacks_oldest_seconds', {}, counts?.oldest ?? 0);
    } catch {
      gauge('sextant_database_up', {}, 0);
    }
  });
  return {
    drift: () => drift,
    problem: () => (isUp() ? null : 'the database does not answer'),
    stop: () => {
      clearInterval(ping);
      clearInterval(checkDrift);
    },
  };
}
