// What a run must have seen to prove anything, and what of it is still missing.
import type { FaultCounts } from './faults.ts';
import type { Run } from './invariants.ts';
import { type FaultKind, faultsOf, type Plan } from './plan.ts';
import type { Profile } from './profiles.ts';

export type SeenRows = Pick<Run, 'history' | 'receipts' | 'events' | 'ledger' | 'notes' | 'objects' | 'tracking'>;

export interface Seen {
  readonly plan: Plan;
  readonly run: SeenRows;
  readonly hits: readonly string[];
  readonly faults: FaultCounts;
  readonly looks: number;
  readonly postgresKills: number;
}

/** Events that a run must have seen. Without them it proves nothing about them. */
const SIGHTS: Readonly<Record<string, (seen: Seen) => number>> = {
  replays: ({ run }) => run.history.replays,
  reclaimed: ({ run }) => run.events.filter(({ crashes }) => (crashes ?? 0) > 0).length,
  refused: ({ run }) => run.notes.filter(({ settled, accepted }) => settled && !accepted).length,
  reversed: ({ run }) => run.ledger.filter(({ kind }) => kind === 'reversal').length,
  repeatedCallbacks: ({ run }) => run.receipts.length - new Set(run.receipts.map(({ id }) => id)).size,
  deleted: ({ run }) => run.history.deletes.filter(({ status }) => status === 204).length,
  lookups: ({ run }) => run.history.lookups.filter(({ status }) => status === 200).length,
  answered502: ({ run }) => run.history.statuses[502] ?? 0,
  answered402: ({ run }) => run.history.statuses[402] ?? 0,
  looks: ({ looks: polls }) => polls,
};
/** Only for runs with projects. */
const TRACKING_SIGHTS: typeof SIGHTS = {
  slots: ({ run }) => run.tracking?.projects.reduce((sum, { slots }) => sum + slots.length, 0) ?? 0,
  retriedChecks: ({ run }) => run.tracking?.retried[0]?.checks ?? 0,
  stops: ({ run }) => run.tracking?.stops[0]?.alerts ?? 0,
};

export const sightsOf = (seen: Seen): Record<string, number> =>
  Object.fromEntries(
    Object.entries(seen.run.tracking ? { ...SIGHTS, ...TRACKING_SIGHTS } : SIGHTS).map(([name, count]) => [name, count(seen)]),
  );

export function killsOf({ run, postgresKills }: Seen): { api: number; worker: number; postgres: number } {
  const deaths = (role: string): number =>
    run.notes.filter(({ death, role: of, signal }) => death && of === role && signal === 'SIGKILL').length;
  return { api: deaths('api'), worker: deaths('worker'), postgres: postgresKills };
}

/** The kinds of faults that are possible on this machine. */
export const possibleFaults = (profile: Profile, hasDisk: boolean): FaultKind[] =>
  faultsOf(profile).filter((kind) => kind !== 'fillDisk' || hasDisk);

/** Failpoints of the plan that were not hit often enough. */
export const missingFailpoints = (plan: Plan, hits: readonly string[], hitsEach: number): string[] =>
  plan.failpoints.filter((name) => hits.filter((hit) => hit === name).length < hitsEach);

/** Kinds of faults that the run must have carried out and has not. */
export const missingFaults = (faults: FaultCounts, profile: Profile, hasDisk: boolean): FaultKind[] =>
  profile.everyFault ? possibleFaults(profile, hasDisk).filter((kind) => !faults[kind]) : [];

/** Sights and counts that the run must have reached and has not. */
export function missingSights(seen: Seen, profile: Profile): string[] {
  const sights = sightsOf(seen);
  const { api, worker, postgres } = killsOf(seen);
  return [
    ...(profile.sights ?? Object.keys(SIGHTS)).filter((name) => !sights[name]),
    ...(seen.run.objects.length < profile.least.jobs ? [`${profile.least.jobs} jobs`] : []),
    ...(api + worker + postgres < profile.least.kills ? [`${profile.least.kills} kills`] : []),
  ];
}
