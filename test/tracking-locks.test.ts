// Locks of tracking: planners, recorders and changes of a project work at the same time, and none waits for another in a circle.
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../src/contract/order.ts';
import type { Db } from '../src/platform/db.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { makeAccount } from './orders.ts';
import { addKeywords, type Clock, makeProject, makeTrackingPartitions, slotOf, steppedClock, testPlanner } from './tracking.ts';

const START = '2026-11-18T06:00:00Z';
const YESTERDAY = slotOf('2026-11-17T00:00');
const TODAY = slotOf('2026-11-18T00:00');
let database: TestDatabase;
let db: Db;
let clock: Clock;
let account: Account;
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = database);
  await db.script('select make_partitions(2)');
  clock = await steppedClock(db, START);
  await makeTrackingPartitions(db);
  for (let n = 0; n < 2; n++) clients.push(await db.connect());
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});
beforeEach(async () => {
  await db.script('update projects set next_at = null; delete from checks');
  await clock.set(START);
  account = await makeAccount(db, { credits: 10_000 });
});

/** Records a found point, with an alert, in the transaction of the client. Returns the number of recorded points. */
async function record(client: pg.Client, project: number, keyword: number, lastSlot: number | null): Promise<number> {
  const { rows } = await client.query(
    `select record_points(array[$1::integer], array[$2::integer], array[$3::integer], array[$4::integer],
      array[(select object_id from checks where project_id = $2 and slot = $3 and keyword_id = $4)], array[null]::double precision[], array[$5::integer],
      array[1]::smallint[], array[3]::smallint[], array[3]::smallint[], array[10]::smallint[], array[0], array[0]::smallint[], array[0]::smallint[],
      array['']::bytea[], array['']::bytea[], array['[]']::json[],
      '[{"n": 1, "ruleId": "rule", "kind": "found", "cooldownSeconds": 0, "body": {}}]') as recorded`,
    [account.id, project, TODAY, keyword, lastSlot],
  );
  return rows[0].recorded.length;
}
/** Waits until the client waits for a lock. */
async function untilBlocked(client: pg.Client & { processID?: number | null }): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ blocked: boolean }>(
      { name: 'test_blocked', text: 'select cardinality(pg_blocking_pids($1)) > 0 as blocked' },
      [client.processID],
    );
    if (row!.blocked) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a planner and a recorder', () => {
  test('of one project do not wait for each other in a circle, however long the window is', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY, windowMinutes: 1440 });
    await addKeywords(db, account, project, 2000);
    await clock.advance(4);
    expect(await testPlanner(db).run()).toBeGreaterThan(1);
    const [check] = await db.query<{ keyword_id: number }>(
      { name: 'test_check', text: 'select keyword_id from checks where project_id = $1 limit 1' },
      [project],
    );
    // The state exists, so that recording the point locks no project before the slot.
    await db.script(`insert into keyword_states (account_id, project_id, keyword_id, last_slot, last_code, position, rank, depth, page_id, features, owned, cited)
      values (${account.id}, ${project}, ${check!.keyword_id}, ${YESTERDAY}, 1, 1, 1, 10, 0, 0, 0, 0)`);
    // After six hours, recording a point locks the slot.
    await clock.advance(7 * 60);
    const [planner, recorder] = clients as [pg.Client, pg.Client];
    await planner.query('begin');
    await recorder.query('begin');
    await recorder.query('select 1 from project_slots where project_id = $1 and slot = $2 for update', [project, TODAY]);
    const claimed = planner.query('select slot from claim_project()');
    await untilBlocked(planner);
    // The recorder has the slot, the planner the project. The alert refers to the project.
    expect(await record(recorder, project, check!.keyword_id, YESTERDAY)).toBe(1);
    await recorder.query('commit');
    expect((await claimed).rows).toEqual([{ slot: TODAY }]);
    await planner.query('rollback');
  });

  test('do not wait for each other at all while a chunk is placed', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY, windowMinutes: 240 });
    await addKeywords(db, account, project, 500);
    await clock.advance(4);
    expect(await testPlanner(db).run()).toBeGreaterThan(1);
    const [check] = await db.query<{ keyword_id: number }>(
      { name: 'test_check', text: 'select keyword_id from checks where project_id = $1 limit 1' },
      [project],
    );
    await clock.advance(1);
    const [planner, recorder] = clients as [pg.Client, pg.Client];
    await planner.query('begin');
    expect((await planner.query('select slot from claim_project()')).rows).toEqual([{ slot: TODAY }]);
    await recorder.query(`set lock_timeout = '5s'`);
    expect(await record(recorder, project, check!.keyword_id, null), 'the first state and alert of the keyword').toBe(1);
    await recorder.query('reset lock_timeout');
    await planner.query('rollback');
  });
});

describe('the clean-up', () => {
  test('locks the checks of all projects only at its end', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    await db.script(`insert into tracking_alerts (account_id, project_id, rule_id, kind, keyword_id, day, at, body)
      values (${account.id}, ${project}, '', 'paused', 0, 0, '2020-01-01', '{}')`);
    await clock.advance(60 * 1440);
    const [cleaner, other] = clients as [pg.Client, pg.Client];
    await other.query('begin');
    await other.query(`select 1 from tracking_alerts where project_id = $1 for update`, [project]);
    const dropped = cleaner.query(`select drop_tracking(7, '{}', 0, 90, 1000) as name`);
    await untilBlocked(cleaner);
    await other.query(`set local lock_timeout = '5s'`);
    expect((await other.query('select 1 from checks where project_id = $1', [project])).rows).toEqual([]);
    await other.query('commit');
    expect((await dropped).rows.length).toBeGreaterThan(20);
  });
});
