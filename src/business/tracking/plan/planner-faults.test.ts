// Retries, refusals and errors of the planner, on a real database with a stepped clock.
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
  slotOf,
  slotsOf,
  steppedClock,
  testPlanner,
} from '../../../../test/tracking.ts';
import type { Account } from '../../../contract/order.ts';
import type { Db } from '../../../platform/db.ts';
import { createPlanner } from './planner.ts';

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

const checkStates = (projectId: number) =>
  db.query<{ keyword_id: number; slot: number; state: number; tries: number }>(
    {
      name: 'test_check_states',
      text: 'select keyword_id, slot, state, tries from checks where project_id = $1 order by slot, keyword_id',
    },
    [projectId],
  );
/** Ends the pending checks as faulty; the recorder would ask for another try. */
const failPending = (seconds: number) =>
  db.query(
    { name: 'test_fail', text: 'update checks set state = 1, look_at = tracking_now() + make_interval(secs => $1) where state = 0' },
    [seconds],
  );

describe('a faulty check', () => {
  test('is ordered again within its slot, with a new object and a new charge', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, project, 2);
    const { run } = testPlanner(db);
    await run();
    await failPending(300);
    await clock.advance(4);
    expect(await run()).toBe(0);
    await clock.advance(2);
    expect(await run()).toBe(2);
    expect(await checkStates(project)).toEqual([
      expect.objectContaining({ state: 0, tries: 2 }),
      expect.objectContaining({ state: 0, tries: 2 }),
    ]);
    expect(await chargesOf(db, account)).toMatchObject({ charges: 4, tries: 4, unmatched: 0 });
  });

  test('is left to the recorder when a later slot has begun, the project is stopped or the keyword is gone', async () => {
    const project = await makeProject(db, account, { every: 'hours', lastSlot: slotOf('2026-11-18T05:00') });
    await addKeywords(db, account, project, 1);
    const { run } = testPlanner(db);
    await run();
    await failPending(3600);
    await clock.advance(61);
    expect(await run(), 'only the later slot').toBe(1);
    expect(await checkStates(project)).toEqual([
      expect.objectContaining({ slot: slotOf('2026-11-18T06:00'), state: 0, tries: 1 }),
      expect.objectContaining({ slot: slotOf('2026-11-18T07:00'), state: 0, tries: 1 }),
    ]);

    const other = await makeProject(db, account, { lastSlot: YESTERDAY });
    const [removed] = await addKeywords(db, account, other, 1);
    await run();
    await failPending(60);
    await db.query({ name: 'test_remove', text: 'delete from tracked_keywords where project_id = $1 and id = $2' }, [other, removed]);
    await clock.advance(2);
    expect(await run()).toBe(0);
    expect(await checkStates(other)).toEqual([expect.objectContaining({ state: 0, tries: 1 })]);
  });

  test('of a removed project is forgotten and delays no other', async () => {
    const removed = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, removed, 3);
    const { run } = testPlanner(db);
    await run();
    await failPending(0);
    await db.query({ name: 'test_remove_project', text: 'delete from projects where id = $1' }, [removed]);
    expect(await run()).toBe(0);
    expect((await checkStates(removed)).map(({ state }) => state)).toEqual([2, 2, 2]);
  });
});

describe('another try that cannot be ordered', () => {
  test('for want of credits ends, and the project is stopped', async () => {
    const poor = await makeAccount(db, { credits: 2 });
    const project = await makeProject(db, poor, { every: 'manual', lastSlot: YESTERDAY });
    await addKeywords(db, poor, project, 2);
    await db.query({ name: 'test_run_all', text: 'select start_run($1, $2, null, 10::smallint)' }, [poor.id, project]);
    const { run, stops } = testPlanner(db);
    expect(await run()).toBe(2);
    await failPending(300);
    await clock.advance(6);
    expect(await run()).toBe(0);
    expect(stops).toEqual([{ project, reason: 'credits' }]);
    // Pending with their faulty object: the recorder records the failure.
    expect((await checkStates(project)).map(({ state, tries }) => [state, tries])).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(await projectRow(db, project)).toMatchObject({ state: 'credits', next_at: null });
    expect(await chargesOf(db, poor)).toMatchObject({ charges: 2, unmatched: 0 });
  });

  test('of a broken project does not delay the tries of others', async () => {
    const broken = await makeProject(db, account, { lastSlot: YESTERDAY });
    const good = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, broken, 1);
    await addKeywords(db, account, good, 1);
    const problems: unknown[] = [];
    const { run } = testPlanner(db, { onError: (_, error) => problems.push(error) });
    expect(await run()).toBe(2);
    await failPending(60);
    await db.query({ name: 'test_earlier', text: `update checks set look_at = look_at - interval '1 second' where project_id = $1` }, [
      broken,
    ]);
    await db.query({ name: 'test_no_variant', text: 'update tracked_keywords set variant_id = 0 where project_id = $1' }, [broken]);
    const { next_at: before } = await projectRow(db, broken);
    await clock.advance(2);
    expect(await run()).toBe(1);
    expect(problems).toHaveLength(1);
    expect((await projectRow(db, broken)).next_at, 'its schedule is not postponed').toEqual(before);
  });
});

