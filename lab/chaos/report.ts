// The result of a run: one line, a verdict, and the details of a failure.
import type { Violation } from './invariants.ts';
import { faultsOf } from './plan.ts';
import type { Profile } from './profiles.ts';
import type { RunResult } from './run.ts';

type Judged = RunResult & { readonly postgresKills: number };

/** Events that a run must have seen. Without them it proves nothing about them. */
const SIGHTS: Readonly<Record<string, (result: Judged) => number>> = {
  replays: ({ run }) => run.history.replays,
  reclaimed: ({ run }) => run.events.filter(({ crashes }) => (crashes ?? 0) > 0).length,
  refused: ({ run }) => run.notes.filter(({ settled, accepted }) => settled && !accepted).length,
  reversed: ({ run }) => run.ledger.filter(({ kind }) => kind === 'reversal').length,
  repeatedCallbacks: ({ run }) => run.receipts.length - new Set(run.receipts.map(({ id }) => id)).size,
  deleted: ({ run }) => run.history.deletes.filter(({ status }) => status === 204).length,
  lookups: ({ run }) => run.history.lookups.filter(({ status }) => status === 200).length,
  answered502: ({ run }) => run.history.statuses[502] ?? 0,
  answered402: ({ run }) => run.history.statuses[402] ?? 0,
  looks: ({ looks }) => looks,
};

export interface Judgement {
  readonly line: string;
  readonly verdict: 'PASS' | 'FAIL' | 'INCONCLUSIVE';
  /** Events that the run had to see and did not. */
  readonly missing: readonly string[];
  readonly jobs: number;
  readonly killed: number;
}

export function judge(result: Judged, profile: Profile, server: { readonly hasDisk: boolean }): Judgement {
  const hit = new Set(result.hits);
  const deaths = (role: string): number =>
    result.run.notes.filter(({ death, role: of, signal }) => death && of === role && signal === 'SIGKILL').length;
  const kills = {
    api: deaths('api'),
    worker: deaths('worker'),
    postgres: result.postgresKills,
    backend: (result.faults.terminateBackend ?? 0) * 2,
  };
  const killed = kills.api + kills.worker + kills.postgres;
  const jobs = result.run.objects.length;
  const wanted = faultsOf(profile).filter((kind) => kind !== 'fillDisk' || server.hasDisk);
  const sights = Object.fromEntries(Object.entries(SIGHTS).map(([name, count]) => [name, count(result)]));
  const missing = [
    ...result.plan.failpoints.filter((name) => !hit.has(name)),
    ...(profile.everyFault ? wanted.filter((kind) => !result.faults[kind]) : []),
    ...(profile.sights ?? Object.keys(SIGHTS)).filter((name) => !sights[name]),
    ...(jobs < profile.least.jobs ? [`${profile.least.jobs} jobs`] : []),
    ...(killed < profile.least.kills ? [`${profile.least.kills} kills`] : []),
  ];
  const verdict = result.violations.length > 0 ? 'FAIL' : missing.length > 0 ? 'INCONCLUSIVE' : 'PASS';
  const points = result.plan.failpoints;
  const line = [
    `CHAOS seed=${result.seed}`,
    `jobs=${jobs}`,
    `kills=${Object.entries(kills)
      .map(([name, count]) => `${name}:${count}`)
      .join(',')}`,
    `failpoints=${points.filter((name) => hit.has(name)).length}/${points.length}`,
    `faults=${wanted.filter((kind) => result.faults[kind]).length}/${wanted.length}`,
    ...Object.entries(sights).map(([name, count]) => `${name}=${count}`),
    `drain=${result.drainSeconds.toFixed(1)}s`,
    ...(server.hasDisk ? [] : ['disk=skipped(no right to mount)']),
    `violations=${result.violations.length}`,
    verdict,
  ].join(' ');
  return { line, verdict, missing, jobs, killed };
}

/** The first few of each broken rule. */
export function describeViolations(violations: readonly Violation[]): string {
  const byRule = groupByRule(violations);
  return [...byRule]
    .map(
      ([rule, list]) =>
        `  ${rule}: ${list.length}, such as ${list
          .slice(0, 3)
          .map(({ detail }) => detail)
          .join('; ')}`,
    )
    .join('\n');
}

export const rulesOf = (violations: readonly Violation[]): string[] => [...new Set(violations.map(({ rule }) => rule))];

function groupByRule(violations: readonly Violation[]): Map<string, Violation[]> {
  const groups = new Map<string, Violation[]>();
  for (const one of violations) groups.set(one.rule, [...(groups.get(one.rule) ?? []), one]);
  return groups;
}
