// The list of objects by source reads a bounded number of rows, also with a prepared plan.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeAccount } from '../../../test/orders.ts';
import { createReadAttempted } from './attempted.ts';

const OBJECTS = 12_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await makeAccount(database.db, { credits: 1 });
  await database.db.script(`
    insert into objects (id, account_id, kind, live, request, expires_at, retention_class, cost, over_limit)
      select lpad(to_hex(extract(epoch from now())::bigint + n / 1000), 8, '0') || lpad(to_hex(n), 16, '0'), 1, 'serp', true,
        '{"searchEngine":"google"}', now() + interval '5 days', 0, 1, false from generate_series(1, ${OBJECTS}) n;
    insert into results (id, retention_class, faulty, verdict, attempts, generated_at)
      select id, retention_class, false, 'valid', '[{"source":"page","outcome":"valid"}]', now() from objects;
    analyze objects; analyze results`);
});
afterAll(() => database?.drop());

test('pages of a source that nothing came from are empty, and lead through all objects', async () => {
  const read = createReadAttempted(database.db);
  let [pages, after]: [number, string | undefined] = [0, undefined];
  for (;;) {
    const { items, next } = await read({ source: 'absent', after }, 50);
    expect(items).toEqual([]);
    pages++;
    if (next === null) break;
    after = next;
  }
  expect(pages).toBe(Math.ceil(OBJECTS / 5000));
  expect((await read({ source: 'page' }, 50)).items).toHaveLength(50);
});

test('a name includes its variants, and no other name that begins with it', async () => {
  const ids = await database.db.query<{ id: string }>({ name: 'newest', text: 'select id from objects order by id desc limit 3' });
  const set = {
    name: 'sources',
    text: "update results set attempts = json_build_array(json_build_object('source', $2::text)) where id = $1",
  };
  for (const [n, source] of ['mirror', 'mirror-DE-1', 'mirrored'].entries()) await database.db.query(set, [ids[n]!.id, source]);
  const read = createReadAttempted(database.db);
  const found = async (source: string) => (await read({ source }, 50)).items.map(({ attempts }) => attempts[0]!.source);
  expect(await found('mirror')).toEqual(['mirror', 'mirror-DE-1']);
  expect(await found('mirror-DE-1')).toEqual(['mirror-DE-1']);
});

test('a prepared plan reads results by their key and joins row by row', async () => {
  const client = await database.db.connect();
  try {
    let plan = '';
    const explained = async (statement: { text: string }, values?: readonly unknown[]): Promise<never[]> => {
      await client.query(`set plan_cache_mode = force_generic_plan; prepare listed as ${statement.text}`);
      const given = values!.map((value) => (value === null ? 'null' : `'${value}'`)).join(', ');
      plan = (await client.query(`explain execute listed (${given})`)).rows.map((row) => row['QUERY PLAN']).join('\n');
      return [];
    };
    await createReadAttempted({ query: explained as never })({ source: 'page' }, 50);
    expect(plan).toMatch(/Index Scan Backward using results_days_\d+_pkey/);
    const expected = [...plan.matchAll(/CTE Scan on scanned.* rows=(\d+)/g)].map(([, count]) => Number(count));
    expect(expected.length).toBeGreaterThan(0);
    expect(Math.max(...expected)).toBeLessThanOrEqual(5000);
    expect(plan).not.toMatch(/Hash .*Join|Merge Join/);
  } finally {
    await client.end();
  }
});
