// History in the database: inserting, reading and grouping.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeAccount } from '../../../../test/orders.ts';
import {
  addSlot,
  DAY,
  daysBefore,
  historyOf,
  importedPoint,
  makeTrackedKeywords,
  rowCount,
  settingsOf,
  slotOfDay,
} from '../../../../test/tracked.ts';
import type { Account } from '../../../contract/order.ts';
import { readDomain } from './domains.ts';
import { monthStart, readHotMonths } from './months.ts';
import { createPages } from './pages.ts';
import { createHistory } from './read.ts';

let database: TestDatabase;
let account: Account;
const TODAY = slotOfDay(0);
const YEAR = { from: TODAY - 400 * DAY, to: TODAY + DAY };
const OPTIONS = { group: 'none', top: false } as const;

beforeAll(async () => {
  database = await createDatabase();
  await database.db.script('select make_tracking_partitions(3, 0)');
  account = await makeAccount(database.db, { credits: 1000 });
});
afterAll(() => database.drop());

const tracked = (keywords: number) => makeTrackedKeywords(database.db, account, keywords);

describe('inserted points', () => {
  test('are rows in months that have rows, and are packed in older months; existing points stay', async () => {
    const { project, ids } = await tracked(3);
    const history = createHistory(database.db);
    const points = ids.flatMap((id) => daysBefore(TODAY, 200).map((slot, day) => importedPoint(slot, id, day % 30)));
    expect(await history.insert(project, points)).toBe(600);
    expect(await history.insert(project, points)).toBe(0);
    expect(await history.insert(project, [{ ...points[0]!, position: 99 }, importedPoint(TODAY - 300 * DAY, ids[0]!, 5)])).toBe(1);
    const hot = new Set(await readHotMonths(database.db.query));
    const inRows = points.filter(({ slot }) => hot.has(monthStart(slot)));
    expect(inRows.length).toBeGreaterThan(0);
    expect(await rowCount(database.db, 'rank_points', project)).toBe(inRows.length);
    expect(await rowCount(database.db, 'packed_points', project)).toBeGreaterThanOrEqual(15);

    const read = await historyOf(database.db, project);
    expect(read).toHaveLength(601);
    expect(read.filter(({ slot, keywordId }) => slot === points[0]!.slot && keywordId === ids[0])).toMatchObject([
      { position: 0, code: 32 },
    ]);
    const { points: shown } = await history.ofKeyword(project, ids[0]!, YEAR, { group: 'none', top: true });
    expect(shown).toHaveLength(201);
    const last = points[199]!;
    expect(shown.at(-1)).toMatchObject({
      state: 'found',
      imported: true,
      position: last.position,
      rank: last.rank,
      depth: 100,
      url: last.page!.url,
      title: 'Shop',
      top: last.top.map(({ url }) => url),
      objectId: null,
    });
  });

  test('give the state of the keyword, whatever order they come in', async () => {
    const { project, ids } = await tracked(2);
    const history = createHistory(database.db);
    const position = (slot: number): number => 10 + (((TODAY - slot) / DAY) % 20);
    const points = daysBefore(TODAY, 40).map((slot) => importedPoint(slot, ids[0]!, position(slot)));
    // The newest day first, as generated history comes.
    for (const point of points.toReversed()) await history.insert(project, [point, { ...point, keywordId: ids[1]! }]);
    const rows = await database.db.query<Record<string, number | string>>(
      {
        name: 'test_keyword_states',
        text: `select last_slot, position, position_1, position_7, position_30, best_position, best_slot, recent from keyword_states where project_id = $1`,
      },
      [project.id],
    );
    expect(rows).toHaveLength(2);
    const newest = TODAY - DAY;
    for (const { recent, ...row } of rows) {
      expect(row).toEqual({
        last_slot: newest,
        position: position(newest),
        position_1: position(newest - DAY),
        position_7: position(newest - 7 * DAY),
        position_30: position(newest - 30 * DAY),
        best_position: 10,
        best_slot: TODAY - 20 * DAY,
      });
      expect(JSON.parse(recent as string)[0]).toMatchObject({ slot: newest, url: points.at(-1)!.page!.url });
    }
  });

  test('of a removed keyword make no state', async () => {
    const { project, ids } = await tracked(1);
    await database.db.query({ name: 'test_remove', text: 'delete from tracked_keywords where id = $1' }, [ids[0]]);
    expect(await createHistory(database.db).insert(project, [importedPoint(TODAY - DAY, ids[0]!, 3)])).toBe(1);
    expect(await rowCount(database.db, 'keyword_states', project)).toBe(0);
  });
});

