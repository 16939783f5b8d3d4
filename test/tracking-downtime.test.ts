// Schedules after downtime and after a change, on a stepped clock.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../src/contract/order.ts';
import type { Db } from '../src/platform/db.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { makeAccount } from './orders.ts';
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
} from './tracking.ts';

let database: TestDatabase;
let db: Db;
let clock: Clock;

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = database);
  await db.script('select make_partitions(2)');
  clock = await steppedClock(db, '2028-02-01T06:00:00Z');
});
afterAll(() => database.drop());

describe('after downtime', () => {
  const KEYWORDS = 480;
  const WINDOW = 240;
  /** Two keywords a minute are the rate of the window; their places are even to within one. */
  const RATE_MAX = KEYWORDS / WINDOW + 2;

  /** A project with a daily slot at 06:00 UTC, one hour into its window. */
  async function interrupted(catchUp: 'latest' | 'skip'): Promise<{ account: Account; id: number; run: () => Promise<number> }> {
    await db.script('update projects set next_at = null');
    const account = await makeAccount(db, { credits: 100_000 });
    await clock.set('2028-02-01T06:00:00Z');
    await makeTrackingPartitions(db);
    const id = await makeProject(db, account, { windowMinutes: WINDOW, catchUp, lastSlot: slotOf('2028-01-31T00:00') });
    await addKeywords(db, account, id, KEYWORDS);
    const { run } = testPlanner(db);
    for (let minute = 0; minute < 60; minute++) {
      await run();
      await recordPending(db);
      await clock.advance(1);
    }
    return { account, id, run };
  }
  /** Steps minute by minute. Returns the most checks that one minute placed. */
  async function step(minutes: number, run: () => Promise<number>): Promise<number> {
    let most = 0;
    for (let minute = 0; minute < minutes; minute++) {
      most = Math.max(most, await run());
      await recordPending(db);
      await clock.advance(1);
    }
    return most;
  }

  test('of three hours the window goes on where it stopped, without a burst', { timeout: 300_000 }, async () => {
    const { account, id, run } = await interrupted('latest');
    await clock.advance(180);
    expect(await step(200, run)).toBeLessThanOrEqual(RATE_MAX);
    expect(await slotsOf(db, id)).toEqual([expect.objectContaining({ kind: 'schedule', state: 'done', placed: KEYWORDS })]);
    expect((await chargesOf(db, account)).charges).toBe(KEYWORDS);
    expect((await projectRow(db, id)).next_at).toEqual(new Date('2028-02-02T06:00:00Z'));
  });

  test('of three days only the latest slot runs, over a full window, and the next one is on time', { timeout: 300_000 }, async () => {
    const { account, id, run } = await interrupted('latest');
    await clock.advance(3 * 1440);
    await makeTrackingPartitions(db);
    expect(await step(WINDOW + 10, run)).toBeLessThanOrEqual(RATE_MAX);
    const slots = await slotsOf(db, id);
    const placedBefore = slots[0]!.placed;
    expect(placedBefore).toBeGreaterThan(100);
    expect(slots.map(({ slot, kind, state, reason, placed }) => ({ slot, kind, state, reason, placed }))).toEqual([
      { slot: slotOf('2028-02-01T00:00'), kind: 'schedule', state: 'missed', reason: 'downtime', placed: placedBefore },
      { slot: slotOf('2028-02-02T00:00'), kind: 'schedule', state: 'missed', reason: 'downtime', placed: 0 },
      { slot: slotOf('2028-02-03T00:00'), kind: 'schedule', state: 'missed', reason: 'downtime', placed: 0 },
      { slot: slotOf('2028-02-04T00:00'), kind: 'catchUp', state: 'done', reason: null, placed: KEYWORDS },
    ]);
    expect((await chargesOf(db, account)).charges).toBe(placedBefore + KEYWORDS);
    expect((await projectRow(db, id)).next_at).toEqual(new Date('2028-02-05T06:00:00Z'));
    const outcomes = await outcomesOf(db, id);
    expect(outcomes).toHaveLength(4 * KEYWORDS);
    expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(placedBefore + KEYWORDS);
    expect(outcomes.filter(({ outcome, reason }) => outcome === 'missed' && reason === 'downtime')).toHaveLength(
      3 * KEYWORDS - placedBefore,
    );
  });

  test('nothing is run again with catchUp skip', { timeout: 300_000 }, async () => {
    const { id, run } = await interrupted('skip');
    await clock.advance(3 * 1440);
    await makeTrackingPartitions(db);
    expect(await step(3, run)).toBe(0);
    expect((await slotsOf(db, id)).map(({ state }) => state)).toEqual(['missed', 'missed', 'missed', 'missed']);
    expect((await projectRow(db, id)).next_at).toEqual(new Date('2028-02-05T06:00:00Z'));
  });
});

describe('a changed schedule', () => {
  test('never repeats a day', async () => {
    await db.script('update projects set next_at = null');
    const account = await makeAccount(db, { credits: 1000 });
    await clock.set('2028-03-01T06:00:00Z');
    await makeTrackingPartitions(db);
    const id = await makeProject(db, account, { lastSlot: slotOf('2028-02-29T00:00') });
    await addKeywords(db, account, id, 1);
    const { run } = testPlanner(db);
    expect(await run()).toBe(1);
    await recordPending(db);
    await db.query({ name: 'test_later', text: `update projects set local_time = '23:00', time_zone = 'Pacific/Apia' where id = $1` }, [
      id,
    ]);
    await db.query({ name: 'test_project_next', text: 'update projects p set next_at = next_slot_at(p) where id = $1' }, [id]);
    for (let hour = 0; hour < 60; hour++) {
      await clock.advance(60);
      const { next_at: due } = await projectRow(db, id);
      if (due && due <= clock.now()) await clock.set(due);
      await run();
      await recordPending(db);
    }
    const slots = await slotsOf(db, id);
    expect(slots.map(({ slot }) => slot)).toEqual([slotOf('2028-03-01T00:00'), slotOf('2028-03-02T00:00'), slotOf('2028-03-03T00:00')]);
    expect(slots.map(({ placed }) => placed)).toEqual([1, 1, 1]);
  });
});
