// Builds the tracking of a worker: the planner, the recorder of points, and the periodic tasks.
import { createLabelOf } from '../business/orders/labels.ts';
import type { Store } from '../business/orders/objects.ts';
import { judgeRules } from '../business/tracking/alerts/judge.ts';
import { createAlertRules } from '../business/tracking/alerts/rules.ts';
import { createBackfill } from '../business/tracking/demo/backfill.ts';
import { createPackTask } from '../business/tracking/history/pack-task.ts';
import { pointOf } from '../business/tracking/history/point.ts';
import { createHistory } from '../business/tracking/history/read.ts';
import { createRecorder } from '../business/tracking/history/recorder.ts';
import { createCompose } from '../business/tracking/plan/compose.ts';
import { createPlanner } from '../business/tracking/plan/planner.ts';
import { createVolumesTask } from '../business/tracking/projects/volumes-task.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { checkDisk } from '../platform/disk.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Notifications } from '../platform/notifications.ts';
import type { Resolver } from '../platform/resolver.ts';
import { startTracking } from '../worker/tracking.ts';
import { dataFolder } from './installation.ts';
import type { SourceAccess } from './source-access.ts';
import { createAlertTasks } from './tracking-alerts.ts';
import { createPageOn } from './tracking-demo.ts';

const [PLAN_MS, RECORD_MS, VOLUMES_MS, HOUR_MS] = [1000, 1000, 20_000, 3_600_000];
const DROP_ROWS_MAX = 10_000;
/** Months of points are dropped by the task that packs them. */
const DROP = { name: 'drop_tracking', text: `select drop_tracking($1, '{}', $2, $3, $4) as name` };

export interface TrackingWorkerParts {
  readonly db: Db;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly notify: Notifications['send'];
  readonly store: Pick<Store, 'fetchAny'>;
  readonly sourceAccess: SourceAccess;
  readonly resolver: Resolver;
}

export interface TrackingWorker {
  /** Objects that this worker has just settled. Never throws. */
  finished(objectIds: readonly string[]): void;
  stop(): Promise<void>;
}

export async function startTrackingWorker(parts: TrackingWorkerParts): Promise<TrackingWorker> {
  const { db, config, log, metrics, notify, store, sourceAccess, resolver } = parts;
  const disk = await checkDisk(dataFolder(config), config.DISK_FREE_MIN_MB);
  const history = createHistory(db);
  let isStopping = false;
  const recorder = createRecorder(db, {
    fetchAny: store.fetchAny,
    judge: judgeRules,
    rulesOf: createAlertRules(db).rulesOf,
    onError: (message, error) => log.error(message, { error }),
  });
  const planner = createPlanner(db, {
    compose: createCompose(config.PRICES, createLabelOf(config.ROUTE_LABELS)),
    place: { retentionDays: config.RETENTION_DAYS, archiveDays: config.ARCHIVE_DAYS, deadlineSeconds: config.JOB_DEADLINE_SECONDS },
    backfill: createBackfill({ db, history, pointOf, pageOn: createPageOn(sourceAccess, config) }),
    isDiskFull: disk.full,
    isStopping: () => isStopping,
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
  const alerts = createAlertTasks({
    db,
    config,
    resolver,
    ownPorts: sourceAccess.ownPorts,
    history,
    onError: (error) => log.error('tracking message not sent', { error }),
  });
  const timers = startTracking(
    [
      { name: 'tracking_plan', everyMs: PLAN_MS, run: planner.run },
      { name: 'tracking_record', everyMs: RECORD_MS, run: recorder.run },
      { name: 'tracking_volumes', everyMs: VOLUMES_MS, run: createVolumesTask(db, store).run },
      { name: 'tracking_pack', everyMs: HOUR_MS, run: createPackTask(db, config.TRACKING_HOT_MONTHS, config.TRACKING_HISTORY_DAYS).run },
      { name: 'tracking_retention', everyMs: HOUR_MS, run: drop },
      ...alerts.tasks,
    ],
    (task, count) => metrics.maintenance(task, count),
    (task, error) => log.error('maintenance task failed', { task, error }),
  );
  return {
    finished: recorder.finished,
    stop: async () => {
      isStopping = true;
      disk.stop();
      await Promise.all([timers.stop(), recorder.stop()]);
      await alerts.close();
    },
  };
}
