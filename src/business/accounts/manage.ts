// Reads and changes one account for the operator. Each change is audited with the previous values.
import type { AccountChange, AccountDetail } from '../../contract/admin-reads.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { Contract, LimitAction } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { accountNumber } from './account-id.ts';
import type { Audit } from './audit.ts';

/** Both return null when the account does not exist. */
export interface ManageAccounts {
  one(accountId: string): Promise<AccountDetail | null>;
  change(accountId: string, fields: AccountChange, by?: string): Promise<AccountDetail | null>;
}

const ONE = {
  name: 'account_one',
  text: `select a.id, a.name, a.email, a.contract, a.created_at, a.limit_hour, a.limit_day, a.limit_action, a.charge_multiplier, a.archive, a.max_results,
      a.rate_per_minute, a.rate_burst, a.profile, a.prices, a.notes,
      (select count(*) from keys k where k.account_id = a.id and k.revoked_at is null)::integer as keys,
      (select coalesce(sum(remaining) filter (where live), 0) from lots l where l.account_id = a.id and (expires_at is null or expires_at > now()))::bigint as live,
      (select coalesce(sum(remaining) filter (where not live), 0) from lots l where l.account_id = a.id and (expires_at is null or expires_at > now()))::bigint as test
    from accounts a where a.id = $1`,
};
/** Locked from read to update, so that concurrent operators do not overwrite each other's changes. */
const LOCK = { name: 'account_lock', text: 'select 1 from accounts where id = $1 for update' };
const CHANGE = {
  name: 'account_change',
  text: `update accounts set name = $2, email = $3, limit_hour = $4, limit_day = $5, limit_action = $6, charge_multiplier = $7, archive = $8,
      max_results = $9, rate_per_minute = $10, rate_burst = $11, profile = $12, prices = $13, notes = $14 where id = $1`,
};

interface AccountRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly contract: Contract;
  readonly created_at: Date;
  readonly limit_hour: number | null;
  readonly limit_day: number | null;
  readonly limit_action: LimitAction;
  readonly charge_multiplier: number;
  readonly archive: boolean;
  readonly max_results: number;
  readonly rate_per_minute: number | null;
  readonly rate_burst: number | null;
  readonly profile: string;
  readonly prices: string;
  readonly notes: string;
  readonly keys: number;
  readonly live: number;
  readonly test: number;
}

export function createManageAccounts(db: Db, audit: Audit): ManageAccounts {
  const read = async (query: Db['query'], accountId: string): Promise<AccountDetail | null> => {
    const id = accountNumber(accountId);
    const [row] = id === null ? [] : await query<AccountRow>(ONE, [id]);
    return row ? toDetail(row) : null;
  };
  return {
    one: (accountId) => read(db.query, accountId),
    change: (accountId, fields, by) =>
      db.transaction(async (query) => {
        const id = accountNumber(accountId);
        if (id === null) return null;
        await query(LOCK, [id]);
        const before = await read(query, accountId);
        if (!before) return null;
        const after = changed(before, fields);
        const differing = differences(before, after);
        if (Object.keys(differing).length === 0) return before;
        await query(CHANGE, [id, ...columnsOf(after)]);
        await audit.record(query, 'account.change', accountId, differing, by);
        return after;
      }),
  };
}

function toDetail(row: AccountRow): AccountDetail {
  return {
    id: String(row.id),
    name: row.name,
    email: row.email,
    contract: row.contract,
    createdAt: toDateTime(row.created_at),
    limit: { hour: row.limit_hour, day: row.limit_day, action: row.limit_action, chargeMultiplier: row.charge_multiplier },
    rates: { perMinute: row.rate_per_minute, burst: row.rate_burst },
    archive: row.archive,
    maxResults: row.max_results,
    prices: JSON.parse(row.prices) as Record<string, number>,
    profile: JSON.parse(row.profile) as Record<string, string>,
    balance: { live: row.live, test: row.test },
    keys: row.keys,
    ...(row.notes === '' ? {} : { notes: row.notes }),
  };
}

/** Empty notes are no notes. */
function changed(before: AccountDetail, { limit, rates, ...fields }: AccountChange): AccountDetail {
  const { notes, ...after } = {
    ...before,
    ...fields,
    limit: { ...before.limit, ...limit },
    rates: { ...before.rates, ...rates },
  } as AccountDetail;
  return notes ? { ...after, notes } : after;
}

function differences(before: AccountDetail, after: AccountDetail): Record<string, { from: unknown; to: unknown }> {
  const names = ['name', 'email', 'limit', 'rates', 'archive', 'maxResults', 'prices', 'profile', 'notes'] as const;
  return Object.fromEntries(
    names.flatMap((name) =>
      JSON.stringify(before[name]) === JSON.stringify(after[name]) ? [] : [[name, { from: before[name], to: after[name] }]],
    ),
  );
}

function columnsOf({ name, email, limit, archive, maxResults, rates, profile, prices, notes = '' }: AccountDetail): unknown[] {
  return [
    name,
    email,
    limit.hour,
    limit.day,
    limit.action,
    limit.chargeMultiplier,
    archive,
    maxResults,
    rates.perMinute,
    rates.burst,
    JSON.stringify(profile),
    JSON.stringify(prices),
    notes,
  ];
}
