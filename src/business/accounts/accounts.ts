// Accounts: authentication by key, and the operator's changes.
import { randomBytes } from 'node:crypto';
import type { NewKey as KeyFields, NewAccount, NewCredits } from '../../contract/admin.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { Account } from '../../contract/order.ts';
import type { Contract, LimitAction, Mode } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { accountNumber } from './account-id.ts';
import { type Audit, createAudit } from './audit.ts';
import { type ListedKey, listKeys, type RestrictionsRow, restrictionsOf } from './key-restrictions.ts';
import { hashKey, isKeyShaped, makeKey, type NewKey } from './keys.ts';
import { checkValueOf, type Peppers, peppersOf } from './peppers.ts';

export interface LedgerEntry {
  readonly kind: string;
  readonly amount: number;
  readonly objectId: string | null;
  readonly at: string;
}

export interface Accounts {
  /** Returns the account of a key, or null. Cached for a few seconds, so that a revoked key is rejected soon. */
  byKey(key: string): Account | null | Promise<Account | null>;
  /** `by` is the operator's name for the audit log, here and below. */
  create(fields: NewAccount, by?: string): Promise<{ id: string; keys: { live: string; test: string }; webhookSecret: string }>;
  /** This and the following functions return null or false when the account or key does not exist. */
  addKey(accountId: string, fields: KeyFields, by?: string): Promise<NewKey | null>;
  keys(accountId: string): Promise<ListedKey[] | null>;
  revokeKey(keyId: string, by?: string): Promise<boolean>;
  grant(accountId: string, credits: NewCredits, by?: string): Promise<{ id: string } | null>;
  ledger(accountId: string, mode: Mode, entriesMax: number): Promise<{ balance: number; entries: LedgerEntry[] } | null>;
  list(): Promise<{ id: string; name: string; email: string; contract: string; createdAt: string; keys: number }[]>;
}

