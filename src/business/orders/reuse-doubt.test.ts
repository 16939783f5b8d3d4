import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { balanceOf, jobOf, makeAccount, placeWith } from '../../../test/orders.ts';
import { answer, idOf, itemOf, readyOf, reuseWorker } from '../../../test/reuse.ts';
import type { Account, Job, JobEnd } from '../../contract/order.ts';
import { QUALITY_LOW } from '../../contract/quality.ts';
import { createStore } from './objects.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(20);
});
afterAll(() => database.drop());

const withQuality = (quality: number | null): JobEnd => ({ ...answer, detail: { pages: 1, quality } });
const doubted = withQuality(QUALITY_LOW - 0.01);
const order = (account: Account, keyword: string, freshness = 60) =>
  placeWith(database.db)({ account, kind: 'serp', items: [itemOf({ keyword, freshness })], idempotency: null });
const worker = (collect: (job: Job) => Promise<JobEnd>) => reuseWorker(database.db, collect);
const resultOf = async (account: Account, id: string) =>
  (await createStore(database.db).fetch({ accountId: account.id, mode: 'test', kind: 'serp', ids: [id] }))[0]!.result!;
const sourceOf = async (account: Account, id: string): Promise<string> => JSON.parse((await resultOf(account, id)).attempts)[0].source;

describe('a stored result in doubt', () => {
  test('is not reused: the search is repeated at the full price, in one round trip', async () => {
    const [first, second] = [await makeAccount(database.db), await makeAccount(database.db)];
    await order(first, 'a');
    await worker(async () => doubted).round();
    const place = placeWith(database.db);
    const before = database.db.stats.roundTrips;
    const again = await place({ account: second, kind: 'serp', items: [itemOf({ keyword: 'a' })], idempotency: null });
    expect([readyOf(again), database.db.stats.roundTrips - before]).toEqual([false, 1]);
    expect(await balanceOf(database.db, second)).toEqual({ lots: 96, ledger: 96 });
    const one = worker(async () => answer);
    await one.round();
    expect(one.collected()).toEqual([idOf(again)]);
    expect(readyOf(await order(first, 'a'))).toBe(true);
  });

  test('leaves the good one before it in use', async () => {
    const account = await makeAccount(database.db);
    const good = idOf(await order(account, 'b'));
    await worker(async () => withQuality(1)).round();
    const old = { name: 'old', text: "update results set generated_at = now() - interval '100 seconds' where id = $1" };
    await database.db.query(old, [good]);
    await order(account, 'b');
    await worker(async () => doubted).round();
    expect(readyOf(await order(account, 'b', 200))).toBe(true);
    expect(readyOf(await order(account, 'b', 50))).toBe(false);
    // That one became the leader, and the good result is still known.
    expect(readyOf(await order(account, 'b', 200))).toBe(true);
  });

  test.each([QUALITY_LOW, 0.95, 1, null])('is not one with the quality %s', async (quality) => {
    const account = await makeAccount(database.db);
    await order(account, `c${quality}`);
    await worker(async () => withQuality(quality)).round();
    expect(readyOf(await order(account, `c${quality}`))).toBe(true);
  });
});

describe('an object that waited for a result in doubt', () => {
  test('is searched itself, and waits for no second search', async () => {
    const account = await makeAccount(database.db);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(idOf(await order(account, 'd')));
    const first = worker(async () => doubted);
    await first.round();
    expect(first.collected()).toEqual([ids[0]]);

    const other = worker(async () => answer);
    const [one, two] = (await other.queue.claim(10)).map(jobOf);
    const collected: string[] = [];
    let late = '';
    const ends = await other.reuse.run(one!, async (job) => {
      collected.push(job.id);
      // While the first waiter is being searched, the second one does not wait for it. A new request does.
      const end = await other.reuse.run(two!, async ({ id }) => {
        collected.push(id);
        return answer;
      });
      expect(end.outcome).toBe('done');
      late = idOf(await order(account, 'd'));
      return answer;
    });
    expect([ends.outcome, collected.sort()]).toEqual(['done', ids.slice(1).sort()]);
    const due = { name: 'due', text: 'select due from queue where object_id = $1' };
    expect(await database.db.query(due, [late])).toEqual([{ due: false }]);
    await database.db.script('update queue set lease = null, due = true, run_at = now()');
    while ((await other.round()) > 0);
    expect(other.collected()).not.toContain(late);
    expect(await sourceOf(account, late)).toBe('reused');
  });

  test('reuses a good result that is there when its turn comes', async () => {
    const account = await makeAccount(database.db);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(idOf(await order(account, 'e')));
    let searches = 0;
    const one = worker(async () => (searches++ === 0 ? doubted : answer));
    while ((await one.round()) > 0);
    expect([one.collected()[0], one.collected().length]).toEqual([ids[0], 2]);
    const sources = await Promise.all(ids.map((id) => sourceOf(account, id)));
    expect([sources[0], sources.slice(1).sort()]).toEqual(['s', ['reused', 's']]);
    // One search at the full price and two at that of a reused result.
    expect(await balanceOf(database.db, account)).toEqual({ lots: 94, ledger: 94 });
  });
});
