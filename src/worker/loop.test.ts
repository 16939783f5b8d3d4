import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { balanceOf, item, makeAccount, placeWith } from '../../test/orders.ts';
import { until } from '../../test/service.ts';
import { createStore } from '../business/orders/objects.ts';
import { createSettleJob } from '../business/orders/settle.ts';
import type { Account, Job, JobEnd } from '../contract/order.ts';
import { createQueue } from '../platform/queue.ts';
import { type LoopSettings, startLoop, type WorkerLoop } from './loop.ts';

let database: TestDatabase;
let account: Account;
const loops: WorkerLoop[] = [];
beforeAll(async () => {
  database = await createDatabase(20);
  account = await makeAccount(database.db, { credits: 10_000 });
});
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop(0);
  await database.db.script('delete from queue');
});
afterAll(() => database.drop());

const done: JobEnd = { outcome: 'done', verdict: 'valid', attempts: [], body: '{}', ageMs: 0 };
const SETTINGS: LoopSettings = { atOnceMax: 50, claimMax: 50, pollMs: 50, heartbeatMs: 5000, jobMsMax: 60_000, crashesMax: 2 };

function start(
  run: (job: Job) => Promise<JobEnd>,
  more: { settings?: Partial<LoopSettings>; alone?: (job: Job) => Promise<JobEnd> } = {},
): WorkerLoop {
  const queue = createQueue(database.db);
  const settle = createSettleJob(database.db, queue.token, () => undefined);
  const loop = startLoop(
    { queue, settle, run, runIsolated: more.alone ?? run, onEnd: () => undefined, onError: () => undefined },
    { ...SETTINGS, ...more.settings },
  );
  loops.push(loop);
  return loop;
}
async function place(count = 1): Promise<string[]> {
  const items = Array.from({ length: count }, (_, index) => item({}, { n: index }));
  const placed = await placeWith(database.db)({ account, kind: 'serp', items, idempotency: null });
  return 'ids' in placed ? [...placed.ids] : [];
}
const resultOf = async (id: string) => (await createStore(database.db).fetchAny([id]))[0]?.result ?? null;

describe('a worker', () => {
  test('finishes every job once, with others beside it', async () => {
    const ids = await place(300);
    const runs = new Map<string, number>();
    const run = async (job: Job) => {
      runs.set(job.id, (runs.get(job.id) ?? 0) + 1);
      return done;
    };
    start(run);
    start(run);
    await until(async () => (await createStore(database.db).finishedAmong(ids)).length === ids.length);
    expect([...runs.values()].every((count) => count === 1)).toBe(true);
    expect(runs.size).toBe(300);
  });

  test('a job that throws is faulty and its credits come back; the others are untouched', async () => {
    const before = (await balanceOf(database.db, account)).lots;
    const [bad, good] = await place(2);
    start(async (job) => {
      if (job.id === bad) throw new Error('a bug');
      return done;
    });
    await until(async () => (await resultOf(bad!)) && (await resultOf(good!)));
    expect([(await resultOf(bad!))!.faulty, (await resultOf(good!))!.faulty]).toEqual([true, false]);
    expect(await balanceOf(database.db, account)).toEqual({ lots: before - 1, ledger: before - 1 });
  });

  test('a job past its deadline is given up without being run', async () => {
    const [id] = await place();
    await database.db.script("update queue set deadline_at = now() - interval '1 second'");
    let ran = false;
    start(async () => {
      ran = true;
      return done;
    });
    await until(() => resultOf(id!));
    expect([ran, (await resultOf(id!))!.faulty]).toEqual([false, true]);
  });

  test('a job that killed two workers runs alone, and is faulty when it dies again', async () => {
    const [id] = await place();
    await database.db.script('update queue set crashes = 2');
    const alone: string[] = [];
    start(async () => done, {
      alone: async (job) => {
        alone.push(job.id);
        return { outcome: 'faulty', verdict: 'unparsed', attempts: [], ageMs: 0 };
      },
    });
    await until(() => resultOf(id!));
    expect(alone).toEqual([id]);
  });

  test('stopping hands unfinished jobs back, and another worker runs them', async () => {
    const [id] = await place();
    let started = 0;
    const stuck = start(() => {
      started++;
      return new Promise<JobEnd>(() => undefined);
    });
    await until(async () => started === 1);
    await stuck.stop(50);
    start(async () => done);
    await until(() => resultOf(id!));
    expect((await resultOf(id!))!.faulty).toBe(false);
  });

  test('jobs of a claim that ends during the stop are released and not begun', async () => {
    const ids = await place(2);
    const queue = createQueue(database.db);
    let proceed: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    let isClaiming = false;
    const claim = async (want: number) => {
      isClaiming = true;
      await held;
      return queue.claim(want);
    };
    let begun = 0;
    const run = async () => {
      begun++;
      return done;
    };
    const settle = createSettleJob(database.db, queue.token, () => undefined);
    const parts = { settle, run, runIsolated: run, onEnd: () => undefined, onError: () => undefined };
    const loop = startLoop({ ...parts, queue: { ...queue, claim } }, SETTINGS);
    await until(async () => isClaiming);
    const stopped = loop.stop(1000);
    // Without the wait for the claim, the release ends first.
    await sleep(300);
    proceed!();
    await stopped;
    await until(async () => !loop.isClaiming());
    const rows = await database.db.query({ name: 'left', text: 'select object_id, lease, claim_count from queue order by object_id' });
    expect(rows).toEqual([...ids].sort().map((id) => ({ object_id: id, lease: null, claim_count: 0 })));
    expect([begun, await database.db.query({ name: 'workers_left', text: 'select token from workers' })]).toEqual([0, []]);
  });

  test('jobs that were claimed for it while the answer was lost are given back with the next heartbeat', async () => {
    const [lost] = await place();
    const run = async () => done;
    const queue = createQueue(database.db);
    await queue.claim(1);
    const settle = createSettleJob(database.db, queue.token, () => undefined);
    loops.push(
      startLoop(
        { queue, settle, run, runIsolated: run, onEnd: () => undefined, onError: () => undefined },
        { ...SETTINGS, heartbeatMs: 50 },
      ),
    );
    await until(() => resultOf(lost!));
    expect((await resultOf(lost!))!.faulty).toBe(false);
  });

  test('a result that cannot be settled is given back, and the job is done again', async () => {
    const [id] = await place();
    let attempts = 0;
    const queue = createQueue(database.db);
    const settle = createSettleJob(database.db, queue.token, () => undefined);
    const run = async () => done;
    loops.push(
      startLoop(
        {
          queue,
          settle: (job, end) => (++attempts === 1 ? Promise.reject(new Error('a bad answer')) : settle(job, end)),
          run,
          runIsolated: run,
          onEnd: () => undefined,
          onError: () => undefined,
        },
        { ...SETTINGS, heartbeatMs: 50 },
      ),
    );
    await until(() => resultOf(id!));
    expect(attempts).toBe(2);
  });

  test('work that is done survives a database that is away for a moment', async () => {
    const [id] = await place();
    const client = await database.db.connect();
    start(async () => {
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return done;
    });
    await until(() => resultOf(id!).catch(() => null));
    expect((await resultOf(id!))!.faulty).toBe(false);
    await client.end();
  });
});
