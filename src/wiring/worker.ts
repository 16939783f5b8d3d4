// Builds a worker process: the job loop, settling, callbacks and maintenance.
import { fileURLToPath } from 'node:url';
import { createKeywordResults } from '../business/keyword-results.ts';
import { labelsIn } from '../business/orders/labels.ts';
import { notifyFinished } from '../business/orders/notify.ts';
import { createStore } from '../business/orders/objects.ts';
import { createReuse } from '../business/orders/reuse.ts';
import { createSettleJob } from '../business/orders/settle.ts';
import { recordProcess } from '../business/series/process.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createNotifications } from '../platform/notifications.ts';
import { createQueue } from '../platform/queue.ts';
import { createYieldWatch } from '../products/serp/parser-yield.ts';
import { createBalance } from '../worker/balance.ts';
import { createDrainEstimate } from '../worker/drain-estimate.ts';
import { createRunIsolated } from '../worker/isolated.ts';
import { createCountJob } from '../worker/job-metrics.ts';
import { createRecordJob } from '../worker/job-series.ts';
import { traceJobs } from '../worker/job-trace.ts';
import { type LoopParts, startLoop, type WorkerLoop } from '../worker/loop.ts';
import { startMaintenance } from '../worker/maintenance.ts';
import { createCallbacks } from './callbacks.ts';
import { joinFleet, nodeNameOf, reportedSources } from './fleet.ts';
import { dataFolder } from './installation.ts';
import { jobTable } from './jobs.ts';
import { createPageParsing } from './parsing.ts';
import { createResultStorage } from './s3-storage.ts';
import { openSources } from './source-access.ts';
import { openTracer } from './tracing.ts';
import { startTrackingWorker } from './tracking-worker.ts';
import { createChecks, LAYOUT_MS } from './worker-checks.ts';

const LEASE = { seconds: 20, heartbeatMs: 5000, reclaimMs: 5000 };
/** As many as one call settles. */
const CLAIM_MAX = 500;
const JOB_MS_MAX = 290_000;
const CRASHES_MAX = 2;
const ISOLATED_MAX = 2;
const MAIN_PROGRAM = fileURLToPath(new URL('../main.js', import.meta.url));

export interface Worker {
  readonly metrics: Metrics;
  stop(msMax: number): Promise<void>;
}

export interface WorkerOptions {
  /** Workers that share this machine. */
  readonly workers?: number;
  /** See `digestKeyOf`. */
  readonly digestKey?: string | null;
  /** Opens other sources than the settings name, for a program that has its own. */
  readonly open?: typeof openSources;
  /** Times of the layouts, for tests. */
  readonly layoutMs?: { readonly write: number; readonly check: number };
}

