// Builds the tracking of a worker: the planner, the recorder of points and their periodic tasks.
import { createLabelOf } from '../business/orders/labels.ts';
import type { Recorder } from '../business/tracking/interfaces.ts';
import type { Backfill } from '../business/tracking/plan/backfill.ts';
import { createCompose } from '../business/tracking/plan/compose.ts';
import { createPlanner } from '../business/tracking/plan/planner.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { checkDisk } from '../platform/disk.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Notifications } from '../platform/notifications.ts';
import { startTracking, type TrackingTask } from '../worker/tracking.ts';
import { dataFolder } from './installation.ts';

const [PLAN_MS, RECORD_MS, DROP_MS] = [1000, 1000, 3_600_000];
const DROP_ROWS_MAX = 10_000;
/** Months of points are dropped by the task that packs them. */
const DROP = { name: 'drop_tracking', text: `select drop_tracking($1, '{}', $2, $3, $4) as name` };

export interface TrackingWorkerParts {
  readonly db: Db;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly notify: Notifications['send'];
  /** Null: checks stay pending until a worker with a recorder looks at them. */
  readonly recorder?: Recorder | null;
  readonly backfill?: Backfill | null;
  /** Further tasks, such as packing, figures and the delivery of alerts. */
  readonly tasks?: readonly TrackingTask[];
}

export interface TrackingWorker {
  /** Objects that this worker has just settled. Never throws. */
  finished(objectIds: readonly string[]): void;
  stop(): Promise<void>;
}

export async function startTrackingWorker(parts: TrackingWorkerParts): Promise<TrackingWorker> {
  const { db, config, log, metrics, notify, recorder = null, backfill = null, tasks = [] } = parts;
  const disk = await checkDisk(dataFolder(config), config.DISK_FREE_MIN_MB);
  const planner = createPlanner(db, {
    compose: createCompose(config.PRICES, createLabelOf(config.ROUTE_LABELS)),
    place: { retentionDays: config.RETENTION_DAYS, archiveDays: config.ARCHIVE_DAYS, deadlineSeconds: config.JOB_DEADLINE_SECONDS },
    backfill,
    isDiskFull: disk.full,
    onPlaced: (count) => {
      notify('jobs_ready');
      metrics.trackingChecks('placed', count);
    },
    onSkipped: (count) => metrics.trackingChecks('skipped', count),
    onStopped: (project, reason) => log.warn('project stopped', { project, reason }),
    onError: (project, error) => log.error('project not planned', { ...(project === null ? {} : { project }), error }),
  });
  const checkDays = Math.max(config.RETENTION_DAYS, config.ARCHIVE_DAYS);
  const drop = async (): Promise<number> =>
    (await db.query(DROP, [checkDays, config.TRACKING_HISTORY_DAYS, config.TRACKING_ALERT_DAYS, DROP_ROWS_MAX])).length;
  const timers = startTracking(
    [
      { name: 'tracking_plan', everyMs: PLAN_MS, run: planner.run },
      ...(recorder ? [{ name: 'tracking_record', everyMs: RECORD_MS, run: recorder.run }] : []),
      { name: 'tracking_retention', everyMs: DROP_MS, run: drop },
      ...tasks,
    ],
    (task, count) => metrics.maintenance(task, count),
    (task, error) => log.error('maintenance task failed', { task, error }),
  );
  return {
    finished: (ids) => recorder?.finished(ids),
    stop: async () => {
      disk.stop();
      await timers.stop();
      await recorder?.stop();
    },
  };
}
