// The recorder among checks, projects and points that are in its way, on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeAccount } from '../../../../test/orders.ts';
import {
  addChecks,
  addSlot,
  addTracked,
  importedPoint,
  makeTracked,
  pointsOf,
  resultBody,
  settingsOf,
  slotOfDay,
  testRecorder,
} from '../../../../test/tracked.ts';
import type { Account, Stored } from '../../../contract/order.ts';
import type { Db } from '../../../platform/db.ts';
import type { ProjectRow } from '../types.ts';
import { readDomain } from './domains.ts';
import { createHistory } from './read.ts';
import type { RecorderParts } from './recorder.ts';

const TODAY = slotOfDay(0);
const OTHER_URLS = ['https://rival.example/', 'https://shop.example/'];
let database: TestDatabase;
let db: Db;
let account: Account;
/** Result pages by object. */
const bodies = new Map<string, Awaited<ReturnType<typeof resultBody>>>();

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = database);
  await db.script('select make_partitions(2); select make_tracking_partitions(3, 0)');
  account = await makeAccount(db, { credits: 1000 });
});
afterAll(() => database.drop());

/** A project with one finished check per keyword, whose page has the domain at position 2. */
async function finished(keywords: readonly string[]): Promise<{ project: ProjectRow; keywordIds: number[]; objectIds: string[] }> {
  const project = await makeTracked(db, account, { lastSlot: TODAY });
  const keywordIds = await addTracked(db, project, keywords);
  await addSlot(db, project, TODAY);
  const objectIds: string[] = [];
  for (const _ of keywords) {
    const [row] = await db.query<{ id: string }>(
      {
        name: 'test_finished_object',
        text: `with made as (
            insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, expires_at)
            values (0, new_id(), 'serp', $1, false, '{}', 1, false, now() + interval '7 days') returning id
          ) insert into results (retention_class, id, faulty, verdict, attempts, generated_at)
          select 0, id, false, 'valid', '[]', now() from made returning id`,
      },
      [account.id],
    );
    objectIds.push(row!.id);
    bodies.set(row!.id, await resultBody(OTHER_URLS));
  }
  await addChecks(db, project, TODAY, new Map(keywordIds.map((id, index) => [id, objectIds[index]!])));
  return { project, keywordIds, objectIds };
}
const fetchAny: RecorderParts['fetchAny'] = async (ids) =>
  ids.map((id) => ({ id, result: { faulty: false, verdict: 'valid', attempts: '[]', body: bodies.get(id) ?? null } }) as unknown as Stored);

/** Offers the objects to a recorder and waits for it. Returns what it reported. */
async function record(objectIds: readonly string[], parts: Partial<RecorderParts> = {}): Promise<string[]> {
  const problems: string[] = [];
  const recorder = testRecorder(db, { fetchAny, onError: (message) => problems.push(message), ...parts });
  recorder.finished(objectIds);
  await recorder.stop();
  return problems;
}
const positionsOf = async (project: ProjectRow): Promise<[number, number][]> =>
  (await pointsOf(db, project)).map(({ code, position }) => [code, position]);

describe('a check', () => {
  test('replaces the point that was imported for its day', async () => {
    const { project, keywordIds, objectIds } = await finished(['anchor']);
    await createHistory(db).insert(project, [importedPoint(TODAY, keywordIds[0]!, 7)]);
    expect(await record(objectIds)).toEqual([]);
    expect(await positionsOf(project)).toEqual([[1, 2]]);
    const [state] = await db.query({ name: 'test_state', text: 'select last_code, position from keyword_states where project_id = $1' }, [
      project.id,
    ]);
    expect(state).toEqual({ last_code: 1, position: 2 });
  });

  test('of a project that is removed meanwhile does not keep others from their points', async () => {
    const [removed, kept] = [await finished(['anchor', 'rope']), await finished(['anchor'])];
    await record([...removed.objectIds, ...kept.objectIds], {
      rulesOf: async (id) => {
        if (id === removed.project.id) await db.script(`delete from projects where id = ${id}`);
        return [];
      },
    });
    expect(await positionsOf(kept.project)).toEqual([[1, 2]]);
  });

  test('of a project whose rules cannot be read stays pending, and the others have their points', async () => {
    const [broken, kept] = [await finished(['anchor']), await finished(['anchor'])];
    const problems = await record([...broken.objectIds, ...kept.objectIds], {
      rulesOf: async (id) => {
        if (id === broken.project.id) throw new Error('no such time zone');
        return [];
      },
    });
    expect(problems).toEqual(['checks not recorded']);
    expect(await positionsOf(kept.project)).toEqual([[1, 2]]);
    expect(await positionsOf(broken.project)).toEqual([]);
    expect(await record(broken.objectIds)).toEqual([]);
    expect(await positionsOf(broken.project)).toEqual([[1, 2]]);
  });

  test('that the database refuses fails as unparsed after three looks, and the others have their points', async () => {
    const { project, keywordIds, objectIds } = await finished(['anchor', 'rope']);
    await db.script(`create function refuse_point() returns trigger language plpgsql as $$ begin
        if new.keyword_id = ${keywordIds[0]} and new.code = 1 then raise exception using errcode = 'numeric_value_out_of_range'; end if;
        return new; end $$;
      create trigger refuse before insert on rank_points for each row execute function refuse_point()`);
    try {
      const problems: string[] = [];
      const recorder = testRecorder(db, { fetchAny, onError: (message) => problems.push(message) });
      for (let look = 0; look < 4; look++) {
        await db.script('update checks set look_at = tracking_now() where state = 0');
        await recorder.run();
      }
      expect(problems).toEqual(['check not recorded', 'check not recorded', 'check not recorded']);
      expect(await positionsOf(project)).toEqual([
        [13, 0],
        [1, 2],
      ]);
      const [pending] = await db.query<{ count: number }>(
        { name: 'test_pending', text: 'select count(*)::integer as count from checks where object_id = any ($1) and state < 2' },
        [objectIds],
      );
      expect(pending).toEqual({ count: 0 });
    } finally {
      await db.script('drop trigger refuse on rank_points; drop function refuse_point()');
    }
  });
});

describe('the settings of a project', () => {
  test('are those of the database, even if a new primary repeats a revision', async () => {
    const { project, objectIds } = await finished(['anchor', 'rope']);
    const recorder = testRecorder(db, { fetchAny });
    const recordOne = async (id: string): Promise<void> => {
      await db.query({ name: 'test_look', text: 'update checks set look_at = tracking_now() where object_id = $1' }, [id]);
      await recorder.run();
    };
    await recordOne(objectIds[0]!);
    const domains = [{ ...readDomain({ domain: 'rival.example' }), given: { domain: 'rival.example' } }];
    await db.query({ name: 'test_settings', text: 'update projects set settings = $2 where id = $1' }, [
      project.id,
      JSON.stringify(settingsOf({ domains })),
    ]);
    await recordOne(objectIds[1]!);
    expect(await positionsOf(project)).toEqual([
      [1, 2],
      [1, 1],
    ]);
  });
});
