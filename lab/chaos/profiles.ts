// Profiles of runs: processes, load, faults and failpoints, and what a run must have seen to prove anything.

import { TRACKING_FAILPOINTS } from './failpoints.ts';
import type { FaultKind } from './plan.ts';

/** Shares of what clients do; `magic` is a magic keyword that most requests carry. */
export interface Mix {
  readonly create: number;
  readonly remove: number;
  readonly lookup: number;
  readonly batch: number;
  readonly sync: number;
  readonly callback: number;
  readonly keyed: number;
  readonly magic: string | null;
}

export interface Profile {
  readonly seconds: number;
  /** The upper limit of the time after `seconds` in which the run goes on until it has seen everything. */
  readonly moreSeconds: number;
  readonly hitsEach: number;
  readonly apis: number;
  readonly workers: number;
  readonly warmProcesses: number;
  readonly ratePerSecond: number;
  readonly faultEverySeconds: number;
  readonly everyFault: boolean;
  /** How long nothing may move before it counts as stuck. */
  readonly stallSeconds: number;
  readonly mix: Mix;
  readonly least: { readonly jobs: number; readonly kills: number };
  /** All of them when absent, here and in the next two. */
  readonly faults?: readonly FaultKind[];
  readonly failpoints?: readonly string[];
  readonly sights?: readonly string[];
  /** No process runs without failpoints. */
  readonly armAll?: boolean;
  readonly clockMs?: number;
  /** Projects with schedules are part of the load. */
  readonly tracking?: boolean;
}

/** What a directed run changes of the usual one. */
export type DirectedRun = Partial<Omit<Profile, 'mix'>> & { readonly mix?: Partial<Mix> };

const MIX: Mix = { create: 0.5, remove: 0.06, lookup: 0.04, batch: 0.25, sync: 0.15, callback: 0.5, keyed: 0.6, magic: null };

const FULL: Profile = {
  seconds: 60,
  moreSeconds: 150,
  hitsEach: 1,
  apis: 2,
  workers: 3,
  warmProcesses: 3,
  ratePerSecond: 12,
  faultEverySeconds: 4,
  everyFault: true,
  stallSeconds: 30,
  mix: MIX,
  least: { jobs: 300, kills: 20 },
};

/** Part of `npm test`: the failpoints that have found most bugs, and faults that are over quickly. */
const SHORT: Profile = {
  ...FULL,
  seconds: 10,
  moreSeconds: 180,
  workers: 2,
  warmProcesses: 2,
  faults: ['killWorker', 'killApi', 'killPostgresAtAck', 'swallow', 'cut'],
  failpoints: ['place.answered', 'settle.answered', 'claim.sent', 'post.answered'],
  faultEverySeconds: 3,
  least: { jobs: 40, kills: 3 },
  sights: ['replays', 'reclaimed', 'reversed', 'looks'],
};

/** Schedules of tracked keywords, with kills where a chunk is placed and a point is recorded. */
const TRACKING: Profile = {
  ...FULL,
  tracking: true,
  seconds: 90,
  ratePerSecond: 4,
  faults: ['killWorker', 'killPostgres', 'terminateBackend', 'stopWorker', 'cut', 'swallow', 'silence'],
  failpoints: [...TRACKING_FAILPOINTS],
  sights: ['reversed', 'looks', 'slots', 'retriedChecks', 'stops'],
  least: { jobs: 500, kills: 10 },
};

export const PROFILES = { full: FULL, short: SHORT, tracking: TRACKING };
/** Planted bugs that are always caught within a few seconds. */
export const SHORT_MUTANTS = ['lots_not_spent', 'mark_before_send', 'refund_twice'];

const DIRECTED: Profile = {
  ...FULL,
  seconds: 6,
  moreSeconds: 25,
  hitsEach: 1,
  apis: 1,
  workers: 1,
  warmProcesses: 1,
  faults: [],
  failpoints: [],
  everyFault: false,
  armAll: true,
  stallSeconds: 15,
  // Only the invariants judge a directed run, so it waits for nothing but its failpoints.
  sights: [],
  least: { jobs: 0, kills: 0 },
};

export function directedProfile({ mix = {}, ...run }: DirectedRun): Profile {
  return { ...DIRECTED, ...run, mix: { ...MIX, lookup: 0, ...mix } };
}

/** The runs of the mutants without a mutant. It must find nothing, or the others prove nothing. */
export const CONTROL: DirectedRun = {
  seconds: 10,
  failpoints: ['place.answered', 'settle.answered', 'claim.answered', 'collect.done/pause'],
  faults: ['killWorker', 'killApiAtAck', 'killPostgresAtAck', 'swallow'],
  faultEverySeconds: 2,
  apis: 2,
  workers: 2,
  hitsEach: 1,
  armAll: false,
};
