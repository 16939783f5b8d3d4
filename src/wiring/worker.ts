// Builds a worker process: job handlers, queue, settling, callbacks and upkeep.
import { fileURLToPath } from 'node:url';
import { createDispatcher } from '../business/callbacks/dispatcher.ts';
import { feedName } from '../business/events/feed.ts';
import { createKeywordAnswers, type KeywordAnswers } from '../business/keyword-answers.ts';
import { createStore } from '../business/orders/objects.ts';
import { renderPieces } from '../business/orders/render.ts';
import { createReuse } from '../business/orders/reuse.ts';
import { createSettleJob, type Finished } from '../business/orders/settle.ts';
import { createProviderBudgets } from '../business/provider-budgets.ts';
import type { Config } from '../config.ts';
import type { Job, JobEnd } from '../contract/order.ts';
import type { Db } from '../platform/db.ts';
import { createHttpClient } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createNotifications } from '../platform/notifications.ts';
import { createQueue } from '../platform/queue.ts';
import { createThreads } from '../platform/threads.ts';
import { collectAi } from '../products/ai/collect.ts';
import { collectKeyword } from '../products/keyword/collect.ts';
import { collectSerp } from '../products/serp/collect.ts';
import { createFillWatch, type FillWatch } from '../products/serp/parser-yield.ts';
import { createBalance } from '../worker/balance.ts';
import { createRunIsolated } from '../worker/isolated.ts';
import type { JobHandler, JobTable } from '../worker/jobs.ts';
import { startLoop } from '../worker/loop.ts';
import { startMaintenance } from '../worker/maintenance.ts';
import { createMeter } from './meter.ts';
import { configuredResolver } from './resolver.ts';
import { createBodyKeeping } from './s3-storage.ts';
import { createSourceAccess, type World } from './source-access.ts';
import { callbackPolicy } from './targets.ts';
import { VIEWS } from './views.ts';

const LEASE = { seconds: 20, beatMs: 5000, sweepMs: 5000 };
/** As many as one call settles. */
const CLAIM_MAX = 500;
const JOB_MS_MAX = 290_000;
const CRASHES_MAX = 2;
const ISOLATED_MAX = 2;
const CALLBACKS_PER_HOST = 10;
const PARSE_PROGRAM = new URL('../sources/parse-thread.js', import.meta.url);

export interface Worker {
  readonly metrics: Metrics;
  stop(msMax: number): Promise<void>;
}

/** `answers` is where keyword answers are kept; a process without a database has none. */
export function jobTable(world: World, config: Config, answers: KeywordAnswers | null = null): JobTable {
  const settings = { triesMax: config.SOURCE_ATTEMPTS_MAX, retryAfterSeconds: config.SOURCE_RETRY_SECONDS };
  const { circuits } = world;
  return {
    serp: (job) => collectSerp(job, { engineOf: (name, mode) => world.engines(mode)[name], routeOf: world.serpRoute, circuits, settings }),
    keyword: (job) =>
      collectKeyword(job, {
        routeOf: world.keywordRoute,
        circuits,
        settings,
        month: () => new Date().toISOString().slice(0, 7),
        answers: config.KEYWORD_CACHE ? answers : null,
        // The test world's magic words ask for something to happen, each time anew.
        keeps: (ask, { mode }) => mode === 'live' || ![...ask.keywords, ask.url ?? ''].some((text) => /\btest:/.test(text)),
      }),
    ai: (job) => collectAi(job, { routeOf: world.modelRoute, pageFetchOf: world.pageFetch, circuits, settings }),
  };
}

