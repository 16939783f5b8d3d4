// Objects that outlive their retention unsolved, because the service was down for days: reversed once, gone, the ledger complete.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { balanceOf, item, jobOf, makeAccount, placeWith } from '../../test/orders.ts';
import { countEverything, inThePast } from '../../test/past.ts';
import { until } from '../../test/service.ts';
import { createAccounts } from '../business/accounts/accounts.ts';
import { createStore } from '../business/orders/objects.ts';
import { createReuse } from '../business/orders/reuse.ts';
import { requestHashOf } from '../business/orders/reuse-key.ts';
import { createSettleJob } from '../business/orders/settle.ts';
import type { Account, Job, JobEnd, OrderItem, Placed } from '../contract/order.ts';
import { createQueue } from '../platform/queue.ts';
import { reverseUnsolved, startMaintenance } from './maintenance.ts';

const KEEP_DAYS = [7, 30] as const;
const done: JobEnd = { outcome: 'done', verdict: 'valid', attempts: [], body: '{}', ageMs: 0 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(20);
});
afterAll(() => database.drop());
afterEach(() => database.db.script('delete from queue'));

const idsOf = (placed: Placed): readonly string[] => ('ids' in placed ? placed.ids : []);
const query = <T extends object>(text: string, values: unknown[] = []) =>
  database.db.query<T>({ name: createHash('md5').update(text).digest('hex'), text }, values);

async function orderedAgo(
  days: number,
  account: Account,
  items: OrderItem[] = [item()],
  kind: 'serp' | 'ai' = 'serp',
): Promise<readonly string[]> {
  const { db } = database;
  const order = { account, kind, items, idempotency: null };
  return idsOf(await inThePast(db, days, () => placeWith(db, { aiRateSeconds: 0 })(order), idsOf));
}

const entriesOf = async (ids: readonly string[]) =>
  (await query<{ kind: string; amount: number }>('select kind, amount from ledger where ref = any($1) order by ref, kind', [ids])).map(
    ({ kind, amount }) => [kind, Number(amount)],
  );
const countOf = async (table: string, ids: readonly string[]) =>
  (
    await query<{ count: number }>(
      `select count(*)::integer as count from ${table} where ${table === 'queue' ? 'object_id' : 'id'} = any($1)`,
      [ids],
    )
  )[0]!.count;
const dropped = async () => (await query<{ name: string }>('select drop_expired($1, 400) as name', [KEEP_DAYS])).map(({ name }) => name);

