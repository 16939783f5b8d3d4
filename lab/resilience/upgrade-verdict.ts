// Figures and verdict of a rolling upgrade.
import type { History } from '../chaos/history.ts';
import type { Stopped } from '../environment.ts';
import { brokenOf, quantile, round } from '../report.ts';
import type { Crossings } from './crossings.ts';
import { isFailure, type Verdict } from './invariant-checker.ts';
import type { CallCounts } from './signature-change.ts';
import type { TrialResult } from './trial.ts';

/** The calls of the changed functions between two replacements. */
export interface Phase {
  readonly name: string;
  readonly calls: CallCounts;
}

export interface Upgraded {
  /** The commit of the older version. */
  readonly older: string;
  readonly added: readonly string[];
  readonly dropped: readonly string[];
  /** When the migration began, on the clock of the calls. */
  readonly migratedAt: number;
  readonly migrationMs: number;
  readonly phases: readonly Phase[];
  readonly history: Pick<History, 'calls' | 'statuses'>;
  readonly verdict: Pick<Verdict, 'violations' | 'callbacks'> & { readonly evidence: { readonly objects: readonly unknown[] } };
  readonly crossed: Crossings;
  readonly unfed: number;
  readonly complaints: Readonly<Record<string, number>>;
  readonly stops: readonly Stopped[];
  readonly exitSecondsMax: number;
}

/** Failed calls that are listed. */
const SHOWN_MAX = 10;
const isMixed = ({ name }: Phase): boolean => /^[12] older, [12] next$/.test(name);

export function judge(upgraded: Upgraded): TrialResult {
  const { older, added, dropped, migratedAt, migrationMs, phases, history, verdict, crossed, unfed, complaints, stops, exitSecondsMax } =
    upgraded;
  const failures = history.calls.filter(({ status }) => isFailure(status));
  const times = history.calls.map(({ ms }) => ms).sort((a, b) => a - b);
  const mixed = phases.filter(isMixed).map(({ calls }) => calls);
  const names = Object.keys(mixed[0] ?? {});
  /** Whether each changed function was called by this version while the other ran too. */
  const isCalledBy = (version: 'earlier' | 'next'): boolean =>
    names.length > 0 && names.every((name) => mixed.some((calls) => calls[name]![version] > 0));
  return {
    figures: {
      older: older.slice(0, 10),
      added,
      dropped,
      migrationMs: round(migrationMs),
      calls: history.calls.length,
      statuses: history.statuses,
      failed: failures.length,
      failures: failures
        .slice(0, SHOWN_MAX)
        .map(
          ({ status, path, at, ms }) =>
            `${status} ${path} after ${round(ms)} ms, sent ${round((at - migratedAt) / 1000)} s from the migration`,
        ),
      p99Ms: round(quantile(times, 0.99)),
      objects: verdict.evidence.objects.length,
      callbacks: verdict.callbacks,
      ...crossed,
      violations: verdict.violations.length,
      unfed,
      phases: Object.fromEntries(phases.map(({ name, calls }) => [name, calls])),
      exitSecondsMax,
      exitCodes: [...new Set(stops.map(({ code }) => code))],
      complaints,
    },
    broken: brokenOf([
      ['a migration and the replacement of one node after the other fail no request', failures.length === 0],
      ['every invariant of the chaos runs holds, callbacks included', verdict.violations.length === 0],
      ['each object that either version finishes is in the event feed', unfed === 0],
      ['the migration adds signatures and keeps the earlier ones', added.length > 0 && dropped.length === 0],
      ['both signatures of each changed function are called while both versions run', isCalledBy('earlier') && isCalledBy('next')],
      ['work crossed both ways, and so did reads and deletions', Math.min(...Object.values(crossed)) > 0],
      ['every process exits cleanly within 30 s', exitSecondsMax <= 30 && stops.every(({ code }) => code === 0)],
    ]),
  };
}
