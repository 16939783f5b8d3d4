// Figures on a real database: finished slots are summed once, and summaries are read from the sums.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRollUp } from '../src/business/tracking/figures/roll-up.ts';
import { createSummaries } from '../src/business/tracking/figures/summary.ts';
import { createHistory } from '../src/business/tracking/history/read.ts';
import type { ProjectRow } from '../src/business/tracking/types.ts';
import type { Account } from '../src/contract/order.ts';
import type { Project } from '../src/contract/tracking.ts';
import type { Db } from '../src/platform/db.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { makeAccount } from './orders.ts';
import { type Clock, makeTrackingPartitions, steppedClock } from './tracking.ts';
import { kindsOf } from './tracking-alert-rows.ts';
import { addDay, addPoint, addSlot, dayOf, makeFiguresProject, PAGES } from './tracking-figure-rows.ts';

let database: TestDatabase;
let db: Db;
let clock: Clock;
let account: Account;
beforeAll(async () => {
  database = await createDatabase();
  db = database.db;
  clock = await steppedClock(db, '2026-11-10T12:00:00Z');
  await makeTrackingPartitions(db);
  account = await makeAccount(db);
});
afterAll(() => database.drop());

const rollUp = () => createRollUp(db, createHistory(db)).run();
const summaries = () => createSummaries(db, createHistory(db));

/** As `record_points()` does after a late point. */
const reopen = (project: ProjectRow, slot: number) =>
  db.query({ name: 'test_reopen', text: 'update project_slots set rolled_up_at = null where project_id = $1 and slot = $2' }, [
    project.id,
    slot,
  ]);

const stored = (project: ProjectRow) =>
  db.query<{ slot: number; variant_id: number; counts: number[] }>(
    { name: 'test_figures', text: 'select slot, variant_id, counts from slot_figures where project_id = $1 order by slot, variant_id' },
    [project.id],
  );

describe('the roll-up', () => {
  test('sums finished slots once, for all keywords and by variant', async () => {
    const { project, ids } = await makeFiguresProject(db, account);
    await addDay(db, project, dayOf(8), [
      { keywordId: ids[0]!, position: 3 },
      { keywordId: ids[1]!, position: 0 },
    ]);
    await addSlot(db, project, dayOf(9), 'running', 0);
    const counts = await Promise.all([rollUp(), rollUp()]);
    expect(counts[0]! + counts[1]!).toBe(1);
    expect(await rollUp()).toBe(0);
    const rows = await stored(project);
    expect(rows.map(({ slot }) => slot)).toEqual([dayOf(8), dayOf(8)]);
    expect(rows[0]).toMatchObject({ variant_id: 0 });
    expect(rows.map((row) => row.counts.slice(0, 3))).toEqual([
      [2, 1, 1],
      [2, 1, 1],
    ]);
  });

  test('waits for pending checks, but not for ever, and sums again after a late point', async () => {
    const { project, ids } = await makeFiguresProject(db, account);
    await clock.set('2026-11-10T01:00:00Z');
    await addDay(db, project, dayOf(10), [{ keywordId: ids[0]!, position: 3 }]);
    await db.query(
      {
        name: 'test_pending',
        text: `insert into checks (account_id, project_id, slot, keyword_id, object_id, look_at) values ($1, $2, $3, $4, 'x', now())`,
      },
      [project.accountId, project.id, dayOf(10), ids[1]],
    );
    expect(await rollUp()).toBe(0);
    await clock.set('2026-11-10T06:00:01Z');
    expect(await rollUp()).toBe(1);
    expect((await stored(project))[0]!.counts[0]).toBe(1);
    await addPoint(db, project, dayOf(10), { keywordId: ids[1]!, position: 8 });
    await reopen(project, dayOf(10));
    expect(await rollUp()).toBe(1);
    expect((await stored(project))[0]!.counts[0]).toBe(2);
    await clock.set('2026-11-10T12:00:00Z');
  });

  test('reports a run that failed and missed runs, once', async () => {
    const { project, ids } = await makeFiguresProject(db, account);
    await addSlot(db, project, dayOf(5), 'done', 5);
    for (const keywordId of ids) await addPoint(db, project, dayOf(5), { keywordId, position: 0, code: 11 });
    await rollUp();
    // Two of five is more than 30 %.
    expect(await kindsOf(db, project)).toEqual(['runFailed']);
    await addSlot(db, project, dayOf(6), 'missed', 0);
    await rollUp();
    expect(await kindsOf(db, project)).toEqual(['runFailed']);
    await addSlot(db, project, dayOf(7), 'missed', 0);
    await rollUp();
    await reopen(project, dayOf(7));
    await rollUp();
    expect(await kindsOf(db, project)).toEqual(['nothingChecked', 'runFailed']);
    // A gap is no figure.
    expect((await summaries().summary(project, {})).days).toEqual([]);
  });
});

