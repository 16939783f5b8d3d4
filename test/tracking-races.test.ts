// Requests of tracking that meet a removal, a worker or new partitions. A second connection holds the locks that force the order.
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRollUp } from '../src/business/tracking/figures/roll-up.ts';
import { createHistory } from '../src/business/tracking/history/read.ts';
import { recordPoints } from '../src/business/tracking/history/record.ts';
import { emptyPoint } from '../src/business/tracking/history/rows.ts';
import { readProjectRow } from '../src/business/tracking/projects/row.ts';
import type { ProjectRow } from '../src/business/tracking/types.ts';
import type { Db } from '../src/platform/db.ts';
import { type ApiResponse, startTestService, type TestService, until } from './service.ts';
import { addChecks, addSlot, importedPoint, slotOfDay } from './tracked.ts';
import { createProject } from './tracking-projects.ts';

const TODAY = slotOfDay(0);
const RULE = { name: 'Drops', settings: { kinds: ['dropped'], positions: { top10: 1, top30: 2, below: 5 }, top: 10 } };
let service: TestService;
let db: Db;
let key: string;
/** The second connection. */
let other: pg.Client;
let id: string;
let project: ProjectRow;
let keywordIds: number[];

beforeAll(async () => {
  service = await startTestService({}, false);
  ({ db } = service.database);
  await db.script('select make_tracking_partitions(3, 0)');
  key = (await service.account()).test;
  other = await db.connect();
});
afterAll(async () => {
  await other.end();
  await service.stop();
});
// A test that failed has left its transaction open.
afterEach(() => other.query('rollback'));
beforeEach(async () => {
  id = await createProject(service, key, [{ keyword: 'compass' }, { keyword: 'sextant' }]);
  const [row] = await db.query<{ id: number }>({ name: 'test_project_id', text: 'select id from projects where public_id = $1' }, [id]);
  project = (await readProjectRow(db, row!.id))!;
  const keywords = await db.query<{ id: number }>(
    { name: 'test_keyword_ids', text: 'select id from tracked_keywords where project_id = $1 order by id' },
    [project.id],
  );
  keywordIds = keywords.map((each) => each.id);
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<ApiResponse> =>
  service.call(method, `/projects/${id}${path}`, key, body);
/** Waits until this many connections wait for locks. */
const untilBlocked = (count: number): Promise<unknown> =>
  until(async () => {
    const [row] = await db.query<{ count: number }>({
      name: 'test_blocked_count',
      text: `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    });
    return row!.count >= count;
  }, 20);

/** Begins `work`, which waits for the project, and removes the project meanwhile. */
async function whileRemoved<T>(work: () => Promise<T>): Promise<T> {
  await other.query('begin');
  await other.query('select 1 from projects where id = $1 for update', [project.id]);
  const done = work();
  done.catch(() => undefined);
  await untilBlocked(1);
  await other.query('delete from projects where id = $1', [project.id]);
  await other.query('commit');
  return done;
}

describe('a project that is removed at the same time', () => {
  test.each([
    ['POST', '/run', {}],
    ['POST', '/rules', RULE],
    ['PUT', '/delivery', {}],
    ['POST', '/notes', { day: '2026-11-01', text: 'Relaunch' }],
    ['POST', '/keywords', { keywords: [{ keyword: 'barometer' }], checkNow: true }],
    ['POST', '/keywords/remove', { ids: ['1'] }],
    ['POST', '/import', { text: 'barometer', format: 'lines' }],
    ['DELETE', '', undefined],
  ] as const)('is unknown to %s %s', async (method, path, body) => {
    const { status, text } = await whileRemoved(() => call(method, path, body));
    expect([status, text]).toEqual([404, expect.any(String)]);
  });

  test.each([1, 0])('is unknown to an import of points, at position %s', async (position) => {
    const point = { ...importedPoint(TODAY, keywordIds[0]!, position), ...(position === 0 ? { page: null, top: [] } : {}) };
    await expect(whileRemoved(() => createHistory(db).insert(project, [point]))).rejects.toMatchObject({ code: 404 });
  });
});

describe('the removal of a project', () => {
  test('waits for the figures of a slot, and neither is the victim of a deadlock', async () => {
    await addSlot(db, project, TODAY);
    await createHistory(db).insert(project, [importedPoint(TODAY, keywordIds[0]!, 3)]);
    await db.script(`update project_slots set placed = 1 where project_id = ${project.id}`);
    // The roll-up has its slot, and cannot read the points.
    await other.query('begin');
    await other.query('lock table rank_points in access exclusive mode');
    const summed = createRollUp(db, createHistory(db)).run();
    summed.catch(() => undefined);
    await untilBlocked(1);
    const removed = call('DELETE', '');
    await untilBlocked(2);
    // PostgreSQL looks for a deadlock once, a second after a wait began. From then on, the roll-up would be the victim.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await other.query('commit');
    expect(await summed).toBeGreaterThan(0);
    expect((await removed).status).toBe(204);
    expect(await readProjectRow(db, project.id)).toBeNull();
  });

  test('keeps a recorder from the states of its keywords', async () => {
    const keyword = { tags: [], starred: false, volume: null, targetUrl: null };
    const check = { accountId: project.accountId, projectId: project.id, slot: TODAY, keywordId: keywordIds[0]!, objectId: 'a'.repeat(24) };
    const more = { tries: 1, depth: 10, revision: 0, topCount: 10, settings: project.settings, gone: false, faulty: false } as const;
    const state = { verdict: null, retryable: false, stateSlot: TODAY, recent: [], failures: 0, keyword };
    await addSlot(db, project, TODAY);
    await addChecks(db, project, TODAY, new Map([[check.keywordId, check.objectId]]));
    await db.script(`insert into keyword_states (account_id, project_id, keyword_id, last_slot, last_code, position, rank, depth, page_id, features, owned, cited)
      values (${project.accountId}, ${project.id}, ${check.keywordId}, ${TODAY}, 1, 1, 1, 10, 0, 0, 0, 0)`);
    const alert = { ruleId: 'rule', kind: 'failing', cooldownSeconds: 0, before: null, competitor: null, feature: null } as const;
    const point = emptyPoint(TODAY, 10);
    const rules = [{ id: 'rule', settings: RULE.settings }] as unknown as Parameters<typeof recordPoints>[1][number]['rules'];
    await other.query('begin');
    await other.query('select 1 from projects where id = $1 for update', [project.id]);
    const recorded = recordPoints(db, [{ check: { ...check, ...more, ...state }, point, url: null, retrySeconds: null, rules }], () => [
      alert,
    ]);
    recorded.catch(() => undefined);
    await untilBlocked(1);
    const held = other.query('select 1 from keyword_states where project_id = $1 for update nowait', [project.id]);
    await expect(held.then(({ rows }) => rows)).resolves.toHaveLength(1);
    await other.query('rollback');
    expect(await recorded).toHaveLength(1);
  });
});

describe('new partitions of checks and points', () => {
  test.each([
    ['a run', () => call('POST', '/run', {})],
    ['the list of runs', () => call('GET', '/runs')],
    ['the history of a keyword', () => call('GET', `/keywords/${keywordIds[0]}/history`)],
  ] as const)('are created while %s waits for them', async (_, request) => {
    // As `make_tracking_partitions()` locks them.
    await other.query('begin');
    await other.query('lock table checks in access exclusive mode');
    const response = request();
    await untilBlocked(1);
    await other.query('lock table rank_points in access exclusive mode nowait');
    await other.query('commit');
    expect((await response).status).toBe(200);
  });
});
