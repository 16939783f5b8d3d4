// The planner on a real database with a stepped clock.
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
const TOMORROW = slotOf('2026-11-19T00:00');
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
  await db.script('update projects set next_at = null; delete from checks');
  await clock.set(START);
  account = await makeAccount(db, { credits: 10_000 });
});

/** Starts a run of all keywords. Its chunks follow each other without a pause. */
const startRun = (project: number) =>
  db.query({ name: 'test_run_all', text: 'select start_run($1, $2, null, 10::smallint)' }, [account.id, project]);

describe('a slot without a window', () => {
  test('places every keyword once, each as an order with its own charge', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, project, 5);
    const { run } = testPlanner(db);
    expect(await run()).toBe(5);
    expect(await run()).toBe(0);
    expect(await slotsOf(db, project)).toEqual([
      expect.objectContaining({ slot: TODAY, kind: 'schedule', state: 'done', placed: 5, skipped: 0 }),
    ]);
    expect(await chargesOf(db, account)).toEqual({ charges: 5, checks: 5, tries: 5, unmatched: 0 });
    expect((await projectRow(db, project)).next_at).toEqual(new Date('2026-11-19T06:00:00Z'));
    const [request] = await db.query<{ request: string }>(
      {
        name: 'test_request',
        text: 'select o.request::text from objects o join checks c on c.object_id = o.id where c.project_id = $1 limit 1',
      },
      [project],
    );
    expect(request!.request).toMatch(/^\{"keyword":"keyword \d","region":.*"isFromApi":false\}$/);
  });

  test('is placed once by four planners at the same time, in chunks of 1,000', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, project, 2500);
    const planners = Array.from({ length: 4 }, () => testPlanner(db));
    let placed = 0;
    // A project with a further chunk is due a second later.
    for (let second = 0; second < 5; second++) {
      for (const count of await Promise.all(planners.map(({ run }) => run()))) placed += count;
      await clock.advance(1 / 60);
    }
    expect(placed).toBe(2500);
    expect(await chargesOf(db, account)).toEqual({ charges: 2500, checks: 2500, tries: 2500, unmatched: 0 });
    expect((await slotsOf(db, project))[0]).toMatchObject({ state: 'done', placed: 2500 });
  });

  test('leaves out keywords that were added after it became due', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, project, 2);
    const { run } = testPlanner(db);
    await run();
    await addKeywords(db, account, project, 3, 'later');
    expect(await run()).toBe(0);
    expect((await outcomesOf(db, project)).map(({ outcome }) => outcome)).toEqual(['open', 'open']);
  });
});

describe('a window', () => {
  test('spreads the checks evenly, and each keyword keeps its time on the next day', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY, windowMinutes: 60 });
    await addKeywords(db, account, project, 120);
    const { run } = testPlanner(db);
    const days: number[][] = [];
    for (const day of [0, 1]) {
      await clock.set(new Date(Date.parse(START) + day * 86_400_000));
      const counts = [];
      for (let minute = 0; minute <= 60; minute++) {
        counts.push(await run());
        await clock.advance(1);
      }
      await recordPending(db);
      days.push(counts);
      // The golden ratio puts one to three of 120 keywords into each of 60 minutes.
      expect(Math.max(...counts)).toBeLessThanOrEqual(3);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(120);
    }
    expect(days[1]).toEqual(days[0]);
    expect((await slotsOf(db, project)).map(({ slot, state }) => [slot, state])).toEqual([
      [TODAY, 'done'],
      [TOMORROW, 'done'],
    ]);
  });

  test('as long as the period places its last checks before the next slot begins', async () => {
    const lastSlot = slotOf('2026-11-18T05:00');
    const project = await makeProject(db, account, { every: 'hours', lastSlot, windowMinutes: 60 });
    await addKeywords(db, account, project, 300);
    const { run } = testPlanner(db);
    // Planners never look at the exact end of the window.
    for (let minute = 0; minute < 124; minute += 4) {
      await run();
      await recordPending(db);
      await clock.advance(4);
    }
    const done = (await slotsOf(db, project)).filter(({ state }) => state !== 'running');
    expect(done.map(({ state, placed }) => [state, placed])).toEqual([
      ['done', 300],
      ['done', 300],
    ]);
  });

  test('ends when the next slot begins: the rest is missed', async () => {
    const project = await makeProject(db, account, { every: 'hours', lastSlot: slotOf('2026-11-18T05:00'), windowMinutes: 60 });
    await addKeywords(db, account, project, 10);
    const { run } = testPlanner(db);
    // A schedule that is changed within the window may have a window longer than its period.
    await db.query({ name: 'test_longer', text: 'update projects set window_minutes = 1440 where id = $1' }, [project]);
    for (let minute = 0; minute <= 61; minute += 1) {
      await run();
      await clock.advance(1);
    }
    const [first, second] = await slotsOf(db, project);
    expect(first).toMatchObject({ slot: slotOf('2026-11-18T06:00'), state: 'missed', reason: 'nextSlot' });
    expect(second).toMatchObject({ slot: slotOf('2026-11-18T07:00'), state: 'running' });
    const outcomes = (await outcomesOf(db, project)).filter(({ slot }) => slot === first!.slot);
    expect(outcomes).toHaveLength(10);
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(first!.placed > 0 ? ['open', 'missed'] : ['missed']));
    expect(outcomes.filter(({ outcome }) => outcome === 'missed')).toHaveLength(10 - first!.placed);
  });
});

