// Builds the checks of answers in a worker: known layouts, earlier answers, cross-checks and canaries.
import { createAnswers } from '../business/answers/answers.ts';
import { createCrossCheckStore } from '../business/cross-checks/store.ts';
import { checkLayouts } from '../business/layouts/check.ts';
import { createLayoutTable, type LayoutTable } from '../business/layouts/table.ts';
import type { SeriesRecorder } from '../business/series/recorder.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Resolver } from '../platform/resolver.ts';
import { createJudging, type Judging } from '../products/serp/quality/judging.ts';
import { createCrossChecks } from '../worker/cross-checks.ts';
import type { LoopParts } from '../worker/loop.ts';
import type { MaintenanceParts } from '../worker/maintenance.ts';
import { startCanaryWorker } from './canaries.ts';
import type { SourceAccess } from './source-access.ts';

/** With more of its slots in use, a worker begins no cross-check. */
const CROSS_CHECK_BUSY_SHARE = 0.5;
/** A longer run is repeated by another worker. */
const CANARY_STOP_MS = 500;
export const LAYOUT_MS = { write: 20_000, check: 60_000 };
/** A lease that is shorter than the interval tolerates a late timer. */
const LAYOUT_LEASE_SHARE = 0.75;

export interface CheckParts {
  readonly db: Db;
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly series: SeriesRecorder;
  readonly sourceAccess: SourceAccess;
  readonly resolver: Resolver;
  readonly layoutMs: { readonly write: number; readonly check: number };
  /** The share of the worker's slots in use. */
  readonly usedShare: () => number;
  /** While it is true, no check begins: pages wait for memory, or the node is drained. */
  readonly isBusy: () => boolean;
  readonly onError: (message: string, error: unknown) => void;
}

export interface Checks {
  readonly layouts: LayoutTable;
  readonly judging: Judging;
  /** A task of the maintenance. */
  readonly judgeLayouts: NonNullable<MaintenanceParts['judgeLayouts']>;
  readonly onEnd: LoopParts['onEnd'];
  /** Starts the canaries. The worker must have joined the fleet. */
  start(): void;
  /** Ends checks that are under way. */
  stop(): Promise<void>;
  /** Writes what the last jobs left. Call it after the loop has stopped. */
  flush(): Promise<void>;
}

export function createChecks(parts: CheckParts): Checks {
  const { db, config, log, metrics, series, sourceAccess, resolver, layoutMs, usedShare, isBusy, onError } = parts;
  const layouts = createLayoutTable({
    db,
    samplesMax: config.CASE_PAGES,
    retentionDays: config.RETENTION_DAYS,
    intervalMs: layoutMs.write,
    onUnknown: metrics.unknownLayoutPage,
    onError: (error) => onError('layouts not written', error),
  });
  const answers = createAnswers(db, onError);
  const crossChecks = createCrossChecks({
    limits: config.CROSS_CHECKS,
    store: createCrossCheckStore(db, config.CROSS_CHECKS, config.PROVIDER_BUDGETS),
    series,
    metrics,
    engineOf: (name) => sourceAccess.engines('live')[name],
    routeOf: sourceAccess.serpRoute,
    circuits: sourceAccess.circuits,
    isBusy: () => usedShare() > CROSS_CHECK_BUSY_SHARE || isBusy(),
    onError: (error) => onError('cross-check failed', error),
  });
  let canaries: ReturnType<typeof startCanaryWorker> | null = null;
  return {
    layouts,
    judging: createJudging({ answers, isShared: config.FRESHNESS_SHARED, familiarityOf: layouts.familiarityOf }),
    judgeLayouts: {
      run: async () => (await checkLayouts(db, (layoutMs.check * LAYOUT_LEASE_SHARE) / 1000)) ?? 0,
      everyMs: layoutMs.check,
    },
    onEnd: (job, end, _ms, settled) => {
      if (settled) crossChecks.consider(job, end);
    },
    start: () => {
      canaries = startCanaryWorker({ db, config, log, metrics, series, sourceAccess, resolver, isBusy });
    },
    stop: async () => {
      await Promise.all([crossChecks.stop(), canaries?.stop(CANARY_STOP_MS)]);
    },
    flush: async () => {
      await Promise.all([answers.idle(), layouts.stop()]);
    },
  };
}
