// Edits of the built product: failpoints where a process is killed or frozen, and shorter times, so that a lease expires in seconds.

import type { Role } from './nodes.ts';
import type { Edit } from './rewrite.ts';

/** Edits by file below `dist`. They are applied to the copy of a run, never to the build itself. */
export const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  'platform/db.js': [
    {
      find: 'const result = await Promise.race([client.query(query), failed]);',
      put: 'const result = await globalThis.chaos.answered(query.name, Promise.race([globalThis.chaos.sent(query.name, client.query(query)), failed]));',
    },
  ],
  'platform/migrate.js': [
    {
      find: "await client.query('insert into migrations (name, checksum, backward_compatible) values ($1, $2, $3)', row);",
      put: "globalThis.chaos.point('migrate.mid');\nawait client.query('insert into migrations (name, checksum, backward_compatible) values ($1, $2, $3)', row);",
    },
  ],
  'worker/loop.js': [
    {
      find: 'const end = await run(job, parts, settings);',
      put: "const end = await run(job, parts, settings);\nglobalThis.chaos.point('collect.done');",
    },
  ],
  'worker/isolated.js': [{ find: 'const end = await runIn(', put: "globalThis.chaos.point('alone.before');\nconst end = await runIn(" }],
  'business/callbacks/dispatcher.js': [
    {
      find: 'const one = await deliver(message, parts.client, settings);',
      put: "globalThis.chaos.point('post.before');\nconst one = await deliver(message, parts.client, settings);\nglobalThis.chaos.point('post.answered');",
    },
    { find: 'const HOLD_MARGIN_SECONDS = 30;', put: 'const HOLD_MARGIN_SECONDS = globalThis.chaos.times.holdSeconds;' },
  ],
  'business/orders/settle.js': [
    {
      find: 'const settled = new Set(settledRows?.finished);',
      put: 'const settled = new Set(settledRows?.finished);\nglobalThis.chaos.settled(ended, settled);',
    },
  ],
  'wiring/worker.js': [
    { find: 'const LEASE = { seconds: 20, heartbeatMs: 5000, reclaimMs: 5000 };', put: 'const LEASE = globalThis.chaos.times.lease;' },
  ],
};

export interface Times {
  readonly lease: { readonly seconds: number; readonly heartbeatMs: number; readonly reclaimMs: number };
  readonly holdSeconds: number;
  readonly stuckSeconds: number;
}

/** The times of the product, and a fifth of them. `stuckSeconds` is the promise: no job waits longer for a dead worker. */
export const TIMES: Readonly<Record<'real' | 'short', Times>> = {
  real: { lease: { seconds: 20, heartbeatMs: 5000, reclaimMs: 5000 }, holdSeconds: 30, stuckSeconds: 30 },
  short: { lease: { seconds: 4, heartbeatMs: 1000, reclaimMs: 1000 }, holdSeconds: 4, stuckSeconds: 15 },
};

export interface Failpoint {
  readonly role: Role | 'first';
  readonly hits?: number;
  /** The process gets this signal after a while, because nothing else makes it pass here. */
  readonly after?: NodeJS.Signals;
  /** Another failpoint that must stay armed for this one to be passed. */
  readonly needs?: string;
  /** Only runs with projects pass here. */
  readonly tracking?: true;
}

/** A statement has two points: its bytes are sent (`sent`), its answer was read (`answered`). One of the first `hits` is taken. */
export const FAILPOINTS: Readonly<Record<string, Failpoint>> = {
  'migrate.mid': { role: 'first' },
  'place.sent': { role: 'api', hits: 4 },
  'place.answered': { role: 'api', hits: 4 },
  'remove.sent': { role: 'api', hits: 1 },
  'remove.answered': { role: 'api', hits: 1 },
  'keep_answer.sent': { role: 'api', hits: 1 },
  'keep_answer.answered': { role: 'api', hits: 1 },
  'make_partitions.sent': { role: 'api', hits: 1 },
  'claim.sent': { role: 'worker', hits: 3 },
  'claim.answered': { role: 'worker', hits: 3 },
  'collect.done': { role: 'worker', hits: 4 },
  'settle.sent': { role: 'worker', hits: 3 },
  'settle.answered': { role: 'worker', hits: 3 },
  'sweep.sent': { role: 'worker', hits: 2 },
  'expire_lots.sent': { role: 'worker', hits: 2 },
  'drop_expired.sent': { role: 'worker', hits: 1 },
  'beat.sent': { role: 'worker', hits: 2 },
  'release.sent': { role: 'worker', hits: 1, after: 'SIGTERM' },
  // Only a job that has killed two workers passes here, so workers must still be killed at `needs`.
  'alone.before': { role: 'worker', hits: 1, needs: 'collect.done' },
  'claim_callbacks.sent': { role: 'worker', hits: 2 },
  'claim_callbacks.answered': { role: 'worker', hits: 2 },
  'post.before': { role: 'worker', hits: 3 },
  'post.answered': { role: 'worker', hits: 3 },
  'record_deliveries.sent': { role: 'worker', hits: 2 },
  'record_deliveries.answered': { role: 'worker', hits: 2 },
  'claim_project.answered': { role: 'worker', hits: 2, tracking: true },
  'place_checks.sent': { role: 'worker', hits: 2, tracking: true },
  'place_checks.answered': { role: 'worker', hits: 2, tracking: true },
  'tracking_record_points.sent': { role: 'worker', hits: 3, tracking: true },
  'tracking_record_points.answered': { role: 'worker', hits: 3, tracking: true },
  'collect.done/pause': { role: 'worker', hits: 4 },
  'settle.sent/pause': { role: 'worker', hits: 3 },
};

const namesOf = (wanted: boolean): string[] =>
  Object.entries(FAILPOINTS).flatMap(([name, { tracking = false }]) => (tracking === wanted ? [name] : []));
/** Failpoints of runs with projects, and of all runs. */
export const TRACKING_FAILPOINTS = namesOf(true);
export const USUAL_FAILPOINTS = namesOf(false);