export async function createWorker(
  db: Db,
  config: Config,
  log: Log,
  { workers = 1, digestKey = null, open = openSources, layoutMs = LAYOUT_MS }: WorkerOptions = {},
): Promise<Worker> {
  const metrics = createMetrics('worker');
  const tracer = await openTracer(config, 'worker', metrics);
  const queue = createQueue(db, { labels: config.WORKER_LABELS, labelsOnly: config.WORKER_LABELS_ONLY });
  const onError = (message: string, error: unknown): void => log.error(message, { worker: queue.token(), error });
  const parsing = createPageParsing(config, workers);
  const { sourceAccess, resolver } = await open({ db, config, metrics, log, parsing });
  sourceAccess.prepareReplay();
  sourceAccess.prepareBrowser();
  for (const source of Object.keys(config.PROVIDER_BUDGETS).filter((name) => !sourceAccess.providers.includes(name)))
    log.warn('provider budget for unknown source', { source });
  for (const label of config.WORKER_LABELS.filter((name) => !labelsIn(config.ROUTE_LABELS).includes(name)))
    log.warn('worker label without rule in route labels', { label });
  metrics.cooldowns(sourceAccess.circuits.openCircuits);
  const notifications = await createNotifications(db);
  const storage = createResultStorage(
    db,
    config,
    {
      onStored: (storage, error) => {
        metrics.largeResult(storage);
        if (error !== undefined) log.warn('s3 storage unavailable, storing large results in database', { error });
      },
      onReadFailed: metrics.blobReadFailed,
    },
    resolver,
  );
  const store = createStore(db, storage.bodies);
  const balance = createBalance();
  const series = recordProcess({
    db,
    role: 'worker',
    node: nodeNameOf(config),
    folder: dataFolder(config),
    onError: (error) => onError('time series not written', error),
  });
  const callbacks = createCallbacks({
    db,
    config,
    resolver,
    ownPorts: sourceAccess.ownPorts,
    store,
    onTry: (ok) => {
      metrics.callback(ok);
      series.count('callbacks', 'all', ok ? { delivered: 1 } : { failed: 1 });
      balance.told();
    },
    onLook: balance.looked,
    onError: (error) => onError('callback dispatch failed', error),
    tracer,
  });
  const reuse = createReuse({
    db,
    fetchAny: store.fetchAny,
    shared: config.FRESHNESS_SHARED,
    onWoken: () => notifications.send('jobs_ready'),
  });
  const tracking = await startTrackingWorker({ db, config, log, metrics, notify: notifications.send, store, sourceAccess, resolver });
  const completion = { notify: notifications.send, wakeDispatcher: callbacks.wake, reuse, recordPoints: tracking.finished };
  const settle = createSettleJob(db, queue.token, (finished, jobs) => notifyFinished(finished, jobs, completion), storage.bodies);
  let startedLoop: WorkerLoop | null = null;
  const checks = createChecks({
    db,
    config,
    log,
    metrics,
    series,
    sourceAccess,
    resolver,
    layoutMs,
    usedShare: () => (startedLoop?.running().length ?? 0) / config.WORKER_CONCURRENCY,
    isBusy: () => parsing.budget.isFull() || registration.isDraining(),
    onError,
  });
  const { layouts, judging } = checks;
  const table = jobTable(sourceAccess, config, { keywordResults: createKeywordResults(db, onError), judging, layouts });
  const yields = createYieldWatch((engine, now, usual) =>
    log.warn('parser yield dropped', { engine, yield: Math.round(now * 100), usualYield: Math.round(usual * 100) }),
  );
  const countJob = createCountJob(metrics, yields);
  const recordJob = createRecordJob(series);
  const estimate = createDrainEstimate(JOB_MS_MAX);
  // Before the first claim: a worker that starts on a drained node must not claim.
  const registration = await joinFleet({
    db,
    config,
    log,
    role: 'worker',
    digestKey,
    labels: config.WORKER_LABELS,
    jobs: {
      running: () => startedLoop?.running().length ?? 0,
      isClaiming: () => startedLoop?.isClaiming() ?? false,
      secondsLeft: () => estimate.secondsLeft(startedLoop?.running() ?? []),
    },
    sources: reportedSources(sourceAccess),
  });
  const jobs: Pick<LoopParts, 'onEnd' | 'run' | 'runIsolated' | 'settle'> = {
    settle,
    run: (job) => reuse.run(job, table[job.kind]),
    runIsolated: createRunIsolated(MAIN_PROGRAM, { atOnceMax: ISOLATED_MAX, msMax: JOB_MS_MAX }),
    onEnd: (job, end, ms, settled) => {
      countJob(job, end, ms);
      recordJob(job, end, ms);
      estimate.record(job, ms);
      // Last: the job is settled, and its callback is due.
      checks.onEnd(job, end, ms, settled);
    },
  };
  const loop = startLoop(
    {
      queue,
      ...(tracer ? traceJobs(tracer, jobs) : jobs),
      // While pages wait for memory, other workers should claim the jobs.
      allow: (free) => (parsing.budget.isFull() || registration.isDraining() ? 0 : balance.allow(free)),
      onBegin: (jobs) => {
        balance.began(jobs);
        metrics.claim(jobs);
      },
      onError,
    },
    {
      atOnceMax: config.WORKER_CONCURRENCY,
      claimMax: CLAIM_MAX,
      pollMs: 500,
      heartbeatMs: LEASE.heartbeatMs,
      jobMsMax: JOB_MS_MAX,
      crashesMax: CRASHES_MAX,
    },
  );
  startedLoop = loop;
  checks.start();
  notifications.on('jobs_ready', loop.wake);
  notifications.on('callback_due', callbacks.wake);
  const maintenance = startMaintenance(
    {
      db,
      judgeLayouts: checks.judgeLayouts,
      removeLooseBodies: storage.bodies?.removeOrphaned ?? null,
      onFreed: loop.wake,
      onUnsolved: (count) => {
        metrics.maintenance('unsolved_objects', count);
        log.warn('unsolved objects expired, credits reversed', { count });
      },
      onMaintained: (task, count) => metrics.maintenance(task, count),
      onError: (task, error) => log.error('maintenance task failed', { worker: queue.token(), task, error }),
    },
    {
      leaseSeconds: LEASE.seconds,
      reclaimMs: LEASE.reclaimMs,
      retentionDays: config.RETENTION_DAYS,
      archiveDays: config.ARCHIVE_DAYS,
      ledgerDays: config.LEDGER_DAYS,
      seriesDays: config.SERIES_DAYS,
    },
  );
  return {
    metrics,
    stop: async (msMax) => {
      const maintained = maintenance.stop(msMax);
      await tracking.stop();
      const reported = registration.reportShutdown(msMax / 1000);
      await Promise.all([loop.stop(msMax), checks.stop(), maintained]);
      await callbacks.stop();
      await checks.flush();
      await Promise.all([series.stop(), tracer?.close()]);
      await reported;
      await registration.end();
      await Promise.all([notifications.close(), callbacks.close(), storage.close(), sourceAccess.close(), parsing.threads.close()]);
    },
  };
}
