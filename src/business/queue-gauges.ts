// Gauges of the queue by priority and label: depth, age, running jobs, and jobs that no worker may run.
import { PRIORITIES } from '../contract/vocabulary.ts';
import type { Db } from '../platform/db.ts';

export type Gauge = (name: string, labels: Record<string, string>, value: number) => void;

const HEARTBEAT_SECONDS_MAX = 20;
/** `served` is whether a worker with a recent heartbeat runs jobs of the label. */
const QUEUE = {
  name: 'queue_gauges',
  text: `with waiting as (
      select label, priority, count(*)::integer as queued, count(*) filter (where due)::integer as due,
        coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::double precision as oldest
      from queue where lease is null group by label, priority
    ), running as (
      select label, count(*)::integer as jobs from queue where lease is not null group by label
    )
    select label, w.priority, coalesce(w.queued, 0) as queued, coalesce(w.due, 0) as due, coalesce(w.oldest, 0) as oldest,
      coalesce(r.jobs, 0) as running,
      label = any (array(select unnest(labels) from workers where seen_at > now() - interval '${HEARTBEAT_SECONDS_MAX} seconds')) as served
    from waiting w full join running r using (label)`,
};

interface Row {
  readonly label: string;
  /** Null when jobs of the label only run. */
  readonly priority: number | null;
  readonly queued: number;
  readonly due: number;
  readonly oldest: number;
  readonly running: number;
  readonly served: boolean;
}

/** `labels` are those of the settings. They are shown even without jobs; so is a label that was in the queue before. */
export function createQueueGauges(db: Pick<Db, 'queryMonitoring'>, labels: readonly string[]): (gauge: Gauge) => Promise<void> {
  const shown = new Set(['', ...labels]);
  return async (gauge) => {
    const rows = await db.queryMonitoring<Row>(QUEUE);
    for (const { label } of rows) shown.add(label);
    for (const label of shown) {
      const own = rows.filter((row) => row.label === label);
      for (const [number, priority] of PRIORITIES.entries()) {
        const row = own.find((one) => one.priority === number);
        gauge('sextant_queue_depth', { priority, label }, row?.queued ?? 0);
        gauge('sextant_queue_oldest_seconds', { priority, label }, row?.oldest ?? 0);
      }
      gauge('sextant_jobs_running', { label }, own[0]?.running ?? 0);
      gauge(
        'sextant_jobs_without_worker',
        { label },
        own.reduce((sum, { due, served }) => sum + (served ? 0 : due), 0),
      );
    }
  };
}