const BY_KEY = {
  name: 'account_by_key',
  text: `select a.id, k.id as key_id, k.live, a.contract, a.archive, a.max_results, a.limit_action, a.charge_multiplier, a.rate_per_minute, a.rate_burst, a.prices,
      k.scopes, k.budget, (extract(epoch from k.expires_at - now()) * 1000)::double precision as lives_ms,
      coalesce(k.used_at < now() - interval '1 minute', true) as unrecorded
    from keys k join accounts a on a.id = k.account_id where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
};
/** During a pepper rotation: accepts either hash. `stale` is true for the previous one. */
const BY_EITHER = {
  name: 'account_by_either',
  text: BY_KEY.text.replace('select a.id,', 'select a.id, k.hash = $2 as stale,').replace('k.hash = $1 and', 'k.hash in ($1, $2) and'),
};
/** Matches the old hash, because another process may have rehashed the key already. */
const REHASH = { name: 'key_rehash', text: 'update keys set hash = $2, pepper = $3 where id = $1 and hash = $4' };
/** The condition holds the writes to one per key and minute, however many processes use the key. */
const USED = {
  name: 'key_used',
  text: "update keys set used_at = now() where id = $1 and coalesce(used_at < now() - interval '1 minute', true)",
};
const CREATE = {
  name: 'account_create',
  text: `with made as (
      insert into accounts (name, email, contract, limit_hour, limit_day, limit_action, charge_multiplier, archive, max_results, rate_per_minute, rate_burst, profile, prices, webhook_secret)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id
    ), budget as (insert into account_modes (account_id, live) select made.id, mode from made, unnest(array[true, false]) as mode)
    select id from made`,
};
const ADD_KEY = {
  name: 'key_add',
  text: `insert into keys (id, account_id, live, hash, pepper, name, scopes, budget, expires_at)
    select $1, id, $3, $4, $5, $6, $7, $8, $9 from accounts where id = $2 returning id`,
};
const REVOKE = { name: 'key_revoke', text: 'update keys set revoked_at = coalesce(revoked_at, now()) where id = $1 returning id' };
const GRANT = { name: 'grant', text: 'select grant_credits(id, $2, $3, $4) as lot from accounts where id = $1' };
const LEDGER = {
  name: 'ledger',
  text: `select (select coalesce(sum(remaining), 0) from lots l where l.account_id = a.id and l.live = $2)::bigint as balance,
      (select coalesce(json_agg(e), '[]') from (
        select kind, amount, case when kind in ('charge', 'reversal') then ref end as "objectId", at
        from ledger where account_id = a.id and live = $2 order by ref desc, at desc limit $3) as e)::text as entries
    from accounts a where a.id = $1`,
};
const LIST = {
  name: 'account_list',
  text: `select id, name, email, contract, created_at, (select count(*) from keys k where k.account_id = a.id and revoked_at is null)::integer as keys from accounts a order by id`,
};

interface KeyRow extends Omit<RestrictionsRow, 'expires_at'> {
  /** Time until the key expires, by the database's clock. Null: no expiry. */
  readonly lives_ms: number | null;
  readonly stale?: boolean;
  /** The last recorded use is more than a minute ago. */
  readonly unrecorded: boolean;
  readonly id: number;
  readonly key_id: string;
  readonly live: boolean;
  readonly contract: Contract;
  readonly archive: boolean;
  readonly max_results: number;
  readonly limit_action: LimitAction;
  readonly charge_multiplier: number;
  readonly rate_per_minute: number | null;
  readonly rate_burst: number | null;
  readonly prices: string;
}

/** Time that a key check stays cached. Revoked keys must be rejected within 5 s. */
const CACHE_MS = 4000;
const CACHED_MAX = 50_000;

export function createAccounts(
  db: Db,
  pepper: string | Peppers,
  audit: Audit = createAudit(db, 'operator'),
  now: () => number = () => performance.now(),
): Accounts {
  const { current, previous, moves } = peppersOf(pepper);
  const checkValue = checkValueOf(current);
  const cache = new Map<string, { account: Account | null; until: number }>();

  const addKey = async (query: Db['query'], account: number, fields: KeyFields): Promise<NewKey | null> => {
    const { mode = 'live', name = null, scopes, budget = null, expiresAt = null } = fields;
    const made = makeKey(mode);
    const restrictions = [name, scopes ? [...new Set(scopes)] : null, budget, expiresAt];
    const rows = await query(ADD_KEY, [made.id, account, mode === 'live', hashKey(made.key, current), checkValue, ...restrictions]);
    return rows.length === 0 ? null : made;
  };
  const grant = async (
    query: Db['query'],
    account: number,
    mode: Mode,
    total: number,
    expiresAt: string | null,
  ): Promise<string | null> => {
    const [row] = await query<{ lot: string }>(GRANT, [account, mode === 'live', total, expiresAt]);
    return row?.lot ?? null;
  };
  const queryByKey = async (key: string): Promise<Account | null> => {
    const hash = hashKey(key, current);
    const older = previous === null ? null : hashKey(key, previous);
    const [row] = await (older ? db.query<KeyRow>(BY_EITHER, [hash, older]) : db.query<KeyRow>(BY_KEY, [hash]));
    // The request succeeds even if this fails. The next use retries it.
    if (row?.stale && moves) await db.query(REHASH, [row.key_id, hash, checkValue, older]).catch(() => undefined);
    // Informational. No request waits for it or fails with it.
    if (row?.unrecorded) void db.query(USED, [row.key_id]).catch(() => undefined);
    const account = row ? toAccount(row) : null;
    if (cache.size >= CACHED_MAX) cache.clear();
    // Do not cache a key beyond its expiry.
    const until = now() + Math.min(CACHE_MS, row?.lives_ms ?? CACHE_MS);
    cache.set(key, { account, until });
    return account;
  };
  /** Creates an account with its keys, credits and audit entry in one transaction. */
  const create = async (query: Db['query'], fields: NewAccount, by?: string) => {
    const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
    const [row] = await query<{ id: number }>(CREATE, [...columnsOf(fields), webhookSecret]);
    const id = row!.id;
    const [live, test] = [await addKey(query, id, { mode: 'live' }), await addKey(query, id, { mode: 'test' })];
    const credits = fields.credits ?? 0;
    if (credits > 0) for (const mode of ['live', 'test'] as const) await grant(query, id, mode, credits, null);
    await audit.record(query, 'account.create', String(id), { credits }, by);
    return { id: String(id), keys: { live: live!.key, test: test!.key }, webhookSecret };
  };

  return {
    byKey: (key) => {
      const cached = cache.get(key);
      if (cached && cached.until > now()) return cached.account;
      return isKeyShaped(key) ? queryByKey(key) : null;
    },
    create: (fields, by) => db.transaction((query) => create(query, fields, by)),
    addKey: (accountId, fields, by) =>
      db.transaction(async (query) => {
        const id = accountNumber(accountId);
        const made = id === null ? null : await addKey(query, id, fields);
        if (made) await audit.record(query, 'key.create', made.id, { account: accountId, mode: 'live', ...fields }, by);
        return made;
      }),
    keys: async (accountId) => {
      const id = accountNumber(accountId);
      return id === null ? null : listKeys(db, id);
    },
    revokeKey: (keyId, by) =>
      db.transaction(async (query) => {
        const gone = (await query(REVOKE, [keyId])).length > 0;
        if (gone) await audit.record(query, 'key.revoke', keyId, {}, by);
        return gone;
      }),
    grant: (accountId, { total, expiresAt, mode = 'live' }, by) =>
      db.transaction(async (query) => {
        const id = accountNumber(accountId);
        const lot = id === null ? null : await grant(query, id, mode, total, expiresAt ?? null);
        if (lot) await audit.record(query, 'credits.grant', accountId, { total, mode, lot }, by);
        return lot === null ? null : { id: lot };
      }),
    ledger: async (accountId, mode, entriesMax) => {
      const id = accountNumber(accountId);
      if (id === null) return null;
      const [row] = await db.query<{ balance: number; entries: string }>(LEDGER, [id, mode === 'live', entriesMax]);
      if (!row) return null;
      const entries = (JSON.parse(row.entries) as LedgerEntry[]).map((entry) => ({ ...entry, at: toDateTime(new Date(entry.at)) }));
      return { balance: row.balance, entries };
    },
    list: async () =>
      (await db.query<{ id: number; name: string; email: string; contract: string; created_at: Date; keys: number }>(LIST)).map(
        ({ created_at, id, ...rest }) => ({ ...rest, id: String(id), createdAt: toDateTime(created_at) }),
      ),
  };
}

function columnsOf(fields: NewAccount): unknown[] {
  const limit = fields.limit ?? {};
  return [
    fields.name,
    fields.email,
    fields.contract ?? 'current',
    limit.hour ?? null,
    limit.day ?? null,
    limit.action ?? 'reject',
    limit.chargeMultiplier ?? 1,
    fields.archive ?? false,
    fields.maxResults ?? 100,
    fields.rates?.perMinute ?? null,
    fields.rates?.burst ?? null,
    JSON.stringify(fields.profile ?? {}),
    JSON.stringify(fields.prices ?? {}),
  ];
}

function toAccount(row: KeyRow): Account {
  return {
    id: row.id,
    mode: row.live ? 'live' : 'test',
    keyId: row.key_id,
    ...restrictionsOf(row),
    contract: row.contract,
    archive: row.archive,
    maxResults: row.max_results,
    limitAction: row.limit_action,
    chargeMultiplier: row.charge_multiplier,
    ratePerMinute: row.rate_per_minute,
    rateBurst: row.rate_burst,
    prices: JSON.parse(row.prices) as Record<string, number>,
  };
}