describe('an object that nobody solved for eight days', () => {
  test('is reversed once by the upkeep of several workers, and its day is dropped after it', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 10 });
    const ids = await orderedAgo(8, account, [item({ cost: 3 }), item({ cost: 2 })]);
    expect(await balanceOf(db, account)).toEqual({ lots: 5, ledger: 5 });
    const unsolved: number[] = [];
    const problems: unknown[] = [];
    const maintenances = [1, 2, 3].map(() =>
      startMaintenance(
        {
          db,
          onFreed: () => undefined,
          onUnsolved: (count) => unsolved.push(count),
          onMaintained: () => undefined,
          onError: (_, error) => problems.push(error),
        },
        { leaseSeconds: 20, reclaimMs: 5000, retentionDays: 7, archiveDays: 30, ledgerDays: 400, seriesDays: 30 },
      ),
    );
    try {
      await until(async () => (await countOf('queue', ids)) === 0, 30);
    } finally {
      await Promise.all(maintenances.map((maintenance) => maintenance.stop(30_000)));
    }
    expect(problems).toEqual([]);
    expect(await entriesOf(ids.toSorted())).toEqual(
      ids.toSorted().flatMap((id) =>
        id === ids[0]
          ? [
              ['charge', -3],
              ['reversal', 3],
            ]
          : [
              ['charge', -2],
              ['reversal', 2],
            ],
      ),
    );
    expect(unsolved).toEqual([2]);
    expect(await balanceOf(db, account)).toEqual({ lots: 10, ledger: 10 });
    expect(await query('select id from lots where account_id = $1 and not live', [account.id])).toHaveLength(1);
    expect(await createStore(db).fetchAny(ids)).toEqual([]);
    await countEverything(db);
    await until(async () => (await dropped().then(() => countOf('objects', ids))) === 0, 30);
  });

  test('keeps its day until it is reversed and counted', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    await countEverything(db);
    const ids = await orderedAgo(9, account);
    expect(await dropped()).toEqual([]);
    expect(await reverseUnsolved(db, KEEP_DAYS)).toBe(1);
    expect(await dropped()).toEqual([]);
    await countEverything(db);
    expect((await dropped()).filter((name) => name.startsWith('objects_days_'))).toHaveLength(1);
    expect(await countOf('objects', ids)).toBe(0);
  });

  test('goes back to the lot it came from, or to one of 24 hours when that has expired', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 5 });
    const [id] = await orderedAgo(8, account, [item({ cost: 4 })]);
    await query(`update lots set expires_at = now() - interval '1 hour' where account_id = $1 and not live`, [account.id]);
    await query('select expire_lots()');
    await reverseUnsolved(db, KEEP_DAYS);
    const lots = await query<{ remaining: number; hours: number }>(
      `select remaining, round(extract(epoch from expires_at - now()) / 3600)::integer as hours from lots where account_id = $1 and not live and remaining > 0`,
      [account.id],
    );
    expect(lots).toEqual([{ remaining: 4, hours: 24 }]);
    expect(await balanceOf(db, account)).toEqual({ lots: 4, ledger: 4 });
    expect(await entriesOf([id!])).toEqual([
      ['charge', -4],
      ['reversal', 4],
    ]);
  });

  test('gives its cost back to the budget of its key', async () => {
    const { db } = database;
    const accounts = createAccounts(db, 'pepper');
    const { id } = await makeAccount(db);
    const { key } = (await accounts.addKey(String(id), { mode: 'test', budget: 5 }))!;
    const account = (await accounts.byKey(key))!;
    await orderedAgo(8, account, [item({ cost: 5 })]);
    const spent = async () => (await query<{ spent: number }>('select spent from keys where id = $1', [account.keyId]))[0]!.spent;
    expect(Number(await spent())).toBe(5);
    await reverseUnsolved(db, KEEP_DAYS);
    expect(Number(await spent())).toBe(0);
  });

  test('is left alone while it is being settled, and nothing happens when the reversal is cut off', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 10 });
    const ids = await orderedAgo(8, account, [item(), item()]);
    const killed = (await db.connect()) as pg.Client;
    await killed.query('begin');
    await killed.query('select 1 from queue where object_id = $1 for update', [ids[0]]);
    expect(await reverseUnsolved(db, KEEP_DAYS)).toBe(1);
    await killed.query('rollback');
    await killed.query('begin');
    await killed.query('select reverse_unsolved($1, 1000)', [KEEP_DAYS]);
    expect(await balanceOf(db, account)).toEqual({ lots: 9, ledger: 9 });
    await killed.end();
    expect(await until(async () => reverseUnsolved(db, KEEP_DAYS), 10)).toBe(1);
    expect(await reverseUnsolved(db, KEEP_DAYS)).toBe(0);
    expect(await balanceOf(db, account)).toEqual({ lots: 10, ledger: 10 });
  });

  test('cannot be settled any more by a worker that still holds it', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 10 });
    const ids = await orderedAgo(8, account);
    const queue = createQueue(db);
    const [job] = (await queue.claim(10)).map(jobOf);
    expect(job?.id).toBe(ids[0]);
    expect(await reverseUnsolved(db, KEEP_DAYS)).toBe(1);
    expect(await createSettleJob(db, queue.token, () => undefined)(job!, done)).toBe(false);
    expect(await entriesOf(ids)).toHaveLength(2);
    expect(await balanceOf(db, account)).toEqual({ lots: 10, ledger: 10 });
  });

  test('is reversed even when an older version has dropped its day already', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 10 });
    const ids = await orderedAgo(8, account);
    await query('delete from objects where id = any($1)', [ids]);
    expect(await reverseUnsolved(db, KEEP_DAYS)).toBe(1);
    expect(await entriesOf(ids)).toHaveLength(2);
    expect(await countOf('queue', ids)).toBe(0);
  });

  test('no longer keeps an equal object waiting', async () => {
    const { db } = database;
    const account = await makeAccount(db, { credits: 10 });
    const request = { keyword: 'leader', region: { id: '1' }, callback: null, freshness: 3600 };
    const fresh = { requestHash: requestHashOf('serp', request, null), seconds: 3600, cost: 1, overCost: 1 };
    const leader = await orderedAgo(8, account, [item({ reuse: fresh }, request)]);
    const [follower] = idsOf(await placeWith(db)({ account, kind: 'serp', items: [item({ reuse: fresh }, request)], idempotency: null }));
    const stepOf = async () => {
      const collected: string[] = [];
      const reuse = createReuse({ db, fetchAny: createStore(db).fetchAny, shared: true, onWoken: () => undefined });
      const end = await reuse.run(
        {
          id: follower,
          kind: 'serp',
          mode: 'test',
          accountId: account.id,
          request: JSON.stringify(request),
          history: [],
        } as unknown as Job,
        async (job) => {
          collected.push(job.id);
          return done;
        },
      );
      return { outcome: end.outcome, collected };
    };
    expect(await stepOf()).toEqual({ outcome: 'again', collected: [] });
    expect(await reverseUnsolved(db, KEEP_DAYS)).toBe(1);
    expect(await countOf('queue', leader)).toBe(0);
    expect(await stepOf()).toEqual({ outcome: 'done', collected: [follower] });
  });

  test('is told from those that still have time: younger ones, archived ones and jobs scheduled ahead', async () => {
    const { db } = database;
    const [plain, archived] = [await makeAccount(db), await makeAccount(db, { archive: true })];
    const kept = [
      ...(await orderedAgo(6, plain)),
      ...(await orderedAgo(8, archived)),
      ...(await orderedAgo(50, plain, [item({ delayDays: 60 })], 'ai')),
    ];
    expect(await reverseUnsolved(db, KEEP_DAYS)).toBe(0);
    expect(await countOf('queue', kept)).toBe(3);
    await dropped();
    expect(await countOf('objects', kept)).toBe(3);
  });
});