describe('a summary', () => {
  test('has figures by day, competitors, movers, pages and competing pages', async () => {
    const { project, ids } = await makeFiguresProject(db, account);
    const [first, second] = ids as [number, number];
    const flapping = [1, 2, 1];
    for (const [index, page] of flapping.entries()) {
      await addDay(db, project, dayOf(3 + index), [
        { keywordId: first, position: 5 - index, page, competitors: [1, 0] },
        { keywordId: second, position: index === 0 ? 0 : 2, page: index === 0 ? 0 : 1, top: index === 2 ? [3, 1, 2, 4] : [] },
      ]);
    }
    await rollUp();
    const summary = await summaries().summary(project, {});
    expect(summary.days.map(({ day: text }) => text)).toEqual(['2026-11-03', '2026-11-04', '2026-11-05']);
    // Positions 3 and 2 with the default curve: (300 × 0.0973 + 100 × 0.162) / (400 × 0.304).
    expect(summary.now).toMatchObject({
      keywords: 2,
      average: 2.5,
      visibility: 0.3733,
      visits: 45.4,
      weightedBy: 'volume',
      curve: 'dataforseo-etv',
    });
    expect(summary.before).toMatchObject({ ranked: 0.5, average: 5, averageWithAbsent: 13 });
    expect(summary.competitors.map(({ name, visibility }) => [name, visibility])).toEqual([
      ['Rival', 0.75],
      ['other.example', 0],
    ]);
    expect(summary.winners.map(({ id, change }) => [id, change.movement])).toEqual([
      [String(second), 'entered'],
      [String(first), 'up'],
    ]);
    expect(summary.losers).toEqual([]);
    expect(summary.pages).toMatchObject([{ url: PAGES[0], keywords: 2, average: 2.5 }]);
    expect(summary.pageChanges.map(({ id, day: text, after }) => [id, text, after])).toEqual([
      [String(first), '2026-11-05', PAGES[0]],
      [String(first), '2026-11-04', PAGES[1]],
    ]);
    expect(summary.cannibalised.map(({ id, changes }) => [id, changes])).toEqual([
      [String(first), 2],
      [String(second), 0],
    ]);
    expect(summary.cannibalised[1]!.urls.map(({ url }) => url)).toEqual([PAGES[0], PAGES[1]]);
  });

  test('is recomputed for the past when the curve changes', async () => {
    const { project, ids } = await makeFiguresProject(db, account);
    await addDay(db, project, dayOf(4), [
      { keywordId: ids[0]!, position: 2 },
      { keywordId: ids[1]!, position: 1 },
    ]);
    await rollUp();
    const before = await summaries().summary(project, {});
    const curve = { name: 'own', shares: [0.5, 0.5], aiFactor: 1 };
    const after = await summaries().summary({ ...project, settings: { ...project.settings, curve } }, {});
    expect([before.days[0]!.figures.visibility, before.days[0]!.figures.curve]).toEqual([0.6497, 'dataforseo-etv']);
    expect([after.days[0]!.figures.visibility, after.days[0]!.figures.curve]).toEqual([1, 'own']);
  });

  test('by tag and brand is computed from points, and equals the sums of the same keywords', async () => {
    const { project, ids } = await makeFiguresProject(db, account);
    await addDay(db, project, dayOf(4), [
      { keywordId: ids[0]!, position: 2 },
      { keywordId: ids[1]!, position: 9 },
    ]);
    await rollUp();
    await db.query({ name: 'test_tag', text: `update tracked_keywords set tags = '{Tea}' where id = $1` }, [ids[0]]);
    const ofTag = await summaries().summary(project, { tag: 'tea' });
    expect(ofTag.now).toMatchObject({ keywords: 1, average: 2 });
    await db.query({ name: 'test_tag_all', text: `update tracked_keywords set tags = '{Tea}' where project_id = $1` }, [project.id]);
    expect((await summaries().summary(project, { tag: 'tea' })).now).toEqual((await summaries().summary(project, {})).now);
    expect((await summaries().summary(project, { brand: 'only' })).now).toBeNull();
    await expect(summaries().summary(project, { tag: 'tea', from: '2026-01-01' })).rejects.toMatchObject({ code: 400 });
  });
});

test('the overview has the figures of all projects, 30 days of visibility and unread alerts', async () => {
  const { project, ids } = await makeFiguresProject(db, account);
  const { project: empty } = await makeFiguresProject(db, account);
  await addDay(db, project, dayOf(9), [
    { keywordId: ids[0]!, position: 1 },
    { keywordId: ids[1]!, position: 1 },
  ]);
  await addDay(db, project, dayOf(10), [
    { keywordId: ids[0]!, position: 0 },
    { keywordId: ids[1]!, position: 1 },
  ]);
  await rollUp();
  const listed = [project, empty].map(({ publicId }) => ({ id: publicId }) as Project);
  const [one, other] = await summaries().overview(project, listed);
  expect(one!.visibility).toHaveLength(30);
  expect(one!.visibility.slice(-3)).toEqual([null, 1, 0.25]);
  expect([one!.before?.visibility, one!.now?.visibility, one!.unreadAlerts]).toEqual([1, 0.25, 0]);
  expect([other!.now, other!.before, other!.visibility.every((value) => value === null)]).toEqual([null, null, true]);
});
