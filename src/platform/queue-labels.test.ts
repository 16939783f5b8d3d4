// Labels of jobs and workers in the queue, and the signatures that the previous version still calls.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { item, makeAccount, PLACE, placeWith } from '../../test/orders.ts';
import type { Account } from '../contract/order.ts';
import type { Priority } from '../contract/vocabulary.ts';
import { createQueue, type Queue, reclaimLeases } from './queue.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

const account = () => makeAccount(database.db, { credits: 1_000_000 });
async function place(owner: Account, count: number, label: string, priority: Priority = 'NORMAL'): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => item({ priority, label }, { n: index, label }));
  await placeWith(database.db)({ account: owner, kind: 'serp', items, idempotency: null });
}
/** The labels of the claimed jobs, in their requests. */
const labelsOf = async (queue: Queue, want: number): Promise<string[]> =>
  (await queue.claim(want)).map(({ request }) => (JSON.parse(request) as { label: string }).label).sort();

describe('a job with a label', () => {
  test('is claimed by a worker with that label, and by no other', async () => {
    await place(await account(), 3, 'browser');
    expect(await createQueue(database.db).claim(10)).toEqual([]);
    expect(await createQueue(database.db, { labels: ['ru'] }).claim(10)).toEqual([]);
    expect(await createQueue(database.db, { labels: ['ru', 'browser'] }).claim(10)).toHaveLength(3);
  });

  test('keeps its label when its worker dies', async () => {
    await place(await account(), 1, 'browser');
    await createQueue(database.db, { labels: ['browser'] }).claim(10);
    await database.db.script("update workers set seen_at = now() - interval '1 hour'");
    expect(await reclaimLeases(database.db, 20)).toBe(1);
    expect(await createQueue(database.db).claim(10)).toEqual([]);
    expect(await createQueue(database.db, { labels: ['browser'] }).claim(10)).toHaveLength(1);
  });

  test('is claimed by any worker after its deadline, to be failed', async () => {
    const owner = await account();
    await place(owner, 2, 'browser');
    await database.db.script(
      "update queue set deadline_at = now() - interval '1 second' where object_id = (select min(object_id) from queue)",
    );
    await reclaimLeases(database.db, 20);
    expect((await createQueue(database.db).claim(10)).map(({ overdue }) => overdue)).toEqual([true]);
    expect((await createQueue(database.db, { labels: ['browser'] }).claim(10)).map(({ overdue }) => overdue)).toEqual([false]);
  });
});

describe('a worker with labels', () => {
  test('takes jobs of its labels first, then jobs without a label', async () => {
    const owner = await account();
    await place(owner, 5, '');
    await place(owner, 5, 'browser');
    const queue = createQueue(database.db, { labels: ['browser'] });
    expect(await labelsOf(queue, 4)).toEqual(['browser', 'browser', 'browser', 'browser']);
    expect(await labelsOf(queue, 4)).toEqual(['', '', '', 'browser']);
  });

  test('takes no jobs without a label if it is limited to its labels', async () => {
    const owner = await account();
    await place(owner, 5, '');
    await place(owner, 2, 'browser');
    expect(await labelsOf(createQueue(database.db, { labels: ['browser'], labelsOnly: true }), 10)).toEqual(['browser', 'browser']);
  });

  test('takes a more urgent job without a label before those of its labels', async () => {
    const owner = await account();
    await place(owner, 5, 'browser', 'NORMAL');
    await place(owner, 2, '', 'INSTANT');
    expect(await labelsOf(createQueue(database.db, { labels: ['browser'] }), 3)).toEqual(['', '', 'browser']);
  });

  test('leaves LOW and NORMAL their share within its labels', async () => {
    const owner = await account();
    for (const priority of ['LOW', 'NORMAL', 'INSTANT'] as const) await place(owner, 500, 'browser', priority);
    const queue = createQueue(database.db, { labels: ['browser'] });
    const counts = { 0: 0, 1: 0, 3: 0 } as Record<number, number>;
    for (let claims = 0; claims < 40; claims++) for (const { priority } of await queue.claim(10)) counts[priority]!++;
    expect(counts).toEqual({ 0: 20, 1: 40, 3: 340 });
  });

  test('begins with each of its labels in turn', async () => {
    const owner = await account();
    for (const label of ['browser', 'ru']) await place(owner, 20, label);
    const queue = createQueue(database.db, { labels: ['browser', 'ru', 'browser'] });
    const claims = [await labelsOf(queue, 4), await labelsOf(queue, 4)];
    expect(claims.flat().sort()).toEqual([...Array(4).fill('browser'), ...Array(4).fill('ru')]);
  });

  test('is stored with its labels', async () => {
    for (const labels of [[], ['browser', 'ru']]) await createQueue(database.db, { labels }).claim(1);
    await createQueue(database.db, { labels: ['only'], labelsOnly: true }).claim(1);
    const rows = await database.db.query<{ labels: string[] }>({ name: 'labels', text: 'select labels from workers' });
    expect(rows.map(({ labels }) => labels.sort().join()).sort()).toEqual(['', ',browser,ru', 'only']);
  });
});

