// The result of a run: one line, a verdict, and the details of a failure.
import type { Violation } from './invariants.ts';
import type { Profile } from './profiles.ts';
import type { RunResult } from './run.ts';
import { killsOf, missingFailpoints, missingFaults, missingSights, possibleFaults, sightsOf } from './seen.ts';

export interface Judgement {
  readonly line: string;
  readonly verdict: 'PASS' | 'FAIL' | 'INCONCLUSIVE';
  /** Events that the run had to see and did not. */
  readonly missing: readonly string[];
  readonly jobs: number;
  readonly killed: number;
}

export function judge(result: RunResult, profile: Profile, server: { readonly hasDisk: boolean }): Judgement {
  const hit = new Set(result.hits);
  const kills = { ...killsOf(result), backend: (result.faults.terminateBackend ?? 0) * 2 };
  const killed = kills.api + kills.worker + kills.postgres;
  const jobs = result.run.objects.length;
  const wanted = possibleFaults(profile, server.hasDisk);
  const sights = sightsOf(result);
  const missing = [
    ...missingFailpoints(result.plan, result.hits, 1),
    ...missingFaults(result.faults, profile, server.hasDisk),
    ...missingSights(result, profile),
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
