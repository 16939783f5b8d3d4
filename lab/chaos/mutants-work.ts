// Planted bugs around leases, deletions and callbacks.
import type { Mutant } from './mutant.ts';

const AFTER_SETTLE = 'const settled = new Set(settledRows?.finished);';

export const WORK_MUTANTS: Readonly<Record<string, Mutant>> = {
  no_fence: {
    bug: 'a result is taken from whoever brings it',
    sql: [
      {
        function: 'settle_jobs',
        find: "held_row.object_id = j.id and coalesce(held_row.lease, '') = p_worker and held_row.claim_count = j.claim_count and",
        put: 'held_row.object_id = j.id and',
      },
    ],
    run: { failpoints: ['collect.done/pause'], seconds: 12, workers: 2, armAll: false, mix: { magic: 'test:slow:3', create: 0.8 } },
  },
  no_reclaim: {
    bug: 'jobs of dead workers are never freed',
    sql: [{ function: 'reclaim_leases', find: 'limit 10000', put: 'limit 0' }],
    run: { failpoints: ['claim.answered', 'collect.done'] },
  },
  at_most_once: {
    bug: 'jobs of dead workers are dropped',
    sql: [
      {
        function: 'reclaim_leases',
        find: 'update queue set lease = null, due = true, crashes = crashes + 1 from lost where',
        put: 'delete from queue using lost where',
      },
    ],
    run: { failpoints: ['claim.answered', 'collect.done'] },
  },
  worker_clock: {
    bug: 'a lease lasts by the clock of its worker, which is an hour off',
    sql: [{ function: 'claim_jobs', find: 'do update set seen_at = now();', put: 'do nothing;' }],
    js: {
      'platform/queue.js': [
        {
          find: 'const alive = (await db.query(HEARTBEAT, [token])).length > 0;',
          put: "const alive = (await db.query({ name: 'beat', text: 'update workers set seen_at = to_timestamp($2) where token = $1 returning token' }, [token, Date.now() / 1000])).length > 0;",
        },
      ],
    },
    run: { faults: ['killWorker'], faultEverySeconds: 2.5, seconds: 10, clockMs: 3_600_000, mix: { magic: 'test:slow:3', create: 0.8 } },
  },
  lost_claims_kept: {
    bug: 'a claim whose answer was lost is never given back',
    js: { 'worker/loop.js': [{ find: 'doubtful = true;', put: '' }] },
    run: { faults: ['swallow'], faultEverySeconds: 0.2, seconds: 30 },
  },
  resurrection: {
    bug: 'a late result brings a deleted object back',
    sql: [
      { function: 'remove_object', find: 'delete from queue where object_id = p_id;', put: '' },
      {
        function: 'settle_jobs',
        find: 'if with_callback is not null then',
        put: 'update objects set deleted = false where id = any (array(select p_ids[n] from unnest(finished) as n));\n  if with_callback is not null then',
      },
    ],
    run: { mix: { remove: 0.35, magic: 'test:slow:1' } },
  },
  outbox_apart: {
    bug: 'the callback is written down in a second transaction',
    sql: [{ function: 'settle_jobs', find: "and o.request->>'callback' is not null", put: 'and false' }],
    js: {
      'business/orders/settle.js': [
        {
          find: AFTER_SETTLE,
          put: `await db.query({ name: 'tell', text: \`insert into outbox (object_id, retention_class, kind, account_id, expires_at)
            select id, retention_class, kind, account_id, expires_at from objects where id = any ($1) and request->>'callback' is not null on conflict do nothing\` }, [rows.map(({ id }) => id)]);
          ${AFTER_SETTLE}`,
        },
      ],
    },
    run: { failpoints: ['settle.answered'], mix: { callback: 1 } },
  },
  mark_before_send: {
    bug: 'a callback is marked as told before it is sent',
    js: {
      'business/callbacks/dispatcher.js': [
        {
          find: 'const one = await deliver(message, parts.client, settings);',
          put: `await record({ object_id: message.objectId, attempt: message.attempt, status: 200, ok: true, reason: null, ms: 0, retry_seconds: null });
        const one = await deliver(message, parts.client, settings);`,
        },
      ],
    },
    run: { mix: { callback: 1 } },
  },
  give_up_early: {
    bug: 'a callback that fails once is given up',
    js: {
      'business/callbacks/deliver.js': [
        { find: 'const pause = settings.retrySeconds[message.attempt - 1];', put: 'const pause = undefined;' },
      ],
    },
    run: { mix: { callback: 1 } },
  },
  new_callback_id: {
    bug: 'every attempt of a callback has another id',
    js: {
      'business/callbacks/deliver.js': [
        { find: ', Math.floor(message.at), body,', put: ' + message.attempt, Math.floor(message.at), body,' },
      ],
    },
    run: { mix: { callback: 1 } },
  },
};
