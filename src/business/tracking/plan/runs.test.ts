// Manual runs and time zone names, on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeAccount } from '../../../../test/orders.ts';
import {
  addKeywords,
  type Clock,
  makeProject,
  makeTrackingPartitions,
  projectRow,
  slotOf,
  slotsOf,
  steppedClock,
} from '../../../../test/tracking.ts';
import type { NewAccount } from '../../../contract/admin.ts';
import type { Db } from '../../../platform/db.ts';
import { DEFAULT_PRICES } from '../../credits/price.ts';
import type { ProjectRow } from '../types.ts';
import { createCompose } from './compose.ts';
import { createRuns } from './runs.ts';
import { createZones } from './zones.ts';

let database: TestDatabase;
let db: Db;
let clock: Clock;

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = database);
  await db.script('select make_partitions(2)');
  clock = await steppedClock(db, '2026-11-18T09:30:20Z');
  await makeTrackingPartitions(db);
});
afterAll(() => database.drop());
beforeEach(() => clock.set('2026-11-18T09:30:20Z'));

async function projectWith(keywords: number, fields: Partial<NewAccount>) {
  const account = await makeAccount(db, fields);
  const id = await makeProject(db, account, { lastSlot: slotOf('2026-11-18T00:00') });
  const ids = await addKeywords(db, account, id, keywords);
  // Only the fields that runs read.
  const project = { id, accountId: account.id, mode: account.mode } as ProjectRow;
  return {
    account,
    project,
    ids,
    runs: createRuns(
      db,
      createCompose({ ...DEFAULT_PRICES, 'depth.serp': 1 }, () => ''),
    ),
  };
}

describe('a manual run', () => {
  test('costs the price of its keywords at its depth', async () => {
    const { account, project, ids, runs } = await projectWith(5, { credits: 100 });
    expect(await runs.cost(account, project, null, 10)).toBe(5);
    expect(await runs.cost(account, project, null, 30)).toBe(15);
    expect(await runs.cost(account, project, ids.slice(0, 2), 30)).toBe(6);
    await db.query({ name: 'test_disable', text: 'update tracked_keywords set enabled = false where id = $1' }, [ids[0]]);
    expect(await runs.cost(account, project, null, 10)).toBe(4);
  });

  test('gets a slot of its minute, once a minute, and makes the project due', async () => {
    const { account, project, ids, runs } = await projectWith(3, { credits: 100 });
    const slot = await runs.start(account, project, [ids[1]!], 20);
    expect(slot).toBe(slotOf('2026-11-18T09:30'));
    expect(await runs.start(account, project, null, 20)).toBeNull();
    expect((await projectRow(db, project.id)).next_at).toEqual(clock.now());
    await clock.set('2026-11-18T10:00:00Z');
    // A whole hour belongs to schedules.
    expect(await runs.start(account, project, null, 20)).toBe(slotOf('2026-11-18T10:01'));
    expect((await slotsOf(db, project.id)).map(({ kind, depth }) => [kind, depth])).toEqual([
      ['manual', 20],
      ['manual', 20],
    ]);
  });

  test('is refused when not even one check could be placed', async () => {
    const poor = await projectWith(3, { credits: 2 });
    await expect(poor.runs.start(poor.account, poor.project, null, 30)).rejects.toMatchObject({ code: 402 });
    expect(await poor.runs.start(poor.account, poor.project, null, 20)).not.toBeNull();
    const limited = await projectWith(3, { credits: 100, limit: { hour: 2 } });
    await expect(limited.runs.start(limited.account, limited.project, null, 30)).rejects.toMatchObject({ code: 402 });
    const budgeted = { ...poor.account, budget: 1 };
    await db.query({ name: 'test_budget', text: 'update keys set budget = 1 where id = $1' }, [poor.account.keyId]);
    await clock.advance(5);
    await expect(poor.runs.start(budgeted, poor.project, null, 20)).rejects.toMatchObject({ code: 402 });
    expect(await slotsOf(db, limited.project.id)).toEqual([]);
  });

  test('needs an enabled keyword, and a depth within the plan', async () => {
    const { account, project, runs } = await projectWith(1, { credits: 100, maxResults: 10 });
    await expect(runs.start(account, project, [999_999], 10)).rejects.toMatchObject({ code: 400 });
    await expect(runs.start(account, project, null, 20)).rejects.toMatchObject({ code: 400 });
  });
});

describe('a time zone', () => {
  test.each([
    ['Europe/Berlin', true],
    ['America/Argentina/Buenos_Aires', true],
    ['UTC', true],
    ['EST', false],
    ['CET', false],
    ['posix/Europe/Berlin', false],
    ['europe/berlin', false],
    ['Europe/Atlantis', false],
    ['+02:00', false],
    ['', false],
  ])('%s is accepted: %s', async (name, isAccepted) => {
    expect(await createZones(db).isZone(name)).toBe(isAccepted);
  });
});
