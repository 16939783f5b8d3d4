// Recording of checks: processes that die at any statement, and recorders that work at the same time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailable, type Db } from '../src/platform/db.ts';
import { pointsOf, recordFinished, testRecorder } from './tracked.ts';
import { judgeAll, rulesOf, startTrackedService, type TrackedService } from './tracked-service.ts';

let tracked: TrackedService;
let db: Db;

beforeAll(async () => {
  tracked = await startTrackedService();
  ({ db } = tracked);
});
afterAll(() => tracked.service.stop());

describe('a process that dies', () => {
  /** Fails at the given statement: before it reaches the server, or after it took effect. */
  function dyingDb(at: number, moment: 'before' | 'after'): { db: Db; statements: () => number } {
    let statements = 0;
    const around =
      <Values extends unknown[], Result>(run: (...values: Values) => Promise<Result>) =>
      async (...values: Values): Promise<Result> => {
        const isLast = ++statements === at;
        if (statements > at || (isLast && moment === 'before')) throw new DatabaseUnavailable(new Error('killed'));
        const result = await run(...values);
        if (isLast) throw new DatabaseUnavailable(new Error('killed'));
        return result;
      };
    const dying = { ...db, stats: db.stats, query: around(db.query), bytes: around(db.bytes), transaction: around(db.transaction) } as Db;
    return { db: dying, statements: () => statements };
  }

  test('between any two statements loses no point and records none twice', async () => {
    const { project, keywordIds, objectIds } = await tracked.checked(['anchor', 'test:empty', 'test:captcha']);
    const setUp = async (): Promise<void> =>
      db.script(`delete from rank_points where project_id = ${project.id}; delete from tracking_alerts where project_id = ${project.id};
        delete from keyword_states where project_id = ${project.id}; delete from project_pages where project_id = ${project.id};
        update checks set state = 0 where project_id = ${project.id}`);
    const whole = dyingDb(Number.POSITIVE_INFINITY, 'before');
    await setUp();
    await recordFinished(whole.db, objectIds, { judge: judgeAll, rulesOf });
    const expected = await pointsOf(db, project);
    expect(expected.map(({ keyword_id }) => keyword_id)).toEqual(keywordIds);
    expect(whole.statements()).toBeGreaterThanOrEqual(4);

    for (let at = 1; at <= whole.statements(); at++)
      for (const moment of ['before', 'after'] as const) {
        await setUp();
        await recordFinished(dyingDb(at, moment).db, objectIds, { judge: judgeAll, rulesOf });
        await recordFinished(db, objectIds, { judge: judgeAll, rulesOf });
        expect([at, moment, await pointsOf(db, project)]).toEqual([at, moment, expected]);
        expect(await tracked.alertsOf(project)).toEqual(keywordIds.slice(0, 2));
        expect((await tracked.statesOf(project)).map(({ state }) => state)).toEqual([2, 2, 2]);
      }
  });

  test('is not noticed when several recorders get the same results at once', async () => {
    const keywords = Array.from({ length: 30 }, (_, index) => `rope ${index}`);
    const { project, keywordIds, objectIds } = await tracked.checked(keywords);
    const recorders = Array.from({ length: 4 }, () => testRecorder(db, { judge: judgeAll, rulesOf }));
    for (const recorder of recorders) recorder.finished(objectIds);
    await Promise.all(recorders.map((recorder) => recorder.stop()));
    expect((await pointsOf(db, project)).map(({ keyword_id }) => keyword_id)).toEqual(keywordIds);
    expect(await tracked.alertsOf(project)).toEqual(keywordIds);
  });
});