describe('the history of a keyword', () => {
  test('shows why a slot has no point, and nothing where the keyword was not due', async () => {
    const { project, ids } = await tracked(1);
    const [id] = ids;
    const { db } = database;
    const [place] = await db.query<{ spread: number }>({ name: 'test_spread', text: 'select spread from tracked_keywords where id = $1' }, [
      id,
    ]);
    await addSlot(db, project, TODAY - 6 * DAY, { state: 'missed', reason: 'downtime', cursor: 0 });
    await addSlot(db, project, TODAY - 5 * DAY, { state: 'paused', reason: 'credits', cursor: place!.spread });
    // The window passed the keyword before it ended: it has a point.
    await addSlot(db, project, TODAY - 4 * DAY, { state: 'missed', reason: 'nextSlot', cursor: place!.spread + 1 });
    await addSlot(db, project, TODAY - 3 * DAY, { state: 'running', cursor: 0 });
    await addSlot(db, project, TODAY - 2 * DAY);
    await createHistory(db).insert(project, [importedPoint(TODAY - 4 * DAY, id!, 7)]);
    const { points } = await createHistory(db).ofKeyword(project, id!, YEAR, OPTIONS);
    expect(points.map(({ state, reason, position, depth }) => [state, reason, position, depth])).toEqual([
      ['skipped', 'downtime', null, null],
      ['skipped', 'credits', null, null],
      ['found', undefined, 7, 100],
    ]);
    await db.query({ name: 'test_since', text: 'update tracked_keywords set since_slot = $2 where id = $1' }, [id, TODAY - 5 * DAY]);
    expect((await createHistory(db).ofKeyword(project, id!, YEAR, OPTIONS)).points).toHaveLength(1);
  });

  test('has the last judged point of each group', async () => {
    const { project, ids } = await tracked(1);
    const history = createHistory(database.db);
    const slots = daysBefore(TODAY, 35).flatMap((day) => [day, day + 60, day + 120]);
    await history.insert(
      project,
      slots.map((slot) => importedPoint(slot, ids[0]!, 1 + ((slot / 60) % 24))),
    );
    await database.db.query(
      { name: 'test_fail_last', text: 'update rank_points set code = 11, position = 0 where project_id = $1 and slot % 1440 = 120' },
      [project.id],
    );
    const range = { from: TODAY - 20 * DAY, to: TODAY };
    const daily = await history.ofKeyword(project, ids[0]!, range, { group: 'day', top: false });
    expect(daily.points.map(({ slot }) => slot.slice(11))).toEqual(Array.from({ length: 20 }, () => '01:00'));
    expect((await history.ofKeyword(project, ids[0]!, range, OPTIONS)).points).toHaveLength(60);
    const weekly = await history.ofKeyword(project, ids[0]!, range, { group: 'week', top: false });
    const weekdays = weekly.points.map(({ slot }) => new Date(`${slot}Z`).getUTCDay());
    expect(weekdays.slice(0, -1)).toEqual(weekdays.slice(0, -1).map(() => 0));
    const monthly = await history.ofKeyword(project, ids[0]!, YEAR, { group: 'month', top: false });
    expect(new Set(monthly.points.map(({ slot }) => slot.slice(0, 7))).size).toBe(monthly.points.length);
    expect([daily.from, daily.to]).toEqual([daily.points[0]!.slot.slice(0, 10), daily.points.at(-1)!.slot.slice(0, 10)]);
  });

  test('gives a competitor that was added later a past in the first results', async () => {
    const { project, ids } = await tracked(1);
    const history = createHistory(database.db);
    await history.insert(
      project,
      daysBefore(TODAY, 100).map((slot) => importedPoint(slot, ids[0]!, 5)),
    );
    const [first] = settingsOf().competitors;
    const later = { ...readDomain({ domain: 'late.example' }), name: 'Late' };
    const changed = { ...project, settings: settingsOf({ competitors: [first!, null, later] }) };
    const { points, competitors } = await history.ofKeyword(changed, ids[0]!, YEAR, OPTIONS);
    expect(competitors).toEqual(['rival.example', 'late.example']);
    expect(points).toHaveLength(100);
    expect(new Set(points.map((point) => point.competitors[1]))).toEqual(new Set([2]));
  });

  test('compares a shallow day with no deep one', async () => {
    const { project, ids } = await tracked(1);
    const history = createHistory(database.db);
    // Depth 20 on weekdays and 100 on Sundays. The domain stays at 34.
    const points = daysBefore(TODAY, 29).map((slot) => {
      const isDeep = (slot / DAY) % 7 === 1;
      return { ...importedPoint(slot, ids[0]!, isDeep ? 34 : 0), depth: isDeep ? 100 : 20 };
    });
    await history.insert(project, points);
    const [state] = await database.db.query<{ position: number; position_1: number | null; position_7: number | null }>(
      { name: 'test_depths', text: 'select position, position_1, position_7 from keyword_states where project_id = $1' },
      [project.id],
    );
    const isDeep = points.at(-1)!.depth === 100;
    // Neither a fall nor a gain: shallow days are compared with shallow ones, deep ones with deep ones, which are a week apart.
    expect([state!.position_1, state!.position_7]).toEqual(isDeep ? [null, 34] : [0, 0]);
    expect(state!.position).toBe(isDeep ? 34 : 0);
  });
});

describe('pages', () => {
  test('have one id per URL and title, in all processes', async () => {
    const { project } = await tracked(1);
    const seen = [
      { url: 'https://a.example/', title: null },
      { url: 'https://a.example/', title: 'A' },
      { url: 'https://a.example/', title: null },
    ];
    const all = await Promise.all(Array.from({ length: 4 }, () => createPages(database.db).idsOf(project, seen)));
    expect(all).toEqual(all.map(() => all[0]));
    expect(all[0]![0]).toBe(all[0]![2]);
    expect(new Set(all[0]).size).toBe(2);
    const pages = await createPages(database.db).byId(project, all[0]!);
    expect(all[0]!.map((id) => pages.get(id))).toEqual(seen);
  });
});
