// Random histories of one project: edits of its schedule and keywords, manual runs, pauses, failures and downtime, on a stepped clock.
// Whatever happens, no slot is lost, none runs twice, and each try of a check has one charge.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSpreadRandom, type Random } from '../lab/random.ts';
import { FIRST, NEXT, PAUSE } from '../src/business/tracking/projects/project-statements.ts';
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

const START = '2026-10-20T05:50:00Z';
const STEPS = 120;
let database: TestDatabase;
let db: Db;
let clock: Clock;

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = database);
  await db.script('select make_partitions(2)');
  clock = await steppedClock(db, START);
});
afterAll(() => database.drop());

/** Events of a project, each with its weight. */
function eventsOf(account: Account, id: number, { pick, below }: Random): readonly (readonly [number, () => Promise<unknown>])[] {
  const change = (columns: string): Promise<void> => db.script(`update projects set ${columns} where id = ${id}`);
  /** As a change of the schedule by its owner. */
  const edit = async (columns: string): Promise<void> => {
    await change(columns);
    await db.query(FIRST, [id]);
    await db.query(NEXT, [id]);
  };
  const keyword = `(select id from tracked_keywords where project_id = ${id} order by hashint4(id + ${below(100)}) limit 1)`;
  return [
    [60, async () => undefined],
    [4, () => edit(`local_time = '${pick(['00:00', '02:30', '06:00', '13:15', '23:50'])}'`)],
    [4, () => edit(`time_zone = '${pick(['UTC', 'Europe/Berlin', 'Pacific/Apia', 'Pacific/Honolulu', 'America/Santiago'])}'`)],
    [
      3,
      () => edit(`every = '${pick(['hours', 'hours', 'weekdays', 'weekdays', 'monthdays', 'manual'])}', every_hours = ${pick([1, 6, 24])}`),
    ],
    [3, () => edit(`window_minutes = ${pick([0, 30, 60, 600, 1440])}`)],
    [4, () => db.script(`select start_run(${account.id}, ${id}, ${pick(['null', `array[${keyword}]`])}, 10::smallint)`)],
    [3, () => addKeywords(db, account, id, 2, `added ${below(1_000_000)}`)],
    // A keyword that is enabled again joins the next slot.
    [
      3,
      () =>
        db.script(`update tracked_keywords k set enabled = not k.enabled,
          since_slot = case when k.enabled then k.since_slot else greatest(k.since_slot, p.last_slot) end
          from projects p where p.id = k.project_id and k.id = ${keyword}`),
    ],
    [2, () => db.script(`delete from tracked_keywords where id = ${keyword}`)],
    [
      2,
      async () => {
        await change(`state = 'paused'`);
        await db.query(PAUSE, [account.id, id]);
        await db.query(NEXT, [id]);
      },
    ],
    [6, async () => ((await projectRow(db, id)).state === 'paused' ? edit(`state = 'active'`) : undefined)],
    // Some results are faulty.
    [
      8,
      () =>
        db.script(`update checks set state = 1, look_at = tracking_now() + interval '5 minutes'
          where state = 0 and project_id = ${id} and tries < 3 and keyword_id % 3 = ${pick([0, 1, 2])}`),
    ],
  ];
}

test.each([1, 2, 3, 4, 5, 6])('no slot is lost or doubled in history %i', { timeout: 120_000 }, async (seed) => {
  const random = createSpreadRandom(seed);
  await db.script('update projects set next_at = null');
  await clock.set(START);
  const account = await makeAccount(db, { credits: 1_000_000 });
  const id = await makeProject(db, account, { every: 'hours', lastSlot: slotOf('2026-10-20T05:00'), windowMinutes: 60 });
  await addKeywords(db, account, id, 12);
  const { run } = testPlanner(db);
  for (let step = 0; step < STEPS; step++) {
    // Now and then no planner comes for a while.
    await clock.advance(random.pick(random.chance(0.05) ? [6, 240, 1440, 4320] : [1, 3, 7, 20, 45, 130]));
    await makeTrackingPartitions(db);
    const events = eventsOf(account, id, random);
    await events[random.weighted(events.map(([weight]) => weight))]![1]();
    await run();
    if (random.chance(0.7)) await recordPending(db);
  }

  const { charges, tries, unmatched } = await chargesOf(db, account);
  expect(charges).toBeGreaterThan(10);
  expect([tries, unmatched]).toEqual([charges, 0]);
  const scheduled = (await slotsOf(db, id)).filter(({ kind }) => kind !== 'manual');
  expect(scheduled.length).toBeGreaterThan(2);
  // Slots are in the order of their times, so that none is repeated in another calendar.
  expect(scheduled.map(({ due_at }) => due_at)).toEqual([...scheduled.map(({ due_at }) => due_at)].sort((a, b) => +a - +b));
  const isScheduled = new Set(scheduled.map(({ slot }) => slot));
  expect((await outcomesOf(db, id)).filter(({ slot, outcome }) => isScheduled.has(slot) && outcome === null)).toEqual([]);
});
