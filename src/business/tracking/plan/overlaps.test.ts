// Slots that meet other checks of their keywords: another try, a manual run, points that were imported. On a real database with a stepped clock.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeAccount } from '../../../../test/orders.ts';
import {
  addKeywords,
  type Clock,
  chargesOf,
  makeProject,
  makeTrackingPartitions,
  outcomesOf,
  projectRow,
  recordPending,
  slotOf,
  slotsOf,
  steppedClock,
  testPlanner,
} from '../../../../test/tracking.ts';
import type { Account } from '../../../contract/order.ts';
import type { Db } from '../../../platform/db.ts';

const START = '2026-11-18T06:00:00Z';
const YESTERDAY = slotOf('2026-11-17T00:00');
const TODAY = slotOf('2026-11-18T00:00');
let database: TestDatabase;
let db: Db;
let clock: Clock;
let account: Account;

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = database);
  await db.script('select make_partitions(2)');
  clock = await steppedClock(db, START);
  await makeTrackingPartitions(db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await db.script('update projects set next_at = null, resume_at = null; delete from checks');
  await clock.set(START);
  account = await makeAccount(db, { credits: 10_000 });
});

/** Ends the pending checks as faulty; the recorder would ask for another try. */
const failPending = (seconds: number) =>
  db.query(
    { name: 'test_fail', text: 'update checks set state = 1, look_at = tracking_now() + make_interval(secs => $1) where state = 0' },
    [seconds],
  );
const startRun = async (project: number, keywords: readonly number[] | null): Promise<number> =>
  (
    await db.query<{ slot: number }>({ name: 'test_run', text: 'select start_run($1, $2, $3, 10::smallint) as slot' }, [
      account.id,
      project,
      keywords,
    ])
  )[0]!.slot;
const checkStates = (projectId: number) =>
  db.query<{ slot: number; state: number; tries: number }>(
    { name: 'test_check_states', text: 'select slot, state, tries from checks where project_id = $1 order by slot, keyword_id' },
    [projectId],
  );

describe('a check that waits for another try', () => {
  test('does not take the next slot from its keyword', async () => {
    const project = await makeProject(db, account, { every: 'hours', lastSlot: slotOf('2026-11-18T05:00') });
    await addKeywords(db, account, project, 1);
    const { run } = testPlanner(db);
    await run();
    await clock.advance(56);
    await failPending(1200);
    await clock.advance(4);
    expect(await run(), 'the slot of 07:00').toBe(1);
    await clock.advance(16);
    expect(await run(), 'the try of the slot before is given up').toBe(0);
    expect(await checkStates(project)).toEqual([
      expect.objectContaining({ slot: slotOf('2026-11-18T06:00'), state: 0, tries: 1 }),
      expect.objectContaining({ slot: slotOf('2026-11-18T07:00'), state: 0, tries: 1 }),
    ]);
    expect((await outcomesOf(db, project)).map(({ outcome }) => outcome)).toEqual(['open', 'open']);
  });

  test('does not keep a manual run from its keyword, which is then not ordered twice', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, project, 1);
    const { run } = testPlanner(db);
    await run();
    await failPending(300);
    await clock.advance(3);
    const manual = await startRun(project, null);
    expect(await run()).toBe(1);
    await clock.advance(3);
    expect(await run(), 'while the manual check is pending').toBe(0);
    expect(await checkStates(project)).toEqual([
      expect.objectContaining({ slot: TODAY, state: 1, tries: 1 }),
      expect.objectContaining({ slot: manual, state: 0, tries: 1 }),
    ]);
    await recordPending(db);
    await clock.advance(6);
    expect(await run(), 'the slot still gets its own point').toBe(1);
    expect(await chargesOf(db, account)).toMatchObject({ charges: 3, tries: 3, unmatched: 0 });
  });
});

describe('a manual run', () => {
  test('checks new keywords in a project whose zone was moved to the west', async () => {
    const project = await makeProject(db, account, { lastSlot: TODAY, timeZone: 'Pacific/Apia' });
    await db.query({ name: 'test_zone', text: `update projects set last_slot = $2, time_zone = 'Pacific/Honolulu' where id = $1` }, [
      project,
      slotOf('2026-11-19T00:00'),
    ]);
    const ids = await addKeywords(db, account, project, 2);
    const slot = await startRun(project, ids);
    expect(slot).toBe(slotOf('2026-11-17T20:01'));
    expect(await testPlanner(db).run()).toBe(2);
    expect(await slotsOf(db, project)).toEqual([expect.objectContaining({ slot, kind: 'manual', state: 'done', placed: 2 })]);
  });

  test('of many keywords lets other projects in between its chunks', async () => {
    const large = await makeProject(db, account, { every: 'manual', lastSlot: YESTERDAY });
    await addKeywords(db, account, large, 3001);
    await startRun(large, null);
    await clock.advance(1 / 60);
    const small = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, small, 1);
    const order: number[] = [];
    await clock.advance(1 / 60);
    await testPlanner(db, { onPlaced: (count) => order.push(count) }).run();
    expect(order).toEqual([1000, 1, 1000, 1000, 1]);
  });

  test('after downtime keeps the window of the schedule from a burst', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY, windowMinutes: 240 });
    const ids = await addKeywords(db, account, project, 240);
    const { run } = testPlanner(db);
    for (let minute = 0; minute < 30; minute++) {
      await run();
      await recordPending(db);
      await clock.advance(1);
    }
    await clock.advance(60);
    await startRun(project, [ids[0]!]);
    expect(await run()).toBeLessThanOrEqual(4);
  });
});

describe('imported points', () => {
  const importToday = (project: number, keyword: number) =>
    db.script(`insert into project_slots (account_id, project_id, slot, kind, state, depth, due_at, starts_at, cursor)
      values (${account.id}, ${project}, ${TODAY}, 'backfill', 'done', 100, tracking_now(), tracking_now(), 2147483648);
      insert into rank_points (account_id, project_id, slot, keyword_id, page_id, code, position, rank, depth, features, owned, others, top)
      values (${account.id}, ${project}, ${TODAY}, ${keyword}, 0, 31, 4, 0, 100, 0, 0, '', '')`);

  test('of a day do not take its slot from the schedule', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    const ids = await addKeywords(db, account, project, 2);
    await importToday(project, ids[0]!);
    expect(await testPlanner(db).run()).toBe(2);
    expect(await slotsOf(db, project)).toEqual([
      expect.objectContaining({ slot: TODAY, kind: 'schedule', state: 'done', placed: 2, depth: 10 }),
    ]);
  });

  test('do not stop a slot that skips their keyword', async () => {
    const poor = await makeAccount(db, { credits: 1 });
    account = poor;
    const project = await makeProject(db, poor, { lastSlot: YESTERDAY });
    const ids = await addKeywords(db, poor, project, 3);
    for (const id of ids.slice(0, 1)) await importToday(project, id);
    expect(await testPlanner(db).run()).toBe(1);
    expect(await projectRow(db, project)).toMatchObject({ state: 'credits' });
  });
});
