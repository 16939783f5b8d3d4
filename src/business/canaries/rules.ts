// The rules of canaries: when a source is failing, when it passes again, and whether it leaves the route. Pure functions.

/** A run that proves something. Inconclusive runs never reach these rules. */
export interface ConclusiveRun {
  readonly canary: string;
  readonly passed: boolean;
}

/** What the rules need of earlier runs. */
export interface CanaryHistory {
  readonly isFailing: boolean;
  /** Canaries that must pass twice in a row before the source passes. */
  readonly failed: readonly string[];
  /** The last runs, oldest first. */
  readonly recent: readonly ConclusiveRun[];
  /** Equal outcomes in a row by canary: positive for passes, negative for failures. */
  readonly streaks: Readonly<Record<string, number>>;
}

export const NO_HISTORY: CanaryHistory = { isFailing: false, failed: [], recent: [], streaks: {} };

const [RECENT_MAX, FAILED_MIN, CANARIES_MIN] = [3, 2, 2];
const [FAILURES_IN_A_ROW, PASSES_IN_A_ROW] = [3, 2];
/** Longer streaks change nothing. */
const STREAK_MAX = 3;

/**
 * Adds one run. A source is failing after 2 failed of its last 3 runs, by at least 2 canaries, or after 3 failures of one
 * canary in a row. It passes after every canary that failed has passed twice in a row. `known` are the canaries of the
 * source: one that no longer exists cannot prove anything.
 */
export function nextHistory(history: CanaryHistory, run: ConclusiveRun, known: readonly string[]): CanaryHistory {
  const isKnown = (canary: string): boolean => canary === run.canary || known.includes(canary);
  const before = Object.hasOwn(history.streaks, run.canary) ? history.streaks[run.canary]! : 0;
  const streak = run.passed ? Math.max(before, 0) + 1 : Math.min(before, 0) - 1;
  const kept = Object.entries(history.streaks).filter(([canary]) => isKnown(canary));
  const streaks = { ...Object.fromEntries(kept), [run.canary]: Math.max(-STREAK_MAX, Math.min(STREAK_MAX, streak)) };
  const recent = [...history.recent.filter(({ canary }) => isKnown(canary)), run].slice(-RECENT_MAX);
  if (!history.isFailing) {
    const failures = recent.filter(({ passed }) => !passed);
    const several = failures.length >= FAILED_MIN && new Set(failures.map(({ canary }) => canary)).size >= CANARIES_MIN;
    const isFailing = !run.passed && (several || streak <= -FAILURES_IN_A_ROW);
    return { isFailing, failed: isFailing ? failingOf(streaks, failures) : [], recent, streaks };
  }
  const failed = [...new Set([...history.failed.filter(isKnown), ...(run.passed ? [] : [run.canary])])].filter(
    (canary) => (streaks[canary] ?? 0) < PASSES_IN_A_ROW,
  );
  // Earlier failures must not count again after a recovery.
  return failed.length === 0 ? { isFailing: false, failed, recent: [], streaks } : { isFailing: true, failed, recent, streaks };
}

/** The canaries that failed last, and those behind the failures that count. */
function failingOf(streaks: Readonly<Record<string, number>>, failures: readonly ConclusiveRun[]): string[] {
  const last = Object.entries(streaks).flatMap(([canary, streak]) => (streak < 0 ? [canary] : []));
  return [...new Set([...last, ...failures.map(({ canary }) => canary)])].sort();
}

const RECHECK_SECONDS_MIN = 60;
const RECHECK_SHARE = 0.1;
/** Runs are spread by this share of the interval in both directions. */
const JITTER = 0.1;

const DAY_SECONDS = 86_400;

/** The time between two runs of each canary at which the canaries of a source, those of all engines, use up its budget at the end of the day. */
export const paceSeconds = (canaries: number, runsPerDay: number): number => (DAY_SECONDS * canaries) / Math.max(1, runsPerDay);

export interface NextRunTerms {
  /** See `paceSeconds()`. */
  readonly pace?: number;
  /** Number of sources that take turns with this one, itself included. */
  readonly sources?: number;
  /** How many of them fail, this one included. */
  readonly failing?: number;
}

/**
 * Seconds until the next run. A canary that failed is repeated sooner, but not before `pace`. `random` is from 0 to 1.
 * Sources that take turns are together tested about as often as one source. So are those of them that fail.
 */
export function secondsToNextRun(
  intervalSeconds: number,
  isAwaited: boolean,
  random: number,
  { pace = 0, sources = 1, failing = 1 }: NextRunTerms = {},
): number {
  const usual = Math.max(intervalSeconds * sources, pace) * (1 - JITTER + 2 * JITTER * random);
  const repeated = Math.max(RECHECK_SECONDS_MIN, intervalSeconds * RECHECK_SHARE) * failing;
  return isAwaited ? Math.min(usual, Math.max(repeated, pace)) : usual;
}

/** Minimum time between two runs at one source. */
export const gapSeconds = (intervalSeconds: number): number => Math.min(30, intervalSeconds / 20);

export const SWITCHING = ['false', 'true', 'all'] as const;
/** `true` keeps the last working source of an engine, `all` does not. */
export type Switching = (typeof SWITCHING)[number];

/** Whether a failing source leaves the route. `othersWorking` is the number of other sources that are on and not failing. */
export const leavesRoute = (switching: Switching, isFailing: boolean, othersWorking: number): boolean =>
  isFailing && (switching === 'all' || (switching === 'true' && othersWorking > 0));
