// What the alert rules judge, from rows of the queue and the outbox.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { SERIES } from '../../contract/series.ts';
import { readAlertInputs } from './inputs.ts';

let database: TestDatabase;
const sql = (text: string): Promise<void> => database.db.script(text);

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(() => sql('truncate objects, queue, outbox, deliveries'));

/** Objects of the class without partitions, with ids that are ordered by `first`. */
const addObjects = (first: string, count: number, live = true): Promise<void> =>
  sql(`insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, expires_at)
    select 2, '${first}' || lpad(n::text, 23, '0'), 'serp', 1, ${live}, '{"callback":"https://${first}.example/hook"}', 1, false, now() + interval '1 day'
    from generate_series(1, ${count}) as n`);

describe('failing callbacks', () => {
  const hosts = async () => (await readAlertInputs(database.db, { budgets: {}, expectsBackup: null })).hosts;
  const addOutbox = (attempt: number): Promise<void> =>
    sql(`insert into outbox (object_id, retention_class, kind, account_id, attempt, expires_at)
      select id, retention_class, kind, account_id, ${attempt}, expires_at from objects`);
  const addAttempt = (attempt: number, ok: boolean): Promise<void> =>
    sql(`insert into deliveries (retention_class, object_id, attempt, ok, reason, ms)
      select retention_class, id, ${attempt}, ${ok}, ${ok ? 'null' : "'answered 500'"}, 1 from objects`);

  test('do not include first attempts that are being sent', async () => {
    await addObjects('a', 3);
    await addOutbox(1);
    expect(await hosts()).toEqual([]);
    await addAttempt(1, false);
    expect(await hosts()).toEqual([{ host: 'a.example', count: 3, lastReason: 'answered 500' }]);
  });

  test('do not include delivered callbacks that are sent once more, or those of test keys', async () => {
    await addObjects('a', 1);
    await addObjects('b', 1, false);
    await addOutbox(3);
    await addAttempt(1, false);
    await sql(
      "insert into deliveries (retention_class, object_id, attempt, ok, ms) select 2, id, 2, true, 1 from objects where id like 'a%'",
    );
    expect(await hosts()).toEqual([]);
  });
});

describe('the queue by mode', () => {
  const byMode = (sampleMax: number) =>
    database.db.query(
      {
        name: 'queue_of_test',
        text: `select live, priority, waiting::integer, running::integer, round(oldest_seconds / 10)::integer * 10 as oldest
        from queue_by_mode('{600,600,600,600,600}', $1) order by priority, live`,
      },
      [sampleMax],
    );
  const addJobs = (first: string, priority: number, ageSeconds: number): Promise<void> =>
    sql(`insert into queue (object_id, retention_class, kind, priority, round, due, run_at, deadline_at, has_waiter)
      select id, retention_class, kind, ${priority}, 0, true, now(), now() + make_interval(secs => 600 - ${ageSeconds}), false
      from objects where id like '${first}%'`);

  test('has every priority, even behind a longer backlog of another one', async () => {
    await addObjects('a', 50);
    await addJobs('a', 0, 400);
    await addObjects('b', 2);
    await addJobs('b', 3, 100);
    expect(await byMode(10)).toEqual([
      { live: true, priority: 0, waiting: 50, running: 0, oldest: 400 },
      { live: true, priority: 3, waiting: 2, running: 0, oldest: 100 },
    ]);
  });
});

test('what is usual does not include the hour that is compared with it', async () => {
  const add = (name: string, key: string, hoursAgo: number, counts: string): Promise<void> =>
    sql(`insert into series_minutes (name, at, key, counts, levels)
      values ('${name}', date_trunc('minute', now()) - interval '${hoursAgo} hours', '${key}', '${counts}', '{}')`);
  await sql("truncate series_minutes; update series_rolled_up set upto = date_trunc('hour', now()) - interval '1 day'");
  const [yields, qualities] = [SERIES.parsing.counts.map(String), SERIES.quality.counts.map(String)];
  const row = (names: readonly string[], values: Readonly<Record<string, number>>): string =>
    `{${names.map((name) => values[name] ?? 0).join(',')}}`;
  // A quiet engine: half as many pages in the week before as in the last hour.
  await add('parsing', 'live/bing', 9, row(yields, { pages: 50, found: 450, requested: 500 }));
  await add('parsing', 'live/bing', 0, row(yields, { pages: 100, found: 100, requested: 1000 }));
  await add('quality', 'live/bing/page', 9, row(qualities, { pages: 50, low: 1 }));
  await add('quality', 'live/bing/page', 0, row(qualities, { pages: 100, low: 100 }));
  const found = await readAlertInputs(database.db, { budgets: {}, expectsBackup: null });
  expect(found.yields).toEqual([
    { engine: 'bing', recent: { pages: 100, found: 100, requested: 1000 }, usual: { pages: 50, found: 450, requested: 500 } },
  ]);
  expect(found.qualities).toEqual([{ engine: 'bing', recent: { pages: 100, low: 100 }, usual: { pages: 50, low: 1 } }]);
  await sql('truncate series_minutes');
});
