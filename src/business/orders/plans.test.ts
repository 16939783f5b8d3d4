// Plans of the pinned functions: they use indexes, whatever the planner assumes about table sizes.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { item, makeAccount, placeWith, settleStatement } from '../../../test/orders.ts';
import type { Account } from '../../contract/order.ts';

let database: TestDatabase;
let client: pg.Client;
let account: Account;
const plans: string[] = [];

beforeAll(async () => {
  database = await createDatabase();
  account = await makeAccount(database.db, { credits: 1000, limit: { hour: 900 } });
  const [first] = await placed(20);
  client = await database.db.connect();
  await claimAll();
  await client.query(settleStatement('worker', first!, 1, 'done'));
  // With statistics of tiny tables, an unpinned plan would use sequential scans.
  await client.query('analyze');
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  await client.query(
    `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log`,
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Places objects and returns their ids. */
async function placed(count: number): Promise<string[]> {
  const items = Array.from({ length: count }, () => item({}, { keyword: 'tea', callback: 'http://127.0.0.1/' }));
  return ((await placeWith(database.db)({ account, kind: 'serp', items, idempotency: null })) as unknown as { ids: string[] }).ids;
}
async function plansOf(text: string, values: unknown[] = []): Promise<string> {
  plans.length = 0;
  await client.query(text, values);
  expect(plans.length).toBeGreaterThan(0);
  return plans.join('\n');
}
const claimAll = () => client.query("select claim_jobs('worker', 100, '{0,0}', array[''])");

const SCANNED_WHOLE = /Seq Scan on \S+/g;
/** Small tables without a suitable index: one row per worker and per feed, and sequences. */
const SMALL = /^Seq Scan on (?:workers|event_feeds|round_\d)\b/;
const scannedWhole = (found: string): string[] =>
  [...found.matchAll(SCANNED_WHOLE)].map(([scan]) => scan).filter((scan) => !SMALL.test(scan));

describe('no table is read from end to end', () => {
  const orders = (kind: string) => `select * from place_orders(
    row(array[${account.id}], array[false], array['${kind}'], array[false], array[null], array[null], array[null], array[1], array[2])::new_orders,
    row('{1,1}', '{1,1}', '{1,1}', '{f,f}', '{0,0}', null)::new_items, row('{7,30,37}', '{86400,21600,600,600,900}', 60)::order_settings, '{browser,""}')`;

  test('to place orders', async () => {
    // A lookup stores nothing, so it needs no request.
    expect(scannedWhole(await plansOf(orders('whois')))).toEqual([]);
  });

  test.each(['done', 'faulty'] as const)('to settle a job as %s', async (outcome) => {
    const [id] = await placed(3);
    await claimAll();
    expect(
      scannedWhole(await plansOf(settleStatement('worker', id!, 1, outcome).text, settleStatement('worker', id!, 1, outcome).values)),
    ).toEqual([]);
  });

  test.each([
    ['to claim jobs', `select * from claim_jobs('worker', 10, '{1,1}', array['browser', ''])`],
    ['to read objects', 'select * from read_objects($1, null, null, null)'],
    ['to read sizes', 'select * from body_sizes($1)'],
    ['to read timelines', 'select object_timelines($1, null, null)'],
    ['to claim callbacks', 'select * from claim_callbacks(10, 60, null, null, null, null, null, 0, 0)'],
    ['to record deliveries', `select record_deliveries('[{"object_id": "x", "attempt": 1, "ok": true, "ms": 1}]')`],
    ['to record deliveries that failed', `select record_deliveries('[{"object_id": "x", "attempt": 1, "ok": false, "ms": 1}]')`],
    ['to release callbacks', `select release_callbacks('[{"object_id": "x", "attempt": 1, "host": "h"}]')`],
    ['to claim blobs', 'select claim_orphaned_blobs(10, 60)'],
    ['to append events', 'select append_events($1)'],
  ])('%s', async (_, text) => {
    const ids = await placed(2);
    expect(scannedWhole(await plansOf(text, text.includes('$1') ? [ids] : []))).toEqual([]);
  });

  test.each([
    ['to list ready tasks', `select * from ready_tasks($1, false, 'serp/', 1000, 100)`],
    ['to list tasks', `select * from list_tasks($1, false, now() - interval '1 day', now() + interval '1 day', false, 0, 100)`],
    [
      'to list errors of tasks',
      `select * from task_errors($1, false, now() - interval '1 day', now() + interval '1 day', null, 0, 100, 1000)`,
    ],
  ])('%s', async (_, text) => {
    expect(scannedWhole(await plansOf(text, [account.id]))).toEqual([]);
  });

  test('to remove an object', async () => {
    const [id] = await placed(1);
    expect(scannedWhole(await plansOf('select remove_object($1, $2, false, $3)', [id, account.id, 'serp']))).toEqual([]);
  });
});

describe('locked jobs are updated by ctid', () => {
  test('when they are claimed, and their requests are joined in memory', async () => {
    await placed(2);
    const found = await plansOf(`select * from claim_jobs('worker', 10, '{0,0}', array[''])`);
    expect(found).toMatch(/Update on queue q .*\n\s+->\s+Tid Scan on queue q/);
    expect(found).toContain('Hash Join');
    expect(found).not.toContain('Nested Loop');
  });

  test('when they are settled, and each is found by its id', async () => {
    const [id] = await placed(2);
    await claimAll();
    const { text, values } = settleStatement('worker', id!, 1, 'done');
    const found = await plansOf(text, values);
    expect(found).toMatch(/Delete on queue .*\n\s+->\s+Tid Scan on queue/);
    expect(found).toContain('Index Scan using queue_pkey on queue held_row');
    expect(found).not.toContain('queue_leased');
  });
});

test('every pinned function has the settings of pin_plans', async () => {
  const { rows } = await client.query(
    `select proname as name, proconfig as settings from pg_proc where prokind = 'f' and proconfig::text like '%enable_seqscan%'`,
  );
  expect(rows.length).toBeGreaterThan(30);
  for (const { name, settings } of rows) {
    expect(settings, name).toEqual(
      expect.arrayContaining(['enable_seqscan=off', 'enable_mergejoin=off', 'plan_cache_mode=force_generic_plan', 'jit=off']),
    );
  }
});