describe('a keyword whose earlier check is pending', () => {
  test('is skipped and not ordered twice', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    const [slow] = await addKeywords(db, account, project, 3);
    const { run } = testPlanner(db);
    await run();
    await db.query({ name: 'test_two', text: 'update checks set state = 2 where project_id = $1 and keyword_id <> $2' }, [project, slow]);
    await clock.advance(24 * 60);
    expect(await run()).toBe(2);
    expect((await outcomesOf(db, project)).filter(({ slot, keyword_id }) => slot === TOMORROW && keyword_id === slow)).toEqual([
      expect.objectContaining({ outcome: 'missed' }),
    ]);
  });
});

describe('a manual run', () => {
  test('is placed at once, before the schedule, and leaves the window as it is', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY, windowMinutes: 60 });
    const ids = await addKeywords(db, account, project, 6);
    const { run } = testPlanner(db);
    await run();
    await clock.advance(2);
    const [row] = await db.query<{ slot: number }>({ name: 'test_run', text: 'select start_run($1, $2, $3, 20::smallint) as slot' }, [
      account.id,
      project,
      [ids[0]],
    ]);
    expect(row!.slot % 60).not.toBe(0);
    await run();
    const slots = await slotsOf(db, project);
    expect(slots.find(({ kind }) => kind === 'manual')).toMatchObject({ slot: row!.slot, state: 'done', placed: 1, depth: 20 });
    expect(slots.find(({ kind }) => kind === 'schedule')).toMatchObject({ state: 'running' });
    expect((await projectRow(db, project)).next_at!.getTime()).toBeGreaterThan(clock.now().getTime());
  });

  test('of a paused project starts no slot of the schedule', async () => {
    const project = await makeProject(db, account, { lastSlot: YESTERDAY });
    await addKeywords(db, account, project, 2);
    await db.query({ name: 'test_pause', text: "update projects set state = 'paused', next_at = null where id = $1" }, [project]);
    await clock.advance(10);
    await startRun(project);
    expect(await testPlanner(db).run()).toBe(2);
    expect((await slotsOf(db, project)).map(({ kind }) => kind)).toEqual(['manual']);
    expect(await projectRow(db, project)).toMatchObject({ state: 'paused', next_at: null });
  });

  test('is left to others between two chunks when the worker stops', async () => {
    const project = await makeProject(db, account, { every: 'manual', lastSlot: YESTERDAY });
    await addKeywords(db, account, project, 1001);
    let isStopping = false;
    const { run } = testPlanner(db, {
      isStopping: () => isStopping,
      onPlaced: () => {
        isStopping = true;
      },
    });
    await startRun(project);
    expect(await run()).toBe(1000);
    expect(await testPlanner(db).run()).toBe(1);
  });
});
