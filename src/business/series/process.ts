// Levels that each process measures itself: event loop lag, database round trip and disk usage.
import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Db } from '../../platform/db.ts';
import { createSeriesRecorder, type SeriesRecorder } from './recorder.ts';

export interface ProcessSeriesParts {
  readonly db: Pick<Db, 'queryMonitoring'>;
  readonly role: 'api' | 'worker';
  readonly node: string;
  /** The folder whose disk is measured. */
  readonly folder: string;
  /** Accounts whose lots and ledger differ, in processes that know it. */
  readonly mismatchedAccounts?: () => number;
  readonly onError: (error: unknown) => void;
  readonly intervalMs?: number;
}

/** A finer resolution would cost an idle worker as much as all its other work. */
const LAG_RESOLUTION_MS = 50;
const NANOSECONDS_PER_MS = 1_000_000;
const PING = { name: 'series_ping', text: 'select 1' };

/** The recorder of a process. `stop` also ends the measurement of the event loop. */
export function recordProcess(parts: ProcessSeriesParts): SeriesRecorder {
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  const lagMs = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS_PER_MS - LAG_RESOLUTION_MS);

  const measure = async (recorder: SeriesRecorder): Promise<void> => {
    // Without a single sample the histogram has no usable values.
    if (lag.count > 0)
      recorder.level('eventLoop', parts.role, {
        p50Ms: lagMs(lag.percentile(50)),
        p99Ms: lagMs(lag.percentile(99)),
        maxMs: lagMs(lag.max),
      });
    lag.reset();
    const disk = await statfs(parts.folder).catch(() => null);
    if (disk && disk.blocks > 0) recorder.level('disk', parts.node, { usedShare: 1 - disk.bavail / disk.blocks });
    const started = performance.now();
    await parts.db.queryMonitoring(PING);
    const pingMs = performance.now() - started;
    recorder.count('database', 'all', {}, pingMs);
    const mismatched = parts.mismatchedAccounts?.();
    recorder.level('database', 'all', { pingMs, ...(mismatched === undefined ? {} : { mismatchedAccounts: mismatched }) });
  };
  const recorder = createSeriesRecorder({
    db: parts.db,
    onWrite: measure,
    onError: parts.onError,
    ...(parts.intervalMs === undefined ? {} : { intervalMs: parts.intervalMs }),
  });
  return {
    ...recorder,
    stop: async () => {
      await recorder.stop();
      lag.disable();
    },
  };
}
