// Points of checks through a real worker: every magic keyword, lost processes, and recorders that work at the same time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts } from '../src/business/accounts/accounts.ts';
import { createStore } from '../src/business/orders/objects.ts';
import { createHistory } from '../src/business/tracking/history/read.ts';
import type { JudgeRules, ProjectRow } from '../src/business/tracking/types.ts';
import type { Account } from '../src/contract/order.ts';
import { DatabaseUnavailable, type Db } from '../src/platform/db.ts';
import { StorageUnavailable } from '../src/platform/s3.ts';
import { balanceOf } from './orders.ts';
import { startTestService, type TestService, until } from './service.ts';
import { addChecks, addSlot, addTracked, DAY, lookAtAll, makeTracked, pointsOf, slotOfDay, testRecorder } from './tracked.ts';

let service: TestService;
let db: Db;
let key: string;
let account: Account;
const TODAY = slotOfDay(0);

beforeAll(async () => {
  service = await startTestService({ SOURCE_RETRY_SECONDS: '0.1', SOURCE_ATTEMPTS_MAX: '2' });
  db = service.database.db;
  await db.script('select make_tracking_partitions(3, 0)');
  key = (await service.account({ credits: 1000 })).test;
  account = (await createAccounts(db, 'pepper').byKey(key))!;
});
afterAll(() => service.stop());

/** Orders SERPs and waits for their end. Returns their ids. */
async function search(keywords: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const keyword of keywords) ids.push((await service.call('POST', '/serp/new', key, { keyword, region: 'US' })).json.id);
  const store = createStore(db);
  await until(async () => (await store.finishedAmong(ids)).length === ids.length);
  return ids;
}

/** A project whose checks of one slot are finished and pending. */
async function checked(keywords: readonly string[], slot = TODAY, retries = 0) {
  const project = await makeTracked(db, account, { lastSlot: slot, retries });
  const keywordIds = await addTracked(db, project, keywords);
  await addSlot(db, project, slot);
  const objectIds = await search(keywords);
  await addChecks(db, project, slot, new Map(keywordIds.map((id, index) => [id, objectIds[index]!])));
  return { project, keywordIds, objectIds };
}

/** Raises an alert for every judged point, and for every failed one that is given as such. */
const judgeAll: JudgeRules = (rules, { after }) =>
  rules.flatMap(({ id }) =>
    after ? [{ ruleId: id, kind: 'found' as const, cooldownSeconds: 3600, before: null, competitor: null, feature: null }] : [],
  );
const rulesOf = async () => [{ id: 'a'.repeat(24), name: 'All', sinceSlot: 0, settings: { kinds: ['found' as const] } }];

const alertsOf = async ({ id }: ProjectRow): Promise<number[]> =>
  (
    await db.query<{ keyword_id: number }>(
      { name: 'test_alerts', text: 'select keyword_id from tracking_alerts where project_id = $1 order by keyword_id' },
      [id],
    )
  ).map((row) => row.keyword_id);
const statesOf = ({ id }: ProjectRow) =>
  db.query<{ keyword_id: number; state: number; tries: number; waits: boolean }>(
    {
      name: 'test_states',
      text: 'select keyword_id, state, tries, look_at > tracking_now() as waits from checks where project_id = $1 order by keyword_id',
    },
    [id],
  );