describe('fairness', () => {
  test('one account with thousands of jobs of a label does not delay the few jobs of another', async () => {
    const [flood, few] = [await account(), await account()];
    for (let batch = 0; batch < 3; batch++) await place(flood, 1000, 'browser');
    const queue = createQueue(database.db, { labels: ['browser'] });
    await queue.claim(50);
    await place(few, 5, 'browser');
    expect((await queue.claim(12)).filter(({ account_id }) => account_id === few.id)).toHaveLength(5);
  });

  test('a long-served account does not wait for all jobs of a new account', async () => {
    const [veteran, newcomer] = [await account(), await account()];
    await place(veteran, 1000, 'browser');
    const queue = createQueue(database.db, { labels: ['browser'] });
    for (let claims = 0; claims < 10; claims++) await queue.claim(100);
    await place(newcomer, 1000, 'browser');
    await place(veteran, 1, 'browser');
    expect((await queue.claim(4)).some(({ account_id }) => account_id === veteran.id)).toBe(true);
  });

  test('jobs of a fast label do not push back the other jobs of their account', async () => {
    const [mixed, plain] = [await account(), await account()];
    await place(mixed, 1000, 'browser');
    const fast = createQueue(database.db, { labels: ['browser'], labelsOnly: true });
    for (let claims = 0; claims < 10; claims++) await fast.claim(100);
    await place(plain, 200, '');
    await place(mixed, 5, '');
    expect((await createQueue(database.db).claim(12)).filter(({ account_id }) => account_id === mixed.id)).toHaveLength(5);
  });

  test('one order with several labels gets the rounds of each', async () => {
    const owner = await account();
    const items = ['', 'ru', '', 'browser', 'ru', ''].map((label, n) => item({ label }, { n }));
    await placeWith(database.db)({ account: owner, kind: 'serp', items, idempotency: null });
    await placeWith(database.db)({ account: owner, kind: 'serp', items: items.slice(0, 2), idempotency: null });
    const rows = await database.db.query<{ label: string; rounds: number[] }>({
      name: 'rounds',
      text: 'select label, array_agg(round order by round)::integer[] as rounds from queue group by label order by label',
    });
    expect(rows).toEqual([
      { label: '', rounds: [1, 2, 3, 4] },
      { label: 'browser', rounds: [1] },
      { label: 'ru', rounds: [1, 2, 3] },
    ]);
  });
});

test('a claim reads only jobs of its labels, however many others wait', async () => {
  await place(await account(), 20, '');
  await database.db.script(`insert into queue (object_id, retention_class, kind, priority, round, due, run_at, deadline_at, has_waiter, label)
    select 'waiting' || n, 0, 'serp', n % 4, n, true, now(), now() + interval '1 hour', false, 'nowhere' from generate_series(1, 20000) as n; analyze queue`);
  const client = await database.db.connect();
  try {
    await client.query('begin');
    await client.query(`select * from claim_jobs('worker', 10, '{1,1}', array['browser', ''])`);
    const { rows } = await client.query(
      `select coalesce(seq_tup_read, 0)::integer + coalesce(idx_tup_fetch, 0)::integer as rows from pg_stat_xact_user_tables where relname = 'queue'`,
    );
    expect(rows[0].rows).toBeGreaterThanOrEqual(10);
    expect(rows[0].rows).toBeLessThan(100);
  } finally {
    await client.end();
  }
});

describe('the previous version', () => {
  test('claims jobs without a label, and no others', async () => {
    const owner = await account();
    await place(owner, 3, 'browser');
    await place(owner, 2, '');
    const claim = { name: 'earlier_claim', text: 'select object_id from claim_jobs($1, $2, $3)' };
    expect(await database.db.query(claim, ['earlier', 10, [0, 0]])).toHaveLength(2);
    const [worker] = await database.db.query({ name: 'worker', text: `select labels from workers where token = 'earlier'` });
    expect(worker).toEqual({ labels: [''] });
  });

  test('places jobs that every worker runs', async () => {
    const { id } = await account();
    const given = (
      items: number,
    ) => `row(array[${id}], array[false], array['serp'], array[false], array[null], array[null], array[null], array[1], array[${items}])::new_orders,
      row('{1,1}', '{1,1}', '{1,1}', '{f,f}', '{0,0}', '[{"keyword":"a"},{"keyword":"b"}]')::new_items,
      row('{${PLACE.retentionDays},30,37}', '{${PLACE.deadlineSeconds}}', 60)::order_settings`;
    const reuse = `row('{null,null}'::bytea[], '{0,0}', '{1,1}', '{1,1}', 5)::reuse_terms`;
    await database.db.script(`select * from place_orders(${given(2)}); select * from place_reusable_orders(${given(2)}, ${reuse})`);
    expect(await createQueue(database.db).claim(10)).toHaveLength(4);
  });
});
