// Credits, limits, budgets and keys that end in the middle of a slot: what fits is placed, the rest is paused, and nothing is bought afterwards.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccounts } from '../src/business/accounts/accounts.ts';
import type { NewAccount } from '../src/contract/admin.ts';
import type { Account } from '../src/contract/order.ts';
import type { Db } from '../src/platform/db.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { balanceOf, makeAccount } from './orders.ts';
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

const START = '2026-11-18T06:00:00Z';
const LAST = slotOf('2026-11-18T05:00');
const KEYWORDS = 10;
const slotAt = (hour: number): number => slotOf(`2026-11-18T${String(hour).padStart(2, '0')}:00`);
let database: TestDatabase;
let db: Db;
let clock: Clock;

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = database);
  await db.script('select make_partitions(2)');
  clock = await steppedClock(db, START);
  await makeTrackingPartitions(db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await db.script('update projects set next_at = null, resume_at = null');
  await clock.set(START);
});

/** An account with an hourly project of ten keywords. */
async function hourly(fields: Partial<NewAccount>, keyId?: string) {
  const account = await makeAccount(db, fields);
  const id = await makeProject(db, account, { every: 'hours', lastSlot: LAST, windowMinutes: 20, ...(keyId ? { keyId } : {}) });
  await addKeywords(db, account, id, KEYWORDS);
  return { account, id, ...testPlanner(db) };
}
/** Steps minute by minute until the given hour of the day, and records what was placed. */
async function stepTo(hour: number, minute: number, run: () => Promise<number>): Promise<number> {
  const end = Date.parse(`2026-11-18T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`);
  let placed = 0;
  while (clock.now().getTime() <= end) {
    placed += await run();
    await recordPending(db);
    await clock.advance(1);
  }
  return placed;
}
const outcomesAt = async (project: number, slot: number): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const row of await outcomesOf(db, project))
    if (row.slot === slot) counts[String(row.outcome)] = (counts[String(row.outcome)] ?? 0) + 1;
  return counts;
};
const alertsOf = (project: number) =>
  db.query<{ kind: string; body: string }>(
    { name: 'test_alerts', text: 'select kind, body::text from tracking_alerts where project_id = $1 order by at, kind' },
    [project],
  );
const codesOf = async (project: number): Promise<number[]> =>
  (
    await db.query<{ code: number }>(
      { name: 'test_codes', text: 'select distinct code from rank_points where project_id = $1 and code between 20 and 29 order by code' },
      [project],
    )
  ).map(({ code }) => code);
const grant = (account: Account, credits: number) =>
  db.query({ name: 'test_grant', text: 'select grant_credits($1, $2, $3, null)' }, [account.id, account.mode === 'live', credits]);

describe('credits that end within a slot', () => {
  test('pause the rest, with one alert, and a grant resumes the next slot', async () => {
    const { account, id, run, stops } = await hourly({ credits: 4 });
    expect(await stepTo(6, 59, run)).toBe(4);
    expect(stops).toEqual([{ project: id, reason: 'credits' }]);
    expect(await projectRow(db, id)).toMatchObject({ state: 'credits' });
    expect(await outcomesAt(id, slotAt(6))).toEqual({ done: 4, paused: 6 });
    expect(await codesOf(id)).toEqual([21]);
    expect(await alertsOf(id)).toEqual([{ kind: 'paused', body: expect.stringContaining('"credits"') }]);

    // Two slots pass without a try, and each has its outcome.
    expect(await stepTo(8, 30, run)).toBe(0);
    expect((await slotsOf(db, id)).map(({ slot, state, reason }) => [slot, state, reason])).toEqual([
      [slotAt(6), 'paused', 'credits'],
      [slotAt(7), 'paused', 'credits'],
      [slotAt(8), 'paused', 'credits'],
    ]);
    expect(stops).toHaveLength(1);

    await grant(account, 100);
    expect(await stepTo(8, 59, run), 'nothing of the past is bought').toBe(0);
    expect(await projectRow(db, id)).toMatchObject({ state: 'active' });
    expect(await stepTo(9, 40, run)).toBe(KEYWORDS);
    expect(await outcomesAt(id, slotAt(8))).toEqual({ paused: KEYWORDS });
    expect(await outcomesAt(id, slotAt(9))).toEqual({ done: KEYWORDS });
    expect((await alertsOf(id)).map(({ kind }) => kind)).toEqual(['paused', 'resumed']);
    expect(await chargesOf(db, account)).toMatchObject({ charges: 4 + KEYWORDS, unmatched: 0 });
    expect(await balanceOf(db, account)).toEqual({ lots: 90, ledger: 90 });
  });

  test('do not resume the project before they cover one check', async () => {
    const { account, id, run } = await hourly({ credits: 7, prices: { 'base.serp': 5 } });
    expect(await stepTo(7, 30, run)).toBe(1);
    // Two credits are left, and a check costs five.
    expect(await projectRow(db, id)).toMatchObject({ state: 'credits' });
    await grant(account, 3);
    expect(await stepTo(8, 30, run)).toBe(1);
    expect(await balanceOf(db, account)).toEqual({ lots: 0, ledger: 0 });
  });
});

