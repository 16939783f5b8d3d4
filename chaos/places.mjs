// Where the harness reaches into the built product: named points to die or freeze at, and shorter times, so that a lease runs out in seconds.

/** Edits by file below dist/. The product's own build has none of this. */
export const PLACES = {
  'platform/db.js': [
    {
      find: 'const answer = await Promise.race([client.query(query), late]);',
      put: 'const answer = await globalThis.chaos.answered(query.name, Promise.race([globalThis.chaos.sent(query.name, client.query(query)), late]));',
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
  'worker/alone.js': [{ find: 'const end = await runIn(', put: "globalThis.chaos.point('alone.before');\nconst end = await runIn(" }],
  'business/callbacks/dispatcher.js': [
    {
      find: 'const one = await deliver(letter, parts.client, settings);',
      put: "globalThis.chaos.point('post.before');\nconst one = await deliver(letter, parts.client, settings);\nglobalThis.chaos.point('post.answered');",
    },
    { find: 'const HOLD_MARGIN_SECONDS = 30;', put: 'const HOLD_MARGIN_SECONDS = globalThis.chaos.times.holdSeconds;' },
  ],
  'business/orders/settle.js': [
    {
      find: 'const settled = new Set(answer?.finished);',
      put: 'const settled = new Set(answer?.finished);\nglobalThis.chaos.settled(ended, settled);',
    },
  ],
  'wiring/worker.js': [
    { find: 'const LEASE = { seconds: 20, beatMs: 5000, sweepMs: 5000 };', put: 'const LEASE = globalThis.chaos.times.lease;' },
  ],
};

/** The product's times, and a fifth of them. `stuckSeconds` is the promise: nothing waits longer for a worker that is gone. */
export const TIMES = {
  real: { lease: { seconds: 20, beatMs: 5000, sweepMs: 5000 }, holdSeconds: 30, stuckSeconds: 30 },
  short: { lease: { seconds: 4, beatMs: 1000, sweepMs: 1000 }, holdSeconds: 4, stuckSeconds: 15 },
};

/** A statement has two points: its bytes are on the way (`sent`), its answer was read (`answered`). One of the first `hits` is taken. */
export const FAILPOINTS = {
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
  // Only a job that has killed two workers comes by; somebody must go on killing them.
  'alone.before': { role: 'worker', hits: 1, needs: 'collect.done' },
  'claim_callbacks.sent': { role: 'worker', hits: 2 },
  'claim_callbacks.answered': { role: 'worker', hits: 2 },
  'post.before': { role: 'worker', hits: 3 },
  'post.answered': { role: 'worker', hits: 3 },
  'record_deliveries.sent': { role: 'worker', hits: 2 },
  'record_deliveries.answered': { role: 'worker', hits: 2 },
  'collect.done/pause': { role: 'worker', hits: 4 },
  'settle.sent/pause': { role: 'worker', hits: 3 },
};
