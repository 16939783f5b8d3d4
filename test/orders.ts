// Helpers for tests of orders: an account with credits, an item, and functions that place and settle.
import { createAccounts } from '../src/business/accounts/accounts.ts';
import { createPlaceOrder, type PlaceSettings } from '../src/business/orders/place.ts';
import type { NewAccount } from '../src/contract/admin.ts';
import type { Account, Job, OrderItem } from '../src/contract/order.ts';
import { type Mode, PRIORITIES } from '../src/contract/vocabulary.ts';
import type { Db } from '../src/platform/db.ts';
import type { ClaimedRow } from '../src/platform/queue.ts';

export const PLACE: PlaceSettings = {
  retentionDays: 7,
  archiveDays: 30,
  deadlineSeconds: [86_400, 21_600, 600, 600, 900],
  aiGraceDays: 7,
  aiRateSeconds: 60,
  itemsMax: 1000,
  callsMax: 2,
};

export const placeWith = (db: Db, settings: Partial<PlaceSettings> = {}) => createPlaceOrder(db, { ...PLACE, ...settings });

export async function makeAccount(db: Db, fields: Partial<NewAccount> = {}, mode: Mode = 'test'): Promise<Account> {
  const accounts = createAccounts(db, 'pepper');
  const { keys } = await accounts.create({ name: 'Somebody', email: 'somebody@mail.example', credits: 100, ...fields });
  // The first use of a key is recorded in the background, which would disturb tests that count statements.
  await db.query({ name: 'test_key_used', text: 'update keys set used_at = now() where used_at is null' });
  return (await accounts.byKey(keys[mode]))!;
}

export function item(fields: Partial<OrderItem> = {}, request: object = {}): OrderItem {
  return {
    request: JSON.stringify({ keyword: 'tea', callback: null, ...request }),
    priority: 'NORMAL',
    cost: 1,
    overCost: 1,
    hasWaiter: false,
    delayDays: 0,
    ...fields,
  };
}

export async function balanceOf(db: Db, account: Account): Promise<{ lots: number; ledger: number }> {
  const [row] = await db.query<{ lots: number; ledger: number }>(
    {
      name: 'test_balance',
      text: `select (select coalesce(sum(remaining), 0)::bigint from lots where account_id = $1 and live = $2) as lots,
        (select coalesce(sum(amount), 0)::bigint from ledger where account_id = $1 and live = $2) as ledger`,
    },
    [account.id, account.mode === 'live'],
  );
  return row!;
}

export function jobOf(row: ClaimedRow): Job {
  return {
    id: row.object_id,
    kind: row.kind as Job['kind'],
    mode: row.live ? 'live' : 'test',
    accountId: row.account_id,
    priority: PRIORITIES[row.priority]!,
    attempt: row.claim_count,
    crashes: row.crashes,
    overdue: row.overdue,
    request: row.request,
    history: [],
    waitedMs: row.waited_ms,
  };
}

/** Settles one job on a connection of the test, which decides when it commits. */
export const settleStatement = (worker: string, id: string, claimCount: number, outcome: 'done' | 'faulty') => ({
  text: `select * from settle_jobs($1, array[$2], array[$3]::integer[], array[$4], array['valid'], array['[]']::json[], array[null]::json[],
    array[0]::double precision[], array[null]::bytea[], array[null]::integer[], array[null]::bigint[], null, null, null, null, null, null)`,
  values: [worker, id, claimCount, outcome],
});
