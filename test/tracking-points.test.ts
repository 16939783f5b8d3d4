// Points of checks through a real worker: every magic keyword, retries, and results that are gone or unreadable.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStore } from '../src/business/orders/objects.ts';
import { createHistory } from '../src/business/tracking/history/read.ts';
import type { RecorderParts } from '../src/business/tracking/history/recorder.ts';
import type { Db } from '../src/platform/db.ts';
import { StorageUnavailable } from '../src/platform/s3.ts';
import { balanceOf } from './orders.ts';
import { until } from './service.ts';
import { addChecks, addSlot, addTracked, DAY, makeTracked, pointsOf, recordFinished, slotOfDay, testRecorder } from './tracked.ts';
import { judgeAll, rulesOf, startTrackedService, type TrackedService } from './tracked-service.ts';

let tracked: TrackedService;
let db: Db;
const TODAY = slotOfDay(0);

beforeAll(async () => {
  tracked = await startTrackedService();
  ({ db } = tracked);
});
afterAll(() => tracked.service.stop());

describe('a magic keyword', () => {
  const ENDS = [
    ['red shoes', 2, null],
    ['test:empty', 2, null],
    ['test:faulty', 10, 'unreachable'],
    ['test:captcha', 11, 'blocked'],
    ['test:poisoned', 12, 'suspect'],
    ['test:unparsed', 13, 'unparsed'],
    ['test:cut', 10, 'unreachable'],
  ] as const;

  test('gives a point with its state; failed ones are reversed, are gaps in the history, and raise no alert', async () => {
    const before = await balanceOf(db, tracked.account);
    const { project, keywordIds, objectIds } = await tracked.checked(ENDS.map(([keyword]) => keyword));
    const recorder = testRecorder(db, { judge: judgeAll, rulesOf });
    recorder.finished(objectIds);
    const points = await until(async () => {
      const found = await pointsOf(db, project);
      return found.length === ENDS.length && found;
    });
    expect(points.map(({ keyword_id }) => keyword_id)).toEqual(keywordIds);
    expect(points.map(({ code }) => code)).toEqual(ENDS.map(([, code]) => code));
    // An empty page was looked at to the whole depth.
    expect(points[1]).toMatchObject({ position: 0, depth: 10 });
    expect(points.filter(({ code }) => code >= 10).every(({ position, depth }) => position === 0 && depth === 0)).toBe(true);

    expect(await tracked.alertsOf(project)).toEqual([keywordIds[0], keywordIds[1]]);
    const after = await balanceOf(db, tracked.account);
    expect([before.lots - after.lots, after.lots]).toEqual([2, after.ledger]);

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
      expect(shown[0]!.reason ?? null).toBe(reason);
    }
    await recorder.stop();
  });

  test('finds the domain where the page has it, with competitors and first results', async () => {
    const { objectIds } = await tracked.checked(['brass lamp']);
    const { json } = await tracked.service.call('GET', `/serp/${objectIds[0]}`, tracked.key);
    const [, second, third] = json.data.organic as { url: string; position: number; title: string }[];
    const host = (url: string): string => new URL(url).hostname;
    const settings = {
      domains: [{ host: host(third!.url).replace(/^www\./, ''), path: '', match: 'host' as const, given: { domain: 'x' } }],
      competitors: [{ host: host(second!.url).replace(/^www\./, ''), path: '', match: 'host' as const, name: 'Second' }],
    };
    const project = await makeTracked(db, tracked.account, {
      lastSlot: TODAY,
      settings: { ...settings, brandTerms: [], curve: null, delivery: {}, defaults: {}, notes: '' },
    });
    const [keywordId] = await addTracked(db, project, ['brass lamp']);
    await addSlot(db, project, TODAY);
    await addChecks(db, project, TODAY, new Map([[keywordId!, objectIds[0]!]]));
    await recordFinished(db, objectIds);
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
    const { project, objectIds } = await tracked.checked(['test:unparsed'], TODAY, 1);
    await recordFinished(db, objectIds);
    expect([await pointsOf(db, project), await tracked.statesOf(project)]).toMatchObject([[], [{ state: 1, tries: 1, waits: true }]]);
    // The planner orders it again. The new object fails, too.
    const [again] = await tracked.search(['test:unparsed']);
    await db.query({ name: 'test_again', text: 'update checks set object_id = $2, state = 0, tries = 2 where project_id = $1' }, [
      project.id,
      again,
    ]);
    await recordFinished(db, [objectIds[0]!, again!]);
    const points = await pointsOf(db, project);
    expect(points.map(({ code }) => code)).toEqual([13]);
  });

  test('is not tried again after the next slot began', async () => {
    const { project, objectIds } = await tracked.checked(['test:unparsed'], TODAY - DAY, 2);
    await db.query({ name: 'test_next', text: 'update projects set last_slot = $2 where id = $1' }, [project.id, TODAY]);
    await recordFinished(db, objectIds);
    expect((await pointsOf(db, project)).map(({ code }) => code)).toEqual([13]);
  });
});

describe('a check whose object is gone', () => {
  test('fails as deleted', async () => {
    const { project, objectIds } = await tracked.checked(['tea']);
    expect((await tracked.service.call('DELETE', `/serp/${objectIds[0]}`, tracked.key)).status).toBeLessThan(300);
    await recordFinished(db, objectIds);
    expect((await pointsOf(db, project)).map(({ code }) => code)).toEqual([15]);
  });
});

describe('a result that cannot be read', () => {
  test('stays pending while the storage is unavailable', async () => {
    const { project, objectIds } = await tracked.checked(['tea']);
    const broken: Partial<RecorderParts> = {
      fetchAny: async (ids) =>
        (await createStore(db).fetchAny(ids)).map((stored) => ({
          ...stored,
          result: stored.result && {
            ...stored.result,
            body: { size: 1, crc: 0, bytes: null, open: () => Promise.reject(new StorageUnavailable('is away')) },
          },
        })),
    };
    for (let looks = 0; looks < 5; looks++) await recordFinished(db, objectIds, broken);
    expect([await pointsOf(db, project), (await tracked.statesOf(project))[0]!.state]).toEqual([[], 0]);
    await recordFinished(db, objectIds);
    expect(await pointsOf(db, project)).toHaveLength(1);
  });

  test('fails as unparsed after three looks, and is reported', async () => {
    const { project, objectIds } = await tracked.checked(['tea']);
    await db.query({ name: 'test_damage', text: `update results set body = '\\x00' where id = $1` }, [objectIds[0]]);
    const errors: string[] = [];
    const recorder = testRecorder(db, { onError: (message) => errors.push(message) });
    for (let looks = 1; looks <= 3; looks++) {
      expect(await pointsOf(db, project)).toEqual([]);
      recorder.finished(objectIds);
      await until(async () => errors.length === looks);
    }
    await recorder.stop();
    expect((await pointsOf(db, project)).map(({ code }) => code)).toEqual([13]);
    expect(errors).toEqual(Array.from({ length: 3 }, () => 'check result unreadable'));
  });
});
