// Every pair of operations on credits or objects in two concurrent sessions, in every order.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { balanceOf, item, jobOf, makeAccount, placeWith } from '../../../test/orders.ts';
import type { Account, Job } from '../../contract/order.ts';
import type { Db, Statement } from '../../platform/db.ts';
import { createQueue, type Queue } from '../../platform/queue.ts';
import { createStore } from './objects.ts';
import { createSettleJob } from './settle.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** One claimed object of 5 credits from two lots of 3. The first lot has expired. */
interface Scene {
  readonly account: Account;
  readonly job: Job;
  readonly queue: Queue;
}

async function scene(): Promise<Scene> {
  await database.db.script('delete from queue; delete from workers');
  const account = await makeAccount(database.db, { credits: 3 });
  await database.db.script(`select grant_credits(${account.id}, false, 3, now() + interval '1 hour')`);
  await placeWith(database.db)({ account, kind: 'serp', items: [item({ cost: 5, overCost: 5 })], idempotency: null });
  const queue = createQueue(database.db);
  const [row] = await queue.claim(1);
  await database.db.script(
    `update lots set expires_at = now() - interval '1 second' where account_id = ${account.id} and expires_at is not null`,
  );
  return { account, job: jobOf(row!), queue };
}

type Step = (db: Db, scene: Scene) => Promise<unknown>;
const ended = { attempts: [], ageMs: 0 } as const;
const settled =
  (end: Parameters<ReturnType<typeof createSettleJob>>[1]): Step =>
  (db, { job, queue }) =>
    createSettleJob(db, queue.token, () => undefined)(job, end);

const STEPS: Readonly<Record<string, Step>> = {
  place: (db, { account }) => placeWith(db)({ account, kind: 'serp', items: [item({ cost: 1, overCost: 1 })], idempotency: null }),
  claim: (db) => createQueue(db).claim(5),
  done: settled({ ...ended, outcome: 'done', verdict: 'valid', body: '{}' }),
  faulty: settled({ ...ended, outcome: 'faulty', verdict: 'blocked' }),
  again: settled({ ...ended, outcome: 'again', retryAfterSeconds: 0 }),
  remove: (db, { account, job }) => createStore(db).remove(account.id, 'test', 'serp', job.id),
  expire: (db) => db.query({ name: 'expire', text: 'select expire_lots()' }),
  sweep: (db) => db.query({ name: 'sweep', text: 'select reclaim_leases(-1)' }),
};

/** A transaction that stays open until the test commits or rolls it back. */
async function session() {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  const query = async ({ text }: Statement, values: readonly unknown[] = []) => (await client.query(text, values as unknown[])).rows;
  const pid = (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number;
  return {
    db: { query, transaction: (work: (q: typeof query) => unknown) => work(query) } as unknown as Db,
    commit: () => client.query('commit'),
    rollback: () => client.query('rollback'),
    kill: () => database.db.script(`select pg_terminate_backend(${pid})`),
    end: () => client.end().catch(() => undefined),
  };
}

/** Long enough for a statement to run. A slower one waits for a lock. */
const BLOCKED_MS = 40;
const beat = () => new Promise((done) => setTimeout(done, BLOCKED_MS));

type Ending = 'commit' | 'rollback' | 'kill';

/** Runs the first session's step, then the second's, which may block; then ends the first, then the second. */
async function interleave(first: Step, second: Step, ending: Ending, on: Scene): Promise<void> {
  const [a, b] = [await session(), await session()];
  try {
    await first(a.db, on);
    let waiting = true;
    const other = second(b.db, on).finally(() => {
      waiting = false;
    });
    other.catch(() => undefined);
    await Promise.race([other, beat()]);
    if (!waiting && ending === 'commit') {
      // The second did not block, so it may also end first.
      await b.commit();
      await a.commit();
    } else {
      await a[ending]();
      await other;
      await b.commit();
    }
  } finally {
    await Promise.all([a.end(), b.end()]);
  }
}

async function mustAddUp({ account, job }: Scene): Promise<void> {
  const { lots, ledger } = await balanceOf(database.db, account);
  expect(lots).toBe(ledger);
  const [row] = await database.db.query<Record<string, number | boolean | null>>(
    {
      name: 'scene_facts',
      text: `select (select count(*) from ledger where ref = $1 and kind = 'charge') as charges,
      (select count(*) from ledger where ref = $1 and kind = 'reversal') as reversals,
      (select bool_and(remaining between 0 and total) from lots where account_id = $2) as "lotsFit",
      (select faulty from results where id = $1) as faulty, (select deleted from objects where id = $1) as deleted,
      (select count(*) from results where id = $1) as results, (select count(*) from queue where object_id = $1) as queued`,
    },
    [job.id, account.id],
  );
  const { charges, reversals, lotsFit, faulty, deleted, results, queued } = row!;
  expect([charges, lotsFit]).toEqual([1, true]);
  if (deleted) expect([results, queued]).toEqual([0, 0]);
  else {
    expect(Number(results) + Number(queued)).toBe(1);
    expect(reversals).toBe(faulty ? 1 : 0);
  }
  expect(Number(reversals)).toBeLessThanOrEqual(1);
}

const names = Object.keys(STEPS);
describe.each(names)('%s, and beside it', (first) => {
  test.each(names)('%s: credits add up and the object ends at most once, whether the first commits or rolls back', async (second) => {
    for (const ending of ['commit', 'rollback', 'kill'] as const) {
      const on = await scene();
      await interleave(STEPS[first]!, STEPS[second]!, ending, on);
      await mustAddUp(on);
      // A later end of the same job must not change anything more.
      await STEPS.faulty!(database.db, on);
      await mustAddUp(on);
    }
  });
});
