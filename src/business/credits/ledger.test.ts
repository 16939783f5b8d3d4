// The ledger against an in-memory model: after any sequence of operations, the sums agree.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { balanceOf, item, jobOf, makeAccount, placeWith } from '../../../test/orders.ts';
import type { Account, Job } from '../../contract/order.ts';
import { createQueue, type Queue } from '../../platform/queue.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { createStore } from '../orders/objects.ts';
import { createSettleJob } from '../orders/settle.ts';

/** Number of sequences. Thousands find the most, but take long. */
const RUNS = Number(process.env.SEXTANT_MODEL_RUNS ?? 40);

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

interface Model {
  balance: number;
  /** Charged and not yet finished. */
  open: Map<string, number>;
}
interface Real {
  readonly account: Account;
  readonly queue: Queue;
  readonly jobs: Job[];
}
type Command = fc.AsyncCommand<Model, Real>;

async function agree(model: Model, { account }: Real): Promise<void> {
  expect(await balanceOf(database.db, account)).toEqual({ lots: model.balance, ledger: model.balance });
}
const grant = (total: number): Command => ({
  check: () => true,
  run: async (model, real) => {
    await createAccounts(database.db, 'pepper').grant(String(real.account.id), { total, mode: 'test' });
    model.balance += total;
    await agree(model, real);
  },
  toString: () => `grant ${total}`,
});
const place = (costs: number[]): Command => ({
  check: () => true,
  run: async (model, real) => {
    const items = costs.map((cost, index) => item({ cost, overCost: cost }, { index }));
    const placed = await placeWith(database.db)({ account: real.account, kind: 'serp', items, idempotency: null });
    const total = costs.reduce((sum, cost) => sum + cost, 0);
    expect(placed.verdict).toBe(total <= model.balance ? 'placed' : 'credits');
    if (placed.verdict === 'placed') {
      model.balance -= total;
      for (const [index, id] of placed.ids.entries()) model.open.set(id, costs[index]!);
    }
    await agree(model, real);
  },
  toString: () => `place ${costs.join('+')}`,
});
const claim = (count: number): Command => ({
  check: () => true,
  run: async (_model, real) => {
    real.jobs.push(...(await real.queue.claim(count)).map(jobOf));
  },
  toString: () => `claim ${count}`,
});
const finish = (pick: number, faulty: boolean, twice: boolean): Command => ({
  check: () => true,
  run: async (model, real) => {
    const job = real.jobs.splice(pick % Math.max(1, real.jobs.length), 1)[0];
    if (!job) return;
    const settle = createSettleJob(database.db, real.queue.token, () => undefined);
    const end = faulty
      ? ({ outcome: 'faulty', verdict: 'blocked', attempts: [], ageMs: 0 } as const)
      : ({ outcome: 'done', verdict: 'valid', attempts: [], body: '{}', ageMs: 0 } as const);
    const known = model.open.get(job.id);
    expect(await settle(job, end)).toBe(known !== undefined);
    if (twice) expect(await settle(job, end)).toBe(false);
    if (known !== undefined && faulty) model.balance += known;
    model.open.delete(job.id);
    await agree(model, real);
  },
  toString: () => `finish ${pick}${faulty ? ' faulty' : ''}${twice ? ' twice' : ''}`,
});
const remove = (pick: number): Command => ({
  check: (model) => model.open.size > 0,
  run: async (model, real) => {
    const id = [...model.open.keys()][pick % model.open.size]!;
    expect(await createStore(database.db).remove(real.account.id, 'test', 'serp', id)).toBe(true);
    model.open.delete(id);
    await agree(model, real);
  },
  toString: () => `remove ${pick}`,
});

/** Every worker with leased jobs dies. The next worker gets the jobs, and late results of the dead one are rejected. */
const crash: Command = {
  check: () => true,
  run: async (model, real) => {
    await database.db.script('select reclaim_leases(-1)');
    const late = real.jobs.splice(0);
    const settle = createSettleJob(database.db, real.queue.token, () => undefined);
    const faulty = { outcome: 'faulty', verdict: 'blocked', attempts: [], ageMs: 0 } as const;
    for (const job of late) expect(await settle(job, faulty)).toBe(false);
    await real.queue.heartbeat();
    await agree(model, real);
  },
  toString: () => 'crash',
};
/** Releases a job for an immediate retry. */
const again = (pick: number): Command => ({
  check: () => true,
  run: async (model, real) => {
    const job = real.jobs.splice(pick % Math.max(1, real.jobs.length), 1)[0];
    if (!job) return;
    await createSettleJob(database.db, real.queue.token, () => undefined)(job, { outcome: 'again', attempts: [], retryAfterSeconds: 0 });
    await agree(model, real);
  },
  toString: () => `again ${pick}`,
});

test(
  'sums of lots and ledger equal the model’s balance after every step of every sequence',
  async () => {
    const commands = [
      fc.integer({ min: 1, max: 20 }).map(grant),
      fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 4 }).map(place),
      fc.integer({ min: 1, max: 5 }).map(claim),
      fc.tuple(fc.nat(9), fc.boolean(), fc.boolean()).map(([pick, faulty, twice]) => finish(pick, faulty, twice)),
      fc.nat(9).map(remove),
      fc.nat(9).map(again),
      fc.constant(crash),
    ];
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 30 }), async (sequence) => {
        await database.db.script('delete from queue');
        const real: Real = { account: await makeAccount(database.db, { credits: 10 }), queue: createQueue(database.db), jobs: [] };
        await fc.asyncModelRun(() => ({ model: { balance: 10, open: new Map() }, real }), sequence);
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * 1000,
);
