// Packing: old months are packed and dropped, and the history stays the same.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeAccount } from '../../../../test/orders.ts';
import {
  DAY,
  daysBefore,
  historyOf,
  importedPoint,
  makeTrackedKeywords,
  moveClock,
  rowCount,
  slotOfDay,
} from '../../../../test/tracked.ts';
import type { Account } from '../../../contract/order.ts';
import { DatabaseUnavailable, type Db } from '../../../platform/db.ts';
import { monthStart, readHotMonths } from './months.ts';
import { createPackTask } from './pack-task.ts';
import { createHistory } from './read.ts';

let database: TestDatabase;
let account: Account;
const TODAY = slotOfDay(0);
const YEAR = { from: TODAY - 400 * DAY, to: TODAY + DAY };

beforeAll(async () => {
  database = await createDatabase();
  await database.db.script('select make_tracking_partitions(3, 0)');
  account = await makeAccount(database.db, { credits: 1000 });
});
afterAll(() => database.drop());

const tracked = (keywords: number) => makeTrackedKeywords(database.db, account, keywords);

describe('packing', () => {
  test('drops the rows of old months, and the history stays the same', async () => {
    const { db } = database;
    const { project, ids } = await tracked(250);
    const { project: removed, ids: removedIds } = await tracked(1);
    const history = createHistory(db);
    const points = ids.flatMap((id) => daysBefore(TODAY, 30).map((slot, day) => importedPoint(slot, id, (id + day) % 40)));
    await history.insert(project, points);
    await history.insert(removed, [importedPoint(TODAY - 30 * DAY, removedIds[0]!, 5)]);
    await db.query({ name: 'test_remove_project', text: 'delete from projects where id = $1' }, [removed.id]);
    const before = await historyOf(database.db, project);
    expect(before).toHaveLength(points.length);
    const one = await history.ofKeyword(project, ids[7]!, YEAR, { group: 'none', top: true });

    await moveClock(db, 130);
    try {
      // The oldest month with rows is that of 33 days ago. A pending check keeps it.
      const oldest = (await readHotMonths(db.query))[0]!;
      expect(oldest).toBe(monthStart(TODAY - 33 * DAY));
      await db.query({ name: 'test_pending', text: `insert into checks values ($1, $2, $3, $4, 'x', 0, 1, now())` }, [
        project.accountId,
        project.id,
        TODAY - 33 * DAY,
        ids[0],
      ]);
      const task = createPackTask(db, 2, 0);
      expect([await task.run(), (await readHotMonths(db.query))[0]]).toEqual([0, oldest]);
      await db.script('update checks set state = 2');
      // After each run, a month may be in both places.
      for (let runs = 0; runs < 20 && (await readHotMonths(db.query))[0]! < TODAY; runs++) {
        await task.run();
        expect(await historyOf(database.db, project)).toEqual(before);
      }
      expect(await rowCount(database.db, 'rank_points', project)).toBe(0);
      expect(await rowCount(database.db, 'packed_points', removed)).toBe(0);
      expect(await history.ofKeyword(project, ids[7]!, YEAR, { group: 'none', top: true })).toEqual(one);
      // A late point for a packed month rewrites one row.
      const late = importedPoint(TODAY - 31 * DAY, ids[7]!, 12);
      expect(await history.insert(project, [late])).toBe(1);
      expect(await historyOf(database.db, project)).toHaveLength(points.length + 1);
    } finally {
      await moveClock(db, 0);
    }
  });

  test('begins again after a takeover that has lost packed months', async () => {
    const { db } = database;
    const { project, ids } = await tracked(3);
    const history = createHistory(db);
    await history.insert(
      project,
      ids.flatMap((id) => daysBefore(TODAY, 20).map((slot) => importedPoint(slot, id, 4))),
    );
    const before = await historyOf(db, project);
    await moveClock(db, 130);
    try {
      let takeovers = 0;
      let isBroken = true;
      // The months are packed and proven, and the connection breaks before the rows are dropped.
      const query: Db['query'] = (statement, values) =>
        isBroken && statement.name === 'tracking_drop_month'
          ? Promise.reject(new DatabaseUnavailable(new Error('connection lost')))
          : db.query(statement, values);
      const task = createPackTask({ query, transaction: db.transaction, takeovers: () => takeovers }, 2, 0);
      await expect(task.run()).rejects.toThrow(DatabaseUnavailable);
      await db.query({ name: 'test_lost', text: 'delete from packed_points where project_id = $1' }, [project.id]);
      takeovers++;
      isBroken = false;
      for (let runs = 0; runs < 20 && (await readHotMonths(db.query))[0]! < TODAY; runs++) await task.run();
      expect(await rowCount(db, 'rank_points', project)).toBe(0);
      expect(await historyOf(db, project)).toEqual(before);
    } finally {
      await moveClock(db, 0);
    }
  });

  test('misses no point that is imported meanwhile: it goes to the packed month at once', async () => {
    const { db } = database;
    const { project, ids } = await tracked(2);
    const history = createHistory(db);
    const slot = TODAY - 20 * DAY;
    await history.insert(project, [importedPoint(slot, ids[0]!, 5)]);
    await moveClock(db, 130);
    try {
      expect(await history.insert(project, [importedPoint(slot, ids[0]!, 9), importedPoint(slot, ids[1]!, 7)])).toBe(1);
      expect([await rowCount(database.db, 'rank_points', project), await rowCount(database.db, 'packed_points', project)]).toEqual([1, 1]);
      const read = async () => (await historyOf(database.db, project)).map(({ keywordId, position }) => [keywordId, position]);
      const expected = [
        [ids[0], 5],
        [ids[1], 7],
      ];
      expect(await read()).toEqual(expected);
      const task = createPackTask(db, 2, 0);
      for (let runs = 0; runs < 20 && (await readHotMonths(db.query))[0]! < TODAY; runs++) await task.run();
      expect([await rowCount(database.db, 'rank_points', project), await rowCount(database.db, 'packed_points', project)]).toEqual([0, 2]);
      expect(await read()).toEqual(expected);
    } finally {
      await moveClock(db, 0);
    }
  });

  test('drops months after the history without packing them', async () => {
    const { db } = database;
    const { project, ids } = await tracked(1);
    await createHistory(db).insert(project, [importedPoint(TODAY - DAY, ids[0]!, 5)]);
    await moveClock(db, 200);
    try {
      const task = createPackTask(db, 2, 30);
      for (let runs = 0; runs < 20 && (await readHotMonths(db.query))[0]! < TODAY; runs++) await task.run();
      expect([await rowCount(database.db, 'rank_points', project), await rowCount(database.db, 'packed_points', project)]).toEqual([0, 0]);
    } finally {
      await moveClock(db, 0);
    }
  });
});