describe('no check is ordered', () => {
  test('and none is charged for a keyword that has one in the slot, whatever the cursor says', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, project, 2);
    const problems: unknown[] = [];
    const { run } = testPlanner(db, { onError: (_, error) => problems.push(error) });
    expect(await run()).toBe(2);
    await db.query({ name: 'test_rewind', text: `update project_slots set cursor = 0, state = 'running' where project_id = $1` }, [
      project,
    ]);
    await db.query({ name: 'test_due', text: 'update projects set next_at = tracking_now() where id = $1' }, [project]);
    expect(await run()).toBe(0);
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('has a check already') })]);
    expect(await chargesOf(db, account)).toEqual({ charges: 2, checks: 2, tries: 2, unmatched: 0 });
  });

  test('while the disk is full', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, project, 1);
    expect(await testPlanner(db, { isDiskFull: () => true }).run()).toBe(0);
    expect(await slotsOf(db, project)).toEqual([]);
  });

  test('deeper than the plan allows: the project is stopped and resumed when the plan changes', async () => {
    const shallow = await makeAccount(db, { credits: 100, maxResults: 10 });
    const project = await makeProject(db, shallow, { lastSlot: YESTERDAY, maxResults: 50 });
    await addKeywords(db, shallow, project, 2);
    const { run, stops } = testPlanner(db);
    expect(await run()).toBe(0);
    expect(stops).toEqual([{ project, reason: 'plan' }]);
    expect((await outcomesOf(db, project)).map(({ outcome }) => outcome)).toEqual(['paused', 'paused']);
    await clock.advance(1);
    await run();
    expect((await projectRow(db, project)).state).toBe('plan');
    await db.query({ name: 'test_plan', text: 'update accounts set max_results = 100 where id = $1' }, [shallow.id]);
    await clock.advance(1);
    await run();
    expect((await projectRow(db, project)).state).toBe('active');
  });
});

describe('a project that cannot be planned', () => {
  test('does not stop the others, and is tried again', async () => {
    const broken = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, broken, 1);
    await db.query({ name: 'test_break', text: "update projects set time_zone = 'Nowhere/Else' where id = $1" }, [broken]);
    const good = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, good, 1);
    const problems: unknown[] = [];
    const { run } = testPlanner(db, { onError: (_, error) => problems.push(error) });
    expect(await run()).toBe(1);
    expect(problems).toHaveLength(1);
    await db.query({ name: 'test_repair', text: "update projects set time_zone = 'UTC' where id = $1" }, [broken]);
    await clock.advance(2);
    expect(await run()).toBe(1);
    expect((await slotsOf(db, broken)).map(({ slot }) => slot)).toEqual([TODAY]);
  });
});

describe('a stopped project that cannot be resumed', () => {
  test('does not keep others from being resumed or planned', async () => {
    const [broken, stopped, due] = [
      await makeProject(db, account, { lastSlot: YESTERDAY }),
      await makeProject(db, account, { lastSlot: YESTERDAY }),
      await makeProject(db, account, { lastSlot: YESTERDAY }),
    ];
    await addKeywords(db, account, due, 1);
    await db.query(
      {
        name: 'test_stop',
        text: `update projects set state = 'credits', next_at = null, resume_at = tracking_now() - interval '1 second' * (10 - id % 2) where id = any ($1)`,
      },
      [[broken, stopped]],
    );
    await db.query({ name: 'test_break', text: "update projects set time_zone = 'Nowhere/Else' where id = $1" }, [broken]);
    const { run } = testPlanner(db);
    expect(await run()).toBe(1);
    expect((await projectRow(db, stopped)).state).toBe('active');
    expect((await projectRow(db, broken)).state).toBe('credits');
  });
});

describe('generated history', () => {
  test('is made slot by slot outside the transaction, the newest first', async () => {
    const project = await makeProject(db, account, { lastSlot: TODAY, every: 'manual' });
    await db.query(
      {
        name: 'test_backfill',
        text: `insert into project_slots (account_id, project_id, slot, kind, state, depth, due_at, starts_at)
          select $1, $2, s, 'backfill', 'running', 10, tracking_now(), tracking_now() from unnest($3::integer[]) as s`,
      },
      [account.id, project, [YESTERDAY - 1440, YESTERDAY]],
    );
    await db.query({ name: 'test_due', text: 'update projects set next_at = tracking_now() where id = $1' }, [project]);
    const made: number[] = [];
    const planner = createPlanner(db, {
      compose: () => {
        throw new Error('nothing is ordered');
      },
      place: { retentionDays: 7, archiveDays: 30, deadlineSeconds: [1, 1, 1, 1, 1] },
      backfill: async ({ id }, slot) => {
        made.push(slot);
        await db.query({ name: 'test_made', text: "update project_slots set state = 'done' where project_id = $1 and slot = $2" }, [
          id,
          slot,
        ]);
      },
      isDiskFull: () => false,
      onPlaced: () => undefined,
      onStopped: () => undefined,
      onError: (_, error) => {
        throw error;
      },
    });
    expect(await planner.run()).toBe(0);
    expect(made).toEqual([YESTERDAY, YESTERDAY - 1440]);
    expect((await projectRow(db, project)).next_at).toBeNull();
  });
});
