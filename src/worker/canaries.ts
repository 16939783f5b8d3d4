// Runs canaries of this worker one at a time, between its jobs. The database gives each due canary to one process.
import { setTimeout as sleep } from 'node:timers/promises';
import { gapSeconds, type Switching } from '../business/canaries/rules.ts';
import type { CanaryRunEnd, CanaryStore, CanaryTarget, ClaimedCanary, RotatedCanary } from '../business/canaries/store.ts';
import type { PublishedCanary } from '../contract/canaries.ts';

/** A canary at a source of this process, with all sources of that route. */
export interface CanaryAssignment extends RotatedCanary {
  readonly definition: PublishedCanary;
  readonly route: readonly string[];
  /** See `RecordTerms`. */
  readonly otherRoutes?: readonly (readonly string[])[];
  readonly paceSeconds?: number;
}

/** A run, or the time to wait when the source may not be queried now. */
export type CanaryAttempt = CanaryRunEnd | { readonly retrySeconds: number };

export interface CanaryLoopParts {
  readonly store: CanaryStore;
  readonly assign: (canaries: readonly PublishedCanary[]) => CanaryAssignment[];
  readonly attempt: (assignment: CanaryAssignment) => Promise<CanaryAttempt>;
  /** True while jobs need the resources of this process, or while its node is drained. */
  readonly isBusy: () => boolean;
  readonly onRun: (target: CanaryTarget, end: CanaryRunEnd) => void;
  readonly onError: (error: unknown) => void;
}

export interface CanaryLoopSettings {
  readonly intervalSeconds: number;
  readonly switching: Switching;
  /** How long runs are kept. */
  readonly runDays: number;
}

const TICK_MS_MAX = 5000;
const REFRESH_MS_MAX = 60_000;
const RUNS_PER_TICK = 10;
/** A run that takes longer proves nothing. */
const RUN_MS_MAX = 290_000;
/** Longer than a run. Afterwards the process counts as dead. */
const LEASE_SECONDS = 330;
/** A canary that cannot run is tried again within these times. */
const [RETRY_SECONDS_MIN, RETRY_SECONDS_MAX] = [1, 3600];
const ERROR_RETRY_SECONDS = 60;

const TOO_LONG: CanaryRunEnd = {
  outcome: 'inconclusive',
  reason: 'The source did not respond in time.',
  attempt: 'unreachable',
  ms: RUN_MS_MAX,
};

export function startCanaries(parts: CanaryLoopParts, settings: CanaryLoopSettings): { stop(msMax: number): Promise<void> } {
  const { store, isBusy } = parts;
  const { intervalSeconds, switching, runDays } = settings;
  const intervalMs = intervalSeconds * 1000;
  let assignments = new Map<string, CanaryAssignment>();
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  let isFailing = false;
  let current: Promise<void> | null = null;
  let claimed: ClaimedCanary | null = null;

  const refresh = async (): Promise<void> => {
    const assigned = parts.assign(await store.published());
    await store.register(assigned, intervalSeconds);
    if (switching === 'false') await store.restore();
    await store.tidy(runDays);
    assignments = new Map(assigned.map((assignment) => [keyOf(assignment), assignment]));
    refreshedAt = performance.now();
  };
  /** Returns false when nothing is due. */
  const runOne = async (): Promise<boolean> => {
    const held = await store.claim([...assignments.values()], gapSeconds(intervalSeconds), LEASE_SECONDS);
    if (held === null) return false;
    // The claim arrived during the stop. Another worker gets it.
    if (isStopping) {
      await store.release(held, 0);
      return false;
    }
    claimed = held;
    try {
      await runHeld(held, assignments.get(keyOf(held))!);
    } catch (error) {
      // Otherwise the canary would wait until the lease is over. After a release by the stop, this one changes nothing.
      await store.release(held, ERROR_RETRY_SECONDS).catch(() => undefined);
      throw error;
    } finally {
      claimed = null;
    }
    return true;
  };
  const runHeld = async (held: ClaimedCanary, assignment: CanaryAssignment): Promise<void> => {
    const end = await withinTime(parts.attempt(assignment));
    // After a stop that did not wait for it, the claim is gone, and recording changes nothing.
    if ('retrySeconds' in end) await store.release(held, Math.min(RETRY_SECONDS_MAX, Math.max(RETRY_SECONDS_MIN, end.retrySeconds)));
    else {
      const { route, otherRoutes, paceSeconds, rotation } = assignment;
      if (await store.record(held, end, { intervalSeconds, paceSeconds, rotation, switching, route, otherRoutes })) parts.onRun(held, end);
    }
  };
  const tick = async (): Promise<void> => {
    try {
      for (let runs = 0; runs < RUNS_PER_TICK && !isStopping; runs++) {
        // Between runs as well: ten slow ones take most of an hour, and canaries may have been replaced since then.
        if (performance.now() - refreshedAt >= Math.min(REFRESH_MS_MAX, intervalMs / 10)) await refresh();
        if (isBusy() || !(await runOne())) break;
      }
      isFailing = false;
    } catch (error) {
      // An unavailable database fails every time. One log line is enough.
      if (!isFailing && !isStopping) parts.onError(error);
      isFailing = true;
    }
  };
  const timer = setInterval(
    () => {
      // Not in `tick` itself: on a busy worker it ends before `current` is set, which would block all later ones.
      current ??= tick().finally(() => {
        current = null;
      });
    },
    Math.min(TICK_MS_MAX, intervalMs / 60),
  );
  return {
    stop: async (msMax) => {
      clearInterval(timer);
      isStopping = true;
      await Promise.race([current, sleep(msMax, undefined, { ref: false })]);
      // Another worker repeats the run.
      if (claimed) await store.release(claimed, 0).catch(() => undefined);
    },
  };
}

const keyOf = ({ engine, source, canary }: CanaryTarget): string => `${engine}/${source}/${canary}`;

async function withinTime(run: Promise<CanaryAttempt>): Promise<CanaryAttempt> {
  const clock = new AbortController();
  try {
    return await Promise.race([run, sleep(RUN_MS_MAX, TOO_LONG, { ref: false, signal: clock.signal })]);
  } finally {
    clock.abort();
  }
}
