// 400 days of schedules over both clock changes, on a stepped clock, with planners that fail between any two statements.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSpreadRandom } from '../lab/random.ts';
import type { Account } from '../src/contract/order.ts';
import { DatabaseUnavailable, type Db } from '../src/platform/db.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { makeAccount } from './orders.ts';
import { until } from './service.ts';
import {
  addKeywords,
  type Clock,
  makeProject,
  makeTrackingPartitions,
  recordPending,
  slotsOf,
  steppedClock,
  testPlanner,
} from './tracking.ts';
import { type ExpectedSlot, localDaySlot, slotsByDay, slotsByHours } from './zoned-times.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let database: TestDatabase;
let db: Db;
let clock: Clock;

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = database);
  await db.script('select make_partitions(2)');
  clock = await steppedClock(db, '2026-08-01T12:00:00Z');
});
afterAll(() => database.drop());

/** The daily maintenance of a worker. */
async function maintain(): Promise<void> {
  await makeTrackingPartitions(db);
  await db.query({ name: 'test_drop', text: `select drop_tracking(7, '{}', 0, 90, 1000)` });
}
const nextDue = async (): Promise<Date | null> =>
  (await db.query<{ at: Date | null }>({ name: 'test_next', text: 'select min(next_at) as at from projects' }))[0]!.at;

/**
 * A database whose connection breaks during a transaction: before the statement with the given number, or after the commit, so that only
 * its response is lost. A broken connection rolls back on the server.
 */
function unreliable(real: Db, breakAt: () => number | 'committed' | null): Db {
  return {
    ...real,
    transaction: async (work) => {
      const at = breakAt();
      const lost = (): never => {
        throw new DatabaseUnavailable(new Error('connection lost'));
      };
      const result = await real.transaction((query) => {
        let statements = 0;
        return work((statement, values) => (statements++ === at ? lost() : query(statement, values)));
      });
      return at === 'committed' ? lost() : result;
    },
  };
}

describe('400 days in five time zones', () => {
  const END = new Date('2027-09-05T12:00:00Z');
  // Local times in the gaps and overlaps of each zone, where there are some.
  const ZONES = [
    ['Europe/Berlin', '02:30'],
    ['America/New_York', '01:30'],
    ['America/Santiago', '00:00'],
    ['Asia/Kathmandu', '06:15'],
    ['Pacific/Apia', '23:50'],
  ] as const;
  const KEYWORDS = 2;
  let account: Account;
  const projects: { id: number; name: string; expected: ExpectedSlot[]; paused: Date | null }[] = [];

  async function addByDay(timeZone: string, localTime: string, weekdays: readonly number[], windowMinutes: number): Promise<void> {
    const now = clock.now();
    const expected = slotsByDay(timeZone, localTime, weekdays, now, END);
    const [first] = slotsByDay(timeZone, localTime, EVERY_DAY, now, END);
    // As at creation: today's slot is due if its time is still ahead.
    const today = localDaySlot(now, timeZone);
    const lastSlot = first!.slot === today ? today - 1440 : today;
    const id = await makeProject(db, account, { timeZone, localTime, weekdays, windowMinutes, lastSlot });
    await addKeywords(db, account, id, KEYWORDS);
    projects.push({ id, name: `${timeZone} ${weekdays.join('')}`, expected, paused: null });
  }
  async function addByHours(timeZone: string, hours: number, until: Date): Promise<void> {
    const expected = slotsByHours(hours, clock.now(), until);
    const lastSlot = Math.floor((clock.now().getTime() - Date.UTC(2000, 0, 1)) / (hours * 60 * MINUTE_MS)) * hours * 60;
    const id = await makeProject(db, account, { every: 'hours', hours, timeZone, windowMinutes: 0, lastSlot });
    await addKeywords(db, account, id, KEYWORDS);
    projects.push({
      id,
      name: `${timeZone} every ${hours} h from ${clock.now().toISOString()}`,
      expected,
      paused: until < END ? until : null,
    });
  }

  test('run each due slot exactly once, with two planners that break in every seventh tick', { timeout: 900_000 }, async () => {
    account = await makeAccount(db, { credits: 10_000_000 });
    await maintain();
    // A window costs a tick per keyword, so not every schedule has one.
    for (const [index, [zone, time]] of ZONES.entries()) {
      await addByDay(zone, time, EVERY_DAY, index === 0 ? 20 : 0);
      await addByDay(zone, time, [1, 2, 3, 4, 5], 0);
      await addByDay(zone, time, [7], 10);
    }
    await addByHours('America/New_York', 6, END);
    // Every hour only around the changes: a year would be 9,600 slots of the same kind.
    const hourly = [
      ['Europe/Berlin', '2026-10-23T12:00:00Z'],
      ['America/New_York', '2026-10-30T12:00:00Z'],
      ['America/New_York', '2027-03-12T12:00:00Z'],
      ['Europe/Berlin', '2027-03-26T12:00:00Z'],
    ] as const;
    const toStart = hourly.map(([zone, from]) => ({ zone, from: new Date(from) }));

    const random = createSpreadRandom(23);
    let ticks = 0;
    let broken = 0;
    let isCalm = false;
    const breakAt = (): number | 'committed' | null => {
      if (isCalm || ticks % 7 !== 0) return null;
      broken++;
      return ([0, 1, 2, 3, 'committed'] as const)[broken % 5]!;
    };
    const planners = [testPlanner(unreliable(db, breakAt)), testPlanner(unreliable(db, breakAt))];
    let day = 0;
    for (;;) {
      const due = await nextDue();
      const start = toStart[0]?.from ?? END;
      const pause = projects.filter(({ paused }) => paused).sort((a, b) => a.paused!.getTime() - b.paused!.getTime())[0];
      const event = new Date(Math.min(start.getTime(), pause?.paused?.getTime() ?? Number.POSITIVE_INFINITY));
      // A planner is up to four minutes late, and never waits longer than that.
      const late = random.below(4 * MINUTE_MS);
      const tick = new Date(Math.max(clock.now().getTime() + 1000, (due?.getTime() ?? Number.POSITIVE_INFINITY) + late));
      if (event < tick) {
        if (event >= END) break;
        await clock.set(event);
        if (pause?.paused?.getTime() === event.getTime()) {
          // The last slot is due now. A broken connection may still hold the project for a moment.
          isCalm = true;
          await until(async () => {
            await planners[0]!.run();
            return (await nextDue())! > clock.now();
          });
          isCalm = false;
          await db.query({ name: 'test_pause', text: "update projects set state = 'paused', next_at = null where id = $1" }, [pause.id]);
          pause.paused = null;
        } else {
          const { zone, from } = toStart.shift()!;
          await addByHours(zone, 1, new Date(from.getTime() + 4 * DAY_MS));
        }
      } else {
        if (tick > END) break;
        await clock.set(tick);
      }
      if (Math.floor(clock.now().getTime() / DAY_MS) !== day) {
        day = Math.floor(clock.now().getTime() / DAY_MS);
        await maintain();
      }
      ticks++;
      try {
        await planners[ticks % 2]!.run();
      } catch (error) {
        expect(error).toBeInstanceOf(DatabaseUnavailable);
        await planners[(ticks + 1) % 2]!.run().catch(() => undefined);
      }
      await recordPending(db);
    }
    // The last windows. Nothing else was due before the end.
    isCalm = true;
    if (clock.now() < END) await clock.set(END);
    for (let minute = 0; minute < 60; minute += 4) {
      await clock.advance(4);
      await planners[0]!.run();
      await recordPending(db);
    }

    expect(broken).toBeGreaterThan(100);
    for (const { id, name, expected } of projects) {
      const rows = (await slotsOf(db, id)).filter(({ due_at }) => due_at <= END);
      expect(
        rows.map(({ slot, due_at }) => ({ slot, due_at })),
        name,
      ).toEqual(expected);
      expect([...new Set(rows.map(({ state, placed: count }) => `${state} ${count}`))], name).toEqual([`done ${KEYWORDS}`]);
      const [points] = await db.query<{ count: number; slots: number }>(
        {
          name: 'test_points',
          text: 'select count(*)::integer as count, count(distinct (slot, keyword_id))::integer as slots from rank_points where project_id = $1 and code = 1 and slot <= $2',
        },
        [id, expected.at(-1)!.slot],
      );
      expect(points, name).toEqual({ count: expected.length * KEYWORDS, slots: expected.length * KEYWORDS });
    }
    const [sum] = await db.query<{ placed: number; charges: number }>(
      {
        name: 'test_sum',
        text: `select (select sum(placed) from project_slots)::integer as placed, (select count(*) from ledger where account_id = $1 and kind = 'charge')::integer as charges`,
      },
      [account.id],
    );
    expect(sum!.charges).toBe(sum!.placed);
  });
});