describe('a magic keyword', () => {
  const ENDS = [
    ['red shoes', 2, null],
    ['test:empty', 2, null],
    ['test:faulty', 13, 'unparsed'],
    ['test:captcha', 11, 'blocked'],
    ['test:poisoned', 12, 'suspect'],
    ['test:unparsed', 13, 'unparsed'],
    ['test:500', 10, 'unreachable'],
  ] as const;

  test('gives a point with its state; failed ones are reversed, are gaps in the history, and raise no alert', async () => {
    const before = await balanceOf(db, account);
    const { project, keywordIds, objectIds } = await checked(ENDS.map(([keyword]) => keyword));
    const recorder = testRecorder(db, { judge: judgeAll, rulesOf });
    recorder.finished(objectIds);
    const points = await until(async () => {
      const found = await pointsOf(db, project);
      return found.length === ENDS.length && found;
    });
    const codes = await db.query<{ verdict: string | null; faulty: boolean; id: string }>(
      { name: 'test_verdicts', text: 'select id, verdict, faulty from results where id = any ($1)' },
      [objectIds],
    );
    const verdictOf = new Map(codes.map(({ id, verdict }) => [id, verdict]));
    expect(points.map(({ keyword_id }) => keyword_id)).toEqual(keywordIds);
    const expected = ENDS.map(([keyword, code], index) =>
      keyword === 'test:faulty' ? (verdictOf.get(objectIds[index]!) === null ? 10 : 13) : code,
    );
    expect(points.map(({ code }) => code)).toEqual(expected);
    // An empty page was looked at to the whole depth.
    expect(points[1]).toMatchObject({ position: 0, depth: 10 });
    expect(points.filter(({ code }) => code >= 10).every(({ position, depth }) => position === 0 && depth === 0)).toBe(true);

    expect(await alertsOf(project)).toEqual([keywordIds[0], keywordIds[1]]);
    const after = await balanceOf(db, account);
    expect([before.lots - after.lots, after.lots]).toEqual([2, after.ledger]);
    expect(codes.filter(({ faulty }) => faulty)).toHaveLength(5);

    const history = createHistory(db);
    for (const [index, [, , reason]] of ENDS.entries()) {
      const { points: shown } = await history.ofKeyword(
        project,
        keywordIds[index]!,
        { from: TODAY - DAY, to: TODAY + DAY },
        { group: 'none', top: false },
      );
      expect(shown).toHaveLength(1);
      expect(shown[0]).toMatchObject({ state: reason ? 'failed' : 'notFound', position: null, objectId: objectIds[index] });
      if (reason && ENDS[index]![0] !== 'test:faulty') expect(shown[0]!.reason).toBe(reason);
    }
    await recorder.stop();
  });

  test('finds the domain where the page has it, with competitors and first results', async () => {
    const { objectIds } = await checked(['brass lamp']);
    const { json } = await service.call('GET', `/serp/${objectIds[0]}`, key);
    const [, second, third] = json.data.organic as { url: string; position: number; title: string }[];
    const host = (url: string): string => new URL(url).hostname;
    const settings = {
      domains: [{ host: host(third!.url).replace(/^www\./, ''), path: '', match: 'host' as const, given: { domain: 'x' } }],
      competitors: [{ host: host(second!.url).replace(/^www\./, ''), path: '', match: 'host' as const, name: 'Second' }],
    };
    const project = await makeTracked(db, account, {
      lastSlot: TODAY,
      settings: { ...settings, brandTerms: [], curve: null, delivery: {}, defaults: {}, notes: '' },
    });
    const [keywordId] = await addTracked(db, project, ['brass lamp']);
    await addSlot(db, project, TODAY);
    await addChecks(db, project, TODAY, new Map([[keywordId!, objectIds[0]!]]));
    await lookAtAll(db);
    const recorder = testRecorder(db);
    expect(await recorder.run()).toBeGreaterThanOrEqual(1);
    const { points } = await createHistory(db).ofKeyword(project, keywordId!, { from: TODAY, to: TODAY + 1 }, { group: 'none', top: true });
    const best = (json.data.organic as { url: string; position: number; title: string }[]).find(
      ({ url }) => host(url) === host(third!.url),
    )!;
    expect(points[0]).toMatchObject({ state: 'found', position: best.position, url: best.url, title: best.title, depth: 10 });
    expect(points[0]!.competitors[0]).toBeLessThanOrEqual(second!.position);
    expect(points[0]!.top).toEqual((json.data.organic as { url: string }[]).slice(0, 10).map(({ url }) => url));
  });
});

describe('a faulty check', () => {
  test('is tried again within its slot, and fails when the tries are used up', async () => {
    const { project, objectIds } = await checked(['test:unparsed'], TODAY, 1);
    const recorder = testRecorder(db);
    await lookAtAll(db);
    await recorder.run();
    expect([await pointsOf(db, project), await statesOf(project)]).toMatchObject([[], [{ state: 1, tries: 1, waits: true }]]);
    // The planner orders it again. The new object fails, too.
    const [again] = await search(['test:unparsed']);
    await db.query({ name: 'test_again', text: 'update checks set object_id = $2, state = 0, tries = 2 where project_id = $1' }, [
      project.id,
      again,
    ]);
    recorder.finished([objectIds[0]!, again!]);
    const points = await until(async () => {
      const found = await pointsOf(db, project);
      return found.length > 0 && found;
    });
    expect(points.map(({ code }) => code)).toEqual([13]);
  });

  test('is not tried again after the next slot began', async () => {
    const { project } = await checked(['test:unparsed'], TODAY - DAY, 2);
    await db.query({ name: 'test_next', text: 'update projects set last_slot = $2 where id = $1' }, [project.id, TODAY]);
    await lookAtAll(db);
    await testRecorder(db).run();
    expect((await pointsOf(db, project)).map(({ code }) => code)).toEqual([13]);
  });
});