test('whatever workers settle meanwhile, ledger and lots agree and nothing is reversed twice', async () => {
  const { db } = database;
  const accounts = await Promise.all(Array.from({ length: 4 }, () => makeAccount(db, { credits: 500 })));
  const ids: string[] = [];
  for (const [index, account] of accounts.entries())
    ids.push(
      ...(await orderedAgo(
        8 + (index % 2),
        account,
        Array.from({ length: 40 }, (_, nth) => item({ cost: 1 + ((nth * 7) % 5) }, { nth })),
      )),
    );
  const ends: readonly JobEnd[] = [
    done,
    { outcome: 'faulty', verdict: 'blocked', attempts: [], ageMs: 0 },
    { outcome: 'again', attempts: [], retryAfterSeconds: 0 },
  ];
  const working = Array.from({ length: 3 }, async () => {
    const queue = createQueue(db);
    const settle = createSettleJob(db, queue.token, () => undefined);
    for (let round = 0; round < 8; round++) {
      const jobs = (await queue.claim(10)).map(jobOf);
      await Promise.all(jobs.map((job, index) => settle(job, ends[index % ends.length]!)));
    }
  });
  const sweeping = Array.from({ length: 3 }, async () => {
    for (let round = 0; round < 10; round++) await query('select reverse_unsolved($1, 7)', [KEEP_DAYS]);
  });
  await Promise.all([...working, ...sweeping]);
  await reverseUnsolved(db, KEEP_DAYS);
  expect(await countOf('queue', ids)).toBe(0);
  for (const account of accounts) {
    const { lots, ledger } = await balanceOf(db, account);
    expect(lots).toBe(ledger);
  }
  // Each charge has a result that is worth it, or a reversal.
  const [unpaid] = await query<{ count: number }>(
    `select count(*)::integer as count from unnest($1::text[]) as i (id)
      where (exists (select 1 from results r where r.id = i.id and not r.faulty))::integer
        + (exists (select 1 from ledger l where l.ref = i.id and l.kind = 'reversal'))::integer <> 1`,
    [ids],
  );
  expect(unpaid!.count).toBe(0);
});
