// Plans of the functions that the planner calls: they read by key, whatever statistics the tables have.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeAccount } from '../../../../test/orders.ts';
import { addKeywords, makeProject, makeTrackingPartitions, slotOf, steppedClock, testPlanner } from '../../../../test/tracking.ts';
import type { Account } from '../../../contract/order.ts';

const SLOT = slotOf('2026-11-18T00:00');
let database: TestDatabase;
let client: pg.Client;
let account: Account;
let project: number;
const plans: string[] = [];

beforeAll(async () => {
  database = await createDatabase();
  const { db } = database;
  await db.script('select make_partitions(2)');
  const clock = await steppedClock(db, '2026-11-18T06:00:00Z');
  await makeTrackingPartitions(db);
  account = await makeAccount(db, { credits: 1000 });
  project = await makeProject(db, account, { lastSlot: SLOT - 1440, windowMinutes: 60 });
  await addKeywords(db, account, project, 300);
  await clock.advance(4);
  await testPlanner(db).run();
  client = await db.connect();
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

/** Runs the statement and rolls it back. Returns the plans of everything that it ran. */
async function plansOf(text: string, values: unknown[] = []): Promise<string> {
  plans.length = 0;
  await client.query('begin');
  await client.query(text, values);
  await client.query('rollback');
  expect(plans.length).toBeGreaterThan(0);
  return plans.join('\n');
}
/** The clock of the test is a table with one row, and the sequences of rounds and workers are small. */
const scannedWhole = (found: string): string[] =>
  [...found.matchAll(/Seq Scan on (\S+)/g)]
    .map(([, table]) => table!)
    .filter((table) => !/^(test_clock|workers|event_feeds|round_\d)$/.test(table));

test.each([
  ['tracking_due', 'select * from tracking_due()', () => []],
  ['claim_project', 'select * from claim_project()', () => []],
  ['next_checks', 'select * from next_checks($1, $2, $3, 0, 2147483648, null, 1000)', () => [account.id, project, SLOT]],
  ['claim_retries', 'select * from claim_retries(500)', () => []],
  ['finished_checks', 'select * from finished_checks(null, 100)', () => []],
  [
    'page_ids',
    `select page_ids($1, $2, '{1,2}'::bigint[], '{https://shop.example/,https://rival.example/}', '{Shop,null}')`,
    () => [account.id, project],
  ],
  [
    'place_checks',
    `select * from place_checks($1, false, $2, $3, '{}', '{}', '{}', '{}', null, 0::smallint,
      row('{7,30,30}', '{1,1,1,1,1}', 0)::order_settings, '{}', '{}', 1000000000, false)`,
    () => [account.id, project, SLOT],
  ],
] as const)('%s reads no table from end to end', async (_, text, values) => {
  expect(scannedWhole(await plansOf(text, [...values()]))).toEqual([]);
});

test('the running slot is found without reading the slots of years', async () => {
  await client.query(
    `insert into project_slots (account_id, project_id, slot, kind, state, depth, due_at, starts_at)
      select $1, $2, $3 - n * 60, 'schedule', 'done', 10, now(), now() from generate_series(1, 5000) as n`,
    [account.id, project, SLOT],
  );
  for (const statistics of ['without', 'with']) {
    if (statistics === 'with') await client.query('analyze project_slots');
    await client.query('discard plans');
    await client.query('update projects set next_at = tracking_now() where id = $1', [project]);
    const found = await plansOf('select * from claim_project()');
    expect(found, statistics).toContain('project_slots_running');
    expect(found, statistics).not.toMatch(/project_slots_pkey/);
  }
});
