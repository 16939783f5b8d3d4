// Hot statements read only the objects they need, however many days are stored.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { item, makeAccount, placeWith } from '../../../test/orders.ts';

const DAY = /\b(?:objects|results|callbacks)_(?:days|archive)_(\d{8})\b/g;

let database: TestDatabase;
let client: pg.Client;
let ids: string[];
const plans: string[] = [];

beforeAll(async () => {
  database = await createDatabase();
  await database.db.script('select make_partitions(30)');
  const account = await makeAccount(database.db, { credits: 1000 });
  const items = [
    item({}, { keyword: 'tea', callback: 'http://127.0.0.1/told' }),
    item({}, { keyword: 'tea', callback: 'http://127.0.0.1/told' }),
  ];
  const placed = await placeWith(database.db)({ account, kind: 'serp', items, idempotency: null });
  ids = (placed as unknown as { ids: string[] }).ids;
  await database.db.script(
    `insert into outbox (object_id, retention_class, kind, account_id, expires_at) select id, retention_class, kind, account_id, expires_at from objects`,
  );
  client = await database.db.connect();
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  await client.query(
    `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log`,
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Returns the days whose partitions the statement or a nested one opens. */
async function daysOf(text: string, values: unknown[]): Promise<{ rows: number; days: string[] }> {
  plans.length = 0;
  const { rowCount } = await client.query(text, values);
  return { rows: rowCount ?? 0, days: [...new Set(plans.flatMap((plan) => [...plan.matchAll(DAY)].map((match) => match[1]!)))] };
}

describe('of thirty days', () => {
  const made = (): string => new Date(Number.parseInt(ids[0]!.slice(0, 8), 16) * 1000).toISOString().slice(0, 10).replaceAll('-', '');

  test.each([
    ['reading objects', 'select * from read_objects($1, null, null, null)', () => [ids], 2],
    ['reading one object', 'select * from read_objects($1, null, null, null)', () => [ids.slice(0, 1)], 1],
    ['claiming jobs', "select * from claim_jobs($1, 10, $2, array[''])", () => ['worker', [0, 0]], 2],
    ['claiming callbacks', 'select * from claim_callbacks(10, 60, null, null, null, null, null, 0, 0)', () => [], 2],
  ])('%s opens one', async (_, text, values, rows) => {
    expect(await daysOf(text, values())).toEqual({ rows, days: [made()] });
  });

  test('none is vacuumed because of inserts', async () => {
    const days = `from pg_class c left join pg_class t on t.oid = c.reltoastrelid where c.relkind = 'r' and c.relname ~ '_(days|archive)_[0-9]{8}$'`;
    const option = `'{autovacuum_vacuum_insert_threshold=-1}'`;
    const { rows } = await client.query(`select count(*)::integer as days,
      count(*) filter (where c.reloptions @> ${option} and (t.oid is null or t.reloptions @> ${option}))::integer as quiet ${days}`);
    expect(rows[0].days).toBeGreaterThan(300);
    expect(rows[0].quiet).toBe(rows[0].days);
  });

  test('a plan without id bounds would open all of them', async () => {
    const { days } = await daysOf('select o.id from unnest($1::text[]) as a (id) join objects o on o.id = a.id', [ids]);
    expect(days.length).toBeGreaterThan(30);
  });
});

describe('of a hundred objects of a day', () => {
  const ROWS = /actual time=\S+ rows=(\d+)/g;
  let all: string[];
  /** Returns the most rows of one plan node, including nested statements, and the number of useless joins. */
  const mostOf = async (text: string, values: unknown[]) => {
    plans.length = 0;
    await client.query(text, values);
    const rows = plans.flatMap((plan) => [...plan.matchAll(ROWS)].map(([, count]) => Number(count)));
    return { most: Math.max(...rows), inVain: plans.filter((plan) => plan.includes('Rows Removed by Join Filter')).length };
  };

  beforeAll(async () => {
    const account = await makeAccount(database.db, { credits: 1000 });
    const items = Array.from({ length: 98 }, (_, index) => item({}, { keyword: `coffee ${index}` }));
    await placeWith(database.db)({ account, kind: 'serp', items, idempotency: null });
    const { rows } = await client
      .query('set auto_explain.log_analyze = on; select id from objects order by id')
      .then((answers) => (answers as unknown as pg.QueryResult[])[1]!);
    all = rows.map(({ id }) => id);
    expect(all).toHaveLength(100);
    await client.query(
      'insert into outbox (object_id, retention_class, kind, account_id, expires_at) select id, retention_class, kind, account_id, expires_at from objects on conflict do nothing',
    );
    await client.query(
      'insert into event_feeds (account_id, live, enabled) select distinct account_id, live, true from objects on conflict do nothing',
    );
  });

  test.each([
    [
      'the first and the last are read without those between them',
      'select * from read_objects($1, null, null, null)',
      () => [[all[0], all[99]]],
      2,
    ],
    ['all are read one by one', 'select * from read_objects($1, null, null, null)', () => [all], 100],
    [
      'all unclaimed callbacks are claimed one by one',
      'select * from claim_callbacks(1000, 60, null, null, null, null, null, 0, 0)',
      () => [],
      98,
    ],
    [
      'the first and the last are appended to the feed without those between them',
      'select * from append_events($1)',
      () => [[all[0], all[99]]],
      2,
    ],
  ])('%s', async (_, text, values, rows) => {
    expect(await mostOf(text, values())).toEqual({ most: rows, inVain: 0 });
  });
});
