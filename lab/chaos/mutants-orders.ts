// Planted bugs around placing, charging and reversing.
import type { Mutant } from './mutant.ts';

const AFTER_PLACE = 'const results = new Array(orders.length);';
const AFTER_SETTLE = 'const settled = new Set(settledRows?.finished);';
const KEEP_KEY = {
  function: 'place_orders',
  find: 'if idempotency_keys[n] is not null then\n      insert into idempotency',
  put: 'if false then\n      insert into idempotency',
};

export const ORDER_MUTANTS: Readonly<Record<string, Mutant>> = {
  split_place: {
    bug: 'the charge commits first, the objects in a second transaction',
    setup: `create table chaos_objects (like objects including defaults);
      create table chaos_queued (like queue including defaults);
      grant all on chaos_objects, chaos_queued to public;
      create function place_rest(p_ids text[]) returns void language sql as $$
        with moved as (delete from chaos_objects where id = any (p_ids) returning *) insert into objects select * from moved;
        with moved as (delete from chaos_queued where object_id = any (p_ids) returning *) insert into queue select * from moved;
      $$;`,
    sql: [
      { function: 'place_orders', find: 'insert into objects (', put: 'insert into chaos_objects (' },
      { function: 'place_orders', find: 'insert into queue (', put: 'insert into chaos_queued (' },
    ],
    js: {
      'business/orders/place.js': [
        {
          find: AFTER_PLACE,
          put: `await db.query({ name: 'place_rest', text: 'select place_rest($1)' }, [rows.flatMap(({ ids }) => ids ?? [])]);\n${AFTER_PLACE}`,
        },
      ],
    },
    // A repeated key would repair it.
    run: { failpoints: ['place.answered'], mix: { keyed: 0, create: 0.8 } },
  },
  partial_batch: {
    bug: 'a batch is placed in two halves',
    js: {
      'api/create.js': [
        {
          find: 'const made = await placed({ account, kind, items: distinct, idempotency, trace: request.trace?.traceparent }, parts);',
          put: `const half = Math.ceil(distinct.length / 2);
    const one = await placed({ account, kind, items: distinct.slice(0, half), idempotency }, parts);
    const rest = distinct.slice(half);
    const key = idempotency && { ...idempotency, key: \`\${idempotency.key} rest\` };
    const two = rest.length > 0 ? await placed({ account, kind, items: rest, idempotency: key }, parts) : { ids: [], over: [] };
    const made = { ...one, ids: [...one.ids, ...two.ids], over: [...one.over, ...two.over] };`,
        },
      ],
    },
    run: { failpoints: ['place.answered'], mix: { batch: 0.9, keyed: 0.1, create: 0.8 } },
  },
  ack_before_commit: {
    bug: 'the client is answered before the commit',
    js: {
      'business/orders/place.js': [
        {
          find: 'const rows = await db.query(statement, [...parametersOf(inOrder, settings), ...more(inOrder)]);',
          put: `const late = await db.connect();
        await late.query('begin');
        const { rows } = await late.query({ text: statement.text, values: [...parametersOf(inOrder, settings), ...more(inOrder)] });
        setTimeout(() => late.query('commit').catch(() => undefined).finally(() => late.end()), 400);`,
        },
      ],
    },
    run: { faults: ['killApiAtAck'], faultEverySeconds: 1.5 },
  },
  async_commit: {
    bug: 'PostgreSQL answers before the log is on disk',
    setup: `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$;`,
    run: { faults: ['killPostgresAtAck'], faultEverySeconds: 1.5 },
  },
  no_idempotency: { bug: 'keys are not remembered', sql: [KEEP_KEY], run: { failpoints: ['place.answered'], mix: { keyed: 1 } } },
  idempotency_apart: {
    bug: 'keys are remembered in a second transaction',
    sql: [KEEP_KEY],
    js: {
      'business/orders/place.js': [
        {
          find: AFTER_PLACE,
          put: `for (const [position, { order: { account, idempotency } }] of sorted.entries())
            if (idempotency && rows[position].verdict === 'placed')
              await db.query(
                { name: 'keep_key', text: 'insert into idempotency (account_id, live, scope, key, hash, ids, over) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing' },
                [account.id, isLive(account.mode), idempotency.scope, idempotency.key, idempotency.hash, rows[position].ids, rows[position].over]);
          ${AFTER_PLACE}`,
        },
      ],
    },
    run: { failpoints: ['place.answered'], mix: { keyed: 1 } },
  },
  lots_not_spent: {
    bug: 'a charge is written down, the lots keep their credits',
    sql: [{ function: 'apply_charges', find: 'lots.remaining - s.spent', put: 'lots.remaining' }],
    run: {},
  },
  charge_per_attempt: {
    bug: 'a job that is claimed again is charged again',
    sql: [
      {
        function: 'claim_jobs',
        find: 'ids := ids || few_ids;',
        put: `ids := ids || few_ids;
      insert into ledger (ref, kind, account_id, live, amount, lots)
      select new_id(), 'charge', o.account_id, o.live, -o.cost, '{}' from queue q join objects o on o.retention_class = q.retention_class and o.id = q.object_id
      where q.object_id = any (few_ids) and q.claim_count > 0;`,
      },
    ],
    run: { failpoints: ['claim.answered', 'collect.done'] },
  },
  refund_twice: {
    bug: 'a faulty object gives its credits back twice',
    sql: [
      {
        function: 'settle_jobs',
        find: 'perform reverse_charges(failed);',
        put: 'perform reverse_charges(failed); perform reverse_charges(failed);',
      },
      {
        function: 'reverse_charges',
        find: 'from unnest(charges) with ordinality as c;',
        put: 'from unnest(charges) with ordinality as c on conflict do nothing;',
      },
    ],
    run: { mix: { magic: 'test:unparsed' } },
  },
  refund_apart: {
    bug: 'the reversal is a second transaction after the settlement',
    sql: [{ function: 'settle_jobs', find: 'perform reverse_charges(failed);', put: 'null;' }],
    js: {
      'business/orders/settle.js': [
        {
          find: AFTER_SETTLE,
          put: `for (const { job, end } of ended)
            if (end.outcome === 'faulty' && rows.some(({ id }) => id === job.id)) await db.query({ name: 'refund', text: 'select reverse_charges($1)' }, [[job.id]]);
          ${AFTER_SETTLE}`,
        },
      ],
    },
    run: { failpoints: ['settle.answered'], mix: { magic: 'test:unparsed' } },
  },
  refund_without_fact: {
    bug: 'now and then a good object is reversed',
    sql: [
      {
        function: 'settle_jobs',
        find: "and j.outcome = 'faulty'),",
        put: "and (j.outcome = 'faulty' or random() < 0.1)),",
      },
    ],
    run: {},
  },
};