describe('a limit per hour', () => {
  test('pauses the project until it has room again', async () => {
    const { account, id, run, stops } = await hourly({ credits: 1000, limit: { hour: 3 } });
    expect(await stepTo(6, 59, run)).toBe(3);
    expect(stops).toEqual([{ project: id, reason: 'limit' }]);
    expect(await codesOf(id)).toEqual([22]);
    expect(await projectRow(db, id)).toMatchObject({ state: 'limit' });
    // The limit counts real time, which the clock of schedules does not move.
    await db.query({ name: 'test_raise', text: 'update accounts set limit_hour = 1000 where id = $1' }, [account.id]);
    expect(await stepTo(8, 40, run)).toBeGreaterThanOrEqual(KEYWORDS);
    expect(await projectRow(db, id)).toMatchObject({ state: 'active' });
    expect(await outcomesAt(id, slotAt(8))).toEqual({ done: KEYWORDS });
  });
});

describe('the key of a project', () => {
  async function withKey(fields: { budget?: number; scopes?: string[] }) {
    const { account, id, run, stops } = await hourly({ credits: 1000 });
    const accounts = createAccounts(db, 'pepper');
    const key = (await accounts.addKey(String(account.id), { mode: 'test', ...fields } as never))!;
    await db.query({ name: 'test_key', text: 'update projects set key_id = $2 where id = $1' }, [id, key.id]);
    return { account, id, run, stops, keyId: key.id };
  }

  test('is charged, and its budget stops the project', async () => {
    const { account, id, run, stops, keyId } = await withKey({ budget: 3 });
    expect(await stepTo(6, 59, run)).toBe(3);
    expect(stops).toEqual([{ project: id, reason: 'budget' }]);
    expect(await codesOf(id)).toEqual([23]);
    expect(await outcomesAt(id, slotAt(6))).toEqual({ done: 3, paused: 7 });
    expect((await chargesOf(db, account)).charges).toBe(3);
    await db.query({ name: 'test_budget', text: 'update keys set budget = 100 where id = $1' }, [keyId]);
    expect(await stepTo(7, 40, run)).toBe(KEYWORDS);
    const [spent] = await db.query<{ spent: number }>({ name: 'test_spent', text: 'select spent from keys where id = $1' }, [keyId]);
    expect(spent).toEqual({ spent: 13 });
  });

  test('that is revoked within a slot stops the project', async () => {
    const { account, id, run, stops, keyId } = await withKey({});
    const before = await stepTo(6, 8, run);
    expect(before).toBeGreaterThan(0);
    await db.query({ name: 'test_revoke', text: 'update keys set revoked_at = now() where id = $1' }, [keyId]);
    expect(await stepTo(7, 40, run)).toBe(0);
    expect(stops).toEqual([{ project: id, reason: 'key' }]);
    expect(await codesOf(id)).toEqual([24]);
    expect(await outcomesAt(id, slotAt(6))).toEqual({ done: before, paused: KEYWORDS - before });
    expect(await outcomesAt(id, slotAt(7))).toEqual({ paused: KEYWORDS });
    expect((await alertsOf(id)).map(({ kind }) => kind)).toEqual(['paused']);
    // Another key of the account, as a change of the schedule sets it.
    await db.query({ name: 'test_key', text: 'update projects set key_id = $2 where id = $1' }, [id, account.keyId]);
    expect(await stepTo(8, 40, run)).toBe(KEYWORDS);
  });

  test('needs the scope of tracking', async () => {
    const { id, run, stops, keyId } = await withKey({});
    await db.query({ name: 'test_scope', text: `update keys set scopes = '{read}' where id = $1` }, [keyId]);
    expect(await stepTo(6, 30, run)).toBe(0);
    expect(stops).toEqual([{ project: id, reason: 'key' }]);
    await db.query({ name: 'test_scope_tracking', text: `update keys set scopes = '{tracking}' where id = $1` }, [keyId]);
    expect(await stepTo(7, 30, run)).toBe(KEYWORDS);
  });
});

describe('a project that its owner has paused', () => {
  test('stays paused when credits are granted', async () => {
    const { account, id, run } = await hourly({ credits: 2 });
    await stepTo(6, 30, run);
    await db.query({ name: 'test_pause', text: "update projects set state = 'paused', next_at = null where id = $1" }, [id]);
    await grant(account, 100);
    expect(await stepTo(8, 0, run)).toBe(0);
    expect(await projectRow(db, id)).toMatchObject({ state: 'paused', next_at: null });
    expect((await slotsOf(db, id)).map(({ slot }) => slot)).toEqual([slotAt(6)]);
  });
});