test('four planners, one of which breaks in every step, order 10,000 keywords once a day', { timeout: 600_000 }, async () => {
  const [KEYWORDS, DAYS, WINDOW] = [10_000, 3, 60];
  const account = await makeAccount(db, { credits: 1_000_000 });
  await db.query({ name: 'test_stop_others', text: 'update projects set next_at = null' });
  const start = new Date(Date.UTC(2027, 9, 1));
  await clock.set(start);
  await maintain();
  const lastSlot = localDaySlot(start, 'UTC') - 1440;
  const id = await makeProject(db, account, { timeZone: 'UTC', localTime: '00:00', windowMinutes: WINDOW, lastSlot });
  await addKeywords(db, account, id, KEYWORDS);
  let breaking = 0;
  let broken = 0;
  const planners = Array.from({ length: 4 }, (_, nth) =>
    testPlanner(
      unreliable(db, () => {
        if (nth !== breaking % 4) return null;
        broken++;
        return ([0, 1, 2, 3, 'committed'] as const)[broken % 5]!;
      }),
    ),
  );
  for (let day = 0; day < DAYS; day++) {
    await clock.set(new Date(start.getTime() + day * DAY_MS));
    await maintain();
    // A step without any planner that got through moves the window, so it may end a little later.
    for (let minute = 0; minute < WINDOW * 2 && (await nextDue())! <= new Date(clock.now().getTime() + DAY_MS / 2); minute++) {
      breaking++;
      const runs = await Promise.allSettled(planners.map((planner) => planner.run()));
      for (const run of runs) if (run.status === 'rejected') expect(run.reason).toBeInstanceOf(DatabaseUnavailable);
      await clock.advance(1);
    }
    await recordPending(db);
  }
  const [count] = await db.query(
    {
      name: 'test_counts',
      text: `select (select count(*) from project_slots where project_id = $1 and state = 'done' and placed = $3)::integer as slots,
        (select count(*) from objects where account_id = $2)::integer as orders,
        (select count(*) from ledger where account_id = $2 and kind = 'charge')::integer as charges,
        (select count(*) from checks where project_id = $1 and tries = 1)::integer as checks,
        (select count(*) from rank_points where project_id = $1 and code = 1)::integer as points`,
    },
    [id, account.id, KEYWORDS],
  );
  const all = KEYWORDS * DAYS;
  expect(count).toEqual({ slots: DAYS, orders: all, charges: all, checks: all, points: all });
  expect(broken).toBeGreaterThan(20);
});