export async function createWorker(db: Db, config: Config, log: Log): Promise<Worker> {
  const threads = createThreads({ program: PARSE_PROGRAM, count: config.PARSE_THREADS, heapMegabytes: 256, msMax: 10_000 });
  const metrics = createMetrics('worker');
  const resolver = configuredResolver(config, metrics.dnsLookup);
  metrics.dnsState(() => resolver);
  const budgets = createProviderBudgets(db, config.PROVIDER_BUDGETS, (source, seconds) =>
    log.warn('provider daily budget exhausted', { source, resetSeconds: seconds }),
  );
  const world = await createSourceAccess(config, threads, createMeter(metrics, budgets), resolver);
  for (const source of Object.keys(config.PROVIDER_BUDGETS).filter((name) => !world.providers.includes(name)))
    log.warn('provider budget for unknown source', { source });
  metrics.cooldowns(world.circuits.resting);
  const signals = await createNotifications(db);
  const queue = createQueue(db);
  const keeping = createBodyKeeping(
    db,
    config,
    (storage, error) => {
      metrics.largeResult(storage);
      if (error !== undefined) log.warn('s3 storage unavailable, storing large results in database', { error });
    },
    resolver,
  );
  const { bodies } = keeping;
  const store = createStore(db, bodies);
  const report = (message: string, error: unknown): void => log.error(message, { worker: queue.token(), error });
  const table = jobTable(world, config, createKeywordAnswers(db, report));
  const reuse = createReuse({ db, fetchAny: store.fetchAny, shared: config.FRESHNESS_SHARED, onWoken: () => signals.send('jobs_ready') });
  const run: JobHandler = (job) => reuse.run(job, table[job.kind]);

  const client = createHttpClient({
    policy: callbackPolicy(config, world.ownPorts),
    resolve: resolver.resolve,
    connectionsPerHost: 2 * CALLBACKS_PER_HOST,
    connectMsMax: 5000,
  });
  const balance = createBalance();
  const dispatcher = createDispatcher(
    {
      db,
      client,
      render: (stored) => renderPieces(stored, VIEWS),
      fetchAny: store.fetchAny,
      onTry: ({ ok }) => {
        metrics.callback(ok);
        balance.told();
      },
      onLook: balance.looked,
      onError: (error) => report('callback dispatch failed', error),
    },
    {
      retrySeconds: config.CALLBACK_RETRY_SECONDS,
      msMax: config.CALLBACK_TIMEOUT_SECONDS * 1000,
      atOnceMax: config.CALLBACK_CONCURRENCY,
      perHostMax: CALLBACKS_PER_HOST,
      bytesMax: config.CALLBACK_BYTES_MAX,
      pollMs: 500,
    },
  );
  const onFinished = (finished: readonly Finished[], jobs: readonly Job[]): void => {
    dispatcher.wake();
    const ids = new Set(finished.map(({ id }) => id));
    void reuse.ended(jobs.filter(({ id }) => ids.has(id)));
    const fed = new Set(finished.flatMap(({ id, fed }) => (fed ? [id] : [])));
    if (fed.size > 0) signals.send('event_added', feedsOf(jobs.filter(({ id }) => fed.has(id))));
    const awaited = finished.filter(({ waits }) => waits).map(({ id }) => id);
    if (awaited.length > 0) signals.send('object_finished', awaited);
  };
  const settle = createSettleJob(db, queue.token, onFinished, bodies);
  const fill = createFillWatch((engine, now, usual) =>
    log.warn('parser yield dropped', { engine, yield: Math.round(now * 100), usualYield: Math.round(usual * 100) }),
  );
  const loop = startLoop(
    {
      queue,
      settle,
      run,
      allow: balance.allow,
      onBegin: balance.began,
      runIsolated: createRunIsolated(fileURLToPath(new URL('../main.js', import.meta.url)), { atOnceMax: ISOLATED_MAX, msMax: JOB_MS_MAX }),
      onEnd: (job, end, ms) => {
        metrics.job(job.kind, end.outcome, verdictLabel(end), ms / 1000);
        metrics.jobWait(job.priority, job.waitedMs / 1000);
        if (job.kind === 'serp' && end.outcome === 'done' && end.verdict === 'valid' && !end.detail?.reused)
          noteFill(job, end.detail, fill, metrics);
        for (const { source, outcome, stopped } of end.attempts.slice(job.history.length)) {
          metrics.attempt(job.kind, source, outcome);
          // A further page that was refused is an attempt, too: the object is valid, and the operator still sees the refusal.
          if (stopped) metrics.attempt(job.kind, source, stopped.outcome);
        }
      },
      onError: report,
    },
    {
      atOnceMax: config.WORKER_CONCURRENCY,
      claimMax: CLAIM_MAX,
      pollMs: 500,
      beatMs: LEASE.beatMs,
      jobMsMax: JOB_MS_MAX,
      crashesMax: CRASHES_MAX,
    },
  );
  signals.on('jobs_ready', loop.wake);
  signals.on('callback_due', dispatcher.wake);
  const maintenance = startMaintenance(
    {
      db,
      removeLooseBodies: bodies?.removeLoose ?? null,
      onFreed: loop.wake,
      onUnsolved: (count) => {
        metrics.maintenance('unsolved_objects', count);
        log.warn('unsolved objects expired, credits reversed', { count });
      },
      onTidied: (task, count) => metrics.maintenance(task, count),
      onError: (task, error) => log.error('maintenance task failed', { worker: queue.token(), task, error }),
    },
    {
      leaseSeconds: LEASE.seconds,
      sweepMs: LEASE.sweepMs,
      retentionDays: config.RETENTION_DAYS,
      archiveDays: config.ARCHIVE_DAYS,
      ledgerDays: config.LEDGER_DAYS,
    },
  );
  return {
    metrics,
    stop: async (msMax) => {
      maintenance.stop();
      await loop.stop(msMax);
      await dispatcher.stop();
      await Promise.all([signals.close(), client.close(), keeping.close(), world.close(), threads.close()]);
    },
  };
}

/** Objects for which no source could be reached have no verdict; people on call look for them by this word. */
const verdictLabel = (end: JobEnd): string =>
  end.outcome === 'again' ? 'none' : (end.verdict ?? end.attempts.findLast(({ outcome }) => outcome === 'unreachable')?.outcome ?? 'none');

const feedsOf = (jobs: readonly Job[]): string[] => [...new Set(jobs.map(({ accountId, mode }) => feedName(accountId, mode)))];

/** Live engines only: the test world always finds as much as it is asked for. */
function noteFill(job: Job, detail: Readonly<Record<string, unknown>> | undefined, fill: FillWatch, metrics: Metrics): void {
  const { engine, found, asked, filled } = detail as { engine: string; found: number; asked: number; filled: Record<string, number> };
  if (job.mode === 'live') fill.note(engine, found, asked);
  for (const [array, count] of Object.entries(filled)) metrics.items(engine, array, count);
}
