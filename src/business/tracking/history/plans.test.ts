// Plans of the statements that read history: index ranges, and no month that is not needed.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeAccount } from '../../../../test/orders.ts';
import { DAY, daysBefore, importedPoint, makeTrackedKeywords, slotOfDay } from '../../../../test/tracked.ts';
import type { Account } from '../../../contract/order.ts';
import { createHistory } from './read.ts';

let database: TestDatabase;
let account: Account;
const TODAY = slotOfDay(0);
const OPTIONS = { group: 'none', top: false } as const;

beforeAll(async () => {
  database = await createDatabase();
  await database.db.script('select make_tracking_partitions(3, 0)');
  account = await makeAccount(database.db, { credits: 1000 });
});
afterAll(() => database.drop());

const tracked = (keywords: number) => makeTrackedKeywords(database.db, account, keywords);

describe('the plans', () => {
  test('read one range of one month for a day, and one row per slot for a keyword', async () => {
    const { db } = database;
    const { project, ids } = await tracked(300);
    const history = createHistory(db);
    await history.insert(
      project,
      ids.flatMap((id) => daysBefore(TODAY, 20).map((slot) => importedPoint(slot, id, 1 + (id % 9)))),
    );
    await db.script('analyze rank_points; analyze project_slots');
    const client: pg.Client = await db.connect();
    const plans: string[] = [];
    client.on('notice', ({ message }) => plans.push(message ?? ''));
    await client.query(
      `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set client_min_messages = log; set plan_cache_mode = force_generic_plan`,
    );
    const query = async <Row extends object>({ text }: { text: string }, values: readonly unknown[] = []): Promise<Row[]> =>
      (await client.query(text, values as unknown[])).rows as Row[];
    const bytes = async (statement: { text: string }, values: readonly unknown[] = []) =>
      (await query<{ point: Buffer }>(statement, values)).map(({ point }) => [point]);
    try {
      const watched = createHistory({ ...db, stats: db.stats, query, bytes } as typeof db);
      const scansOf = (text: string): string[] =>
        [...text.matchAll(/(\w[\w ]*Scan)[^\n]* on (rank_points_\d{6}|packed_points|project_slots)\b[^\n]*loops=\d+\)/g)].map(
          (match) => match[0],
        );
      const from = TODAY - 2 * DAY;
      for await (const _ of watched.ofProject(project, { from, to: from + DAY })) void _;
      const day = scansOf(plans.filter((plan) => plan.includes('int4send')).join('\n'));
      expect(day.length).toBeGreaterThan(0);
      expect(day.filter((scan) => /rank_points/.test(scan)).every((scan) => scan.startsWith('Index Scan'))).toBe(true);
      expect(new Set(day.map((scan) => /rank_points_(\d+)/.exec(scan)?.[1])).size).toBe(1);

      plans.length = 0;
      await watched.ofKeyword(project, ids[5]!, { from: TODAY - 20 * DAY, to: TODAY }, OPTIONS);
      const text = plans.join('\n');
      expect(text).toContain('Index Scan using project_slots_pkey');
      expect(text).not.toMatch(/Seq Scan on (?:rank_points_\d{6}|packed_points|project_slots)[^\n]*\(actual[^\n]*rows=[1-9]/);
    } finally {
      await client.end();
    }
  });
});
