// How a run is made up: how many processes, how much load, which faults and failpoints, and what a run must have seen to prove anything.

const MIX = { create: 0.5, remove: 0.06, lookup: 0.04, batch: 0.25, sync: 0.15, callback: 0.5, keyed: 0.6, magic: null };

const FULL = {
  seconds: 60,
  /** A slow machine gets up to so much more, until every failpoint was hit. */
  moreSeconds: 150,
  hitsEach: 1,
  apis: 2,
  workers: 3,
  spares: 3,
  ratePerSecond: 12,
  faultEverySeconds: 4,
  everyFault: true,
  /** How long nothing may move before it counts as stuck. */
  stallSeconds: 30,
  mix: MIX,
  least: { jobs: 300, kills: 20 },
};

/** Part of the project's tests: the failpoints that have found most, and the faults that are over quickly. */
const SHORT = {
  ...FULL,
  seconds: 10,
  moreSeconds: 30,
  workers: 2,
  spares: 2,
  faults: ['killWorker', 'killApi', 'killPostgresAtAck', 'swallow', 'cut'],
  failpoints: ['place.answered', 'settle.answered', 'claim.sent', 'post.answered'],
  faultEverySeconds: 3,
  least: { jobs: 40, kills: 3 },
  sights: ['replays', 'reclaimed', 'reversed', 'looks'],
};

export const PROFILES = { full: FULL, short: SHORT };
/** Planted bugs that are caught in a few seconds without luck. */
export const SHORT_MUTANTS = ['lots_not_spent', 'mark_before_send', 'refund_twice'];

const DIRECTED = {
  ...FULL,
  seconds: 6,
  moreSeconds: 25,
  hitsEach: 1,
  apis: 1,
  workers: 1,
  spares: 1,
  faults: [],
  failpoints: [],
  everyFault: false,
  /** No process is left in peace. */
  armAll: true,
  stallSeconds: 15,
};

export function directedProfile({ mix = {}, ...run }) {
  return { ...DIRECTED, ...run, mix: { ...MIX, lookup: 0, ...mix } };
}

/** Everything that the mutants' runs do, without a mutant: it must find nothing, or the others prove nothing. */
export const CONTROL = {
  seconds: 10,
  failpoints: ['place.answered', 'settle.answered', 'claim.answered', 'collect.done/pause'],
  faults: ['killWorker', 'killApiAtAck', 'killPostgresAtAck', 'swallow'],
  faultEverySeconds: 2,
  apis: 2,
  workers: 2,
  hitsEach: 1,
  armAll: false,
};