describe('a check whose object is gone', () => {
  test('fails as deleted', async () => {
    const { project, objectIds } = await checked(['tea']);
    expect((await service.call('DELETE', `/serp/${objectIds[0]}`, key)).status).toBeLessThan(300);
    await lookAtAll(db);
    await testRecorder(db).run();
    expect((await pointsOf(db, project)).map(({ code }) => code)).toEqual([15]);
  });
});

describe('a result that cannot be read', () => {
  test('stays pending while the storage is unavailable', async () => {
    const { project } = await checked(['tea']);
    const broken = testRecorder(db, {
      fetchAny: async (ids) =>
        (await createStore(db).fetchAny(ids)).map((stored) => ({
          ...stored,
          result: stored.result && {
            ...stored.result,
            body: { size: 1, crc: 0, bytes: null, open: () => Promise.reject(new StorageUnavailable('is away')) },
          },
        })),
    });
    for (let looks = 0; looks < 5; looks++) {
      await lookAtAll(db);
      await broken.run();
    }
    expect([await pointsOf(db, project), (await statesOf(project))[0]!.state]).toEqual([[], 0]);
    await lookAtAll(db);
    await testRecorder(db).run();
    expect(await pointsOf(db, project)).toHaveLength(1);
  });

  test('fails as unparsed after three looks, and is reported', async () => {
    const { project, objectIds } = await checked(['tea']);
    await db.query({ name: 'test_damage', text: `update results set body = '\\x00' where id = $1` }, [objectIds[0]]);
    const errors: string[] = [];
    const recorder = testRecorder(db, { onError: (message) => errors.push(message) });
    for (let looks = 1; looks <= 3; looks++) {
      expect(await pointsOf(db, project)).toEqual([]);
      await lookAtAll(db);
      await recorder.run();
    }
    expect((await pointsOf(db, project)).map(({ code }) => code)).toEqual([13]);
    expect(errors).toEqual(Array.from({ length: 3 }, () => 'check result unreadable'));
  });
});

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
    const { project, keywordIds } = await checked(['anchor', 'test:empty', 'test:captcha']);
    const setUp = async (): Promise<void> =>
      db.script(`delete from rank_points where project_id = ${project.id}; delete from tracking_alerts where project_id = ${project.id};
        delete from keyword_states where project_id = ${project.id}; delete from project_pages where project_id = ${project.id};
        update checks set state = 0, look_at = tracking_now() where project_id = ${project.id}`);
    const whole = dyingDb(Number.POSITIVE_INFINITY, 'before');
    await setUp();
    await testRecorder(whole.db, { judge: judgeAll, rulesOf }).run();
    const expected = await pointsOf(db, project);
    expect(expected.map(({ keyword_id }) => keyword_id)).toEqual(keywordIds);
    expect(whole.statements()).toBeGreaterThanOrEqual(4);

    for (let at = 1; at <= whole.statements(); at++)
      for (const moment of ['before', 'after'] as const) {
        await setUp();
        const recorder = testRecorder(dyingDb(at, moment).db, { judge: judgeAll, rulesOf });
        await recorder.run().catch((error: unknown) => expect(error).toBeInstanceOf(DatabaseUnavailable));
        await lookAtAll(db);
        await testRecorder(db, { judge: judgeAll, rulesOf }).run();
        expect([at, moment, await pointsOf(db, project)]).toEqual([at, moment, expected]);
        expect(await alertsOf(project)).toEqual(keywordIds.slice(0, 2));
        expect((await statesOf(project)).map(({ state }) => state)).toEqual([2, 2, 2]);
      }
  });

  test('is not noticed when several recorders get the same results at once', async () => {
    const keywords = Array.from({ length: 30 }, (_, index) => `rope ${index}`);
    const { project, keywordIds, objectIds } = await checked(keywords);
    await lookAtAll(db);
    const slots: number[] = [];
    const recorders = Array.from({ length: 4 }, () =>
      testRecorder(db, { judge: judgeAll, rulesOf, onRecorded: (some) => slots.push(...some.map(({ slot }) => slot)) }),
    );
    for (const recorder of recorders) recorder.finished(objectIds);
    await Promise.all(recorders.map((recorder) => recorder.run()));
    await until(async () => (await pointsOf(db, project)).length === keywords.length);
    await Promise.all(recorders.map((recorder) => recorder.stop()));
    expect((await pointsOf(db, project)).map(({ keyword_id }) => keyword_id)).toEqual(keywordIds);
    expect(await alertsOf(project)).toEqual(keywordIds);
    expect(new Set(slots)).toEqual(new Set([TODAY]));
  });
});
