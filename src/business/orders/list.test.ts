import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { item, makeAccount, placeWith } from '../../../test/orders.ts';
import type { Account } from '../../contract/order.ts';
import { createListObjects, type Owner } from './list.ts';
import { createTimelines } from './timeline.ts';
import { createTimelineWatch } from './watch.ts';

let database: TestDatabase;
let account: Account;
let owner: Owner;
beforeAll(async () => {
  database = await createDatabase();
  account = await makeAccount(database.db, { credits: 1_000_000 });
  owner = { account: account.id, mode: account.mode };
});
afterAll(() => database.drop());

describe('a list', () => {
  test('a search for rare objects stops at the scan limit and continues from there', async () => {
    const place = placeWith(database.db);
    const items = (keyword: string, count: number) => Array.from({ length: count }, () => item({}, { keyword }));
    const { ids } = (await place({ account, kind: 'serp', items: items('needle', 1), idempotency: null })) as unknown as { ids: string[] };
    // Older than all others.
    const old = `00${ids[0]!.slice(2)}`;
    await database.db.script(`
      create table objects_old partition of objects_days for values from ('00') to ('01');
      create table ledger_old partition of ledger for values from ('00') to ('01');
      alter table ledger disable trigger all;
      update objects set id = '${old}' where id = '${ids[0]}';
      update ledger set ref = '${old}' where ref = '${ids[0]}';
      alter table ledger enable trigger all`);
    for (let rounds = 0; rounds < 11; rounds++) await place({ account, kind: 'serp', items: items('hay', 500), idempotency: null });
    const list = createListObjects(database.db);
    const first = await list(owner, { q: 'needle' }, null, 10);
    expect(first.items).toEqual([]);
    expect(first.next).toMatch(/^[0-9a-f]{24}$/);
    const second = await list(owner, { q: 'needle' }, first.next, 10);
    expect(second.items.map(({ id }) => id)).toEqual([old]);
    expect(second.next).toBeNull();
  });

  test('the stored creation time equals the shown one and the id’s second, so that a list from that time includes the object', async () => {
    // Runs longer than a second, because the two halves of a second were once rounded differently.
    for (const started = Date.now(); Date.now() - started < 1200; )
      await placeWith(database.db)({ account, kind: 'serp', items: [item()], idempotency: null });
    const rows = await database.db.query<{ odd: number; other: number }>({
      name: 'test_odd_times',
      text: `select (count(*) filter (where created_at <> date_trunc('milliseconds', created_at)))::integer as odd,
        (count(*) filter (where left(id, 8) <> lpad(to_hex(floor(extract(epoch from created_at))::bigint), 8, '0')))::integer as other
        from objects where id >= '01'`,
    });
    expect(rows).toEqual([{ odd: 0, other: 0 }]);
  });

  test('uses the ledger’s index by account and reads no rows of others', async () => {
    const rows = await database.db.query<Record<string, string>>({
      name: 'test_explain',
      text: `explain select ref from ledger where account_id = 1 and live and ref < 'ff' and kind = 'charge' order by ref desc limit 50`,
    });
    const plan = rows.map((row) => Object.values(row)[0]).join('\n');
    expect(plan).toContain('_account_id_live_ref_idx');
    expect(plan).not.toContain('Sort');
  });
});

describe('a watch', () => {
  test('reports a change after a notification, after a lost notification by polling, and a removal', async () => {
    const placed = (await placeWith(database.db)({ account, kind: 'serp', items: [item()], idempotency: null })) as unknown as {
      ids: string[];
    };
    const id = placed.ids[0]!;
    const { versions } = createTimelines(database.db);
    const notified: boolean[] = [];
    const next = async (count: number) => {
      while (notified.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    for (const lookMs of [20, 1_000_000]) {
      notified.length = 0;
      const watch = createTimelineWatch({ versions, pollMs: lookMs });
      const stop = watch.watch({ id, retentionClass: 0 }, (gone) => notified.push(gone));
      watch.notified([id]);
      await next(1);
      await database.db.script(`update queue set claim_count = claim_count + 1 where object_id = '${id}'`);
      watch.notified([id]);
      await next(2);
      expect(notified).toEqual([false, false]);
      stop();
      watch.close();
    }
    const watch = createTimelineWatch({ versions, pollMs: 20 });
    watch.watch({ id, retentionClass: 0 }, (gone) => notified.push(gone));
    await database.db.script(`update objects set deleted = true where id = '${id}'`);
    while (!notified.includes(true)) await new Promise((resolve) => setTimeout(resolve, 5));
    watch.close();
  });
});
