// Named operators and their tokens. `ADMIN_TOKEN` is not one of them and works without the database.
import {
  FIRST_OPERATOR,
  type ListedOperator,
  type NewOperator,
  OPERATOR_NAME,
  OPERATOR_NAME_MAX,
  type Operator,
  RESERVED_OPERATORS,
} from '../../contract/admin.ts';
import { toDateTime } from '../../contract/dates.ts';
import { errors } from '../../contract/errors.ts';
import type { Db } from '../../platform/db.ts';
import type { Audit } from './audit.ts';
import { hashKey, isTokenShaped, makeToken } from './keys.ts';
import { checkValueOf, type Peppers, peppersOf } from './peppers.ts';

export interface Operators {
  /** Returns the operator of a token, or null. Synchronous while the cache is valid. Revoked tokens fail within 5 s. */
  byToken(token: string): Operator | null | Promise<Operator | null>;
  /** Returns the token, which is not stored. Throws an `ApiError` when the name is not allowed or taken. */
  add(fields: NewOperator, by?: string): Promise<{ id: string; name: string; token: string }>;
  /** Returns the oldest first, including revoked ones. */
  list(): Promise<ListedOperator[]>;
  /** Returns false when the operator does not exist. */
  revoke(id: string, by?: string): Promise<boolean>;
  /** Returns the given operators whose tokens are no longer accepted. */
  revokedAmong(ids: readonly string[]): Promise<ReadonlyMap<string, 'revoked'>>;
}

const ACTIVE = { name: 'operators_active', text: 'select id, name, hash from operators where revoked_at is null' };
const ADD = {
  name: 'operator_add',
  text: `insert into operators (id, name, hash, pepper) select $1, $2, $3, $5 where (select count(*) from operators where revoked_at is null) < $4
    on conflict (lower(name)) where revoked_at is null do nothing returning id`,
};
const REHASH = { name: 'operator_rehash', text: 'update operators set hash = $2, pepper = $3 where id = $1 and hash = $4' };
const NAME_TAKEN = { name: 'operator_name', text: 'select 1 from operators where lower(name) = lower($1) and revoked_at is null' };
const LIST = { name: 'operator_list', text: 'select id, name, created_at, used_at, revoked_at from operators order by created_at, id' };
const REVOKE = {
  name: 'operator_revoke',
  text: 'update operators set revoked_at = now() where id = $1 and revoked_at is null returning name',
};
const STILL_ACTIVE = { name: 'operators_still', text: 'select id from operators where id = any ($1) and revoked_at is null' };
const KNOWN = { name: 'operator_known', text: 'select 1 from operators where id = $1' };
const USED = {
  name: 'operator_used',
  text: "update operators set used_at = now() where id = $1 and (used_at is null or used_at < now() - interval '1 minute')",
};

/** Time that the list of tokens stays cached, from the start of its query. */
const FRESH_MS = 4000;
/** All active tokens are in memory, so that bad tokens cause no queries. */
const OPERATORS_MAX = 1000;
const USED_MS = 60_000;

export function createOperators(db: Db, pepper: string | Peppers, audit: Audit, now: () => number = () => performance.now()): Operators {
  const { current, previous, moves } = peppersOf(pepper);
  let active: { readonly byHash: ReadonlyMap<string, Operator>; readonly until: number } = { byHash: new Map(), until: 0 };
  let loading: Promise<void> | null = null;
  const usedAt = new Map<string, number>();
  const byHash = (hash: Buffer): Operator | undefined => active.byHash.get(hash.toString('base64'));
  /** Finds a token hashed with the previous pepper and rehashes it. */
  const byPrevious = (token: string): Operator | undefined => {
    if (previous === null) return undefined;
    const hash = hashKey(token, previous);
    const operator = byHash(hash);
    if (operator && moves)
      void db.query(REHASH, [operator.id, hashKey(token, current), checkValueOf(current), hash]).catch(() => undefined);
    return operator;
  };

  const load = async (): Promise<void> => {
    const until = now() + FRESH_MS;
    const rows = await db.query<{ id: string; name: string; hash: Buffer }>(ACTIVE);
    active = { byHash: new Map(rows.map(({ id, name, hash }) => [hash.toString('base64'), { id, name }])), until };
  };
  const found = (token: string): Operator | null => {
    const operator = byHash(hashKey(token, current)) ?? byPrevious(token);
    if (!operator) return null;
    if ((usedAt.get(operator.id) ?? -USED_MS) + USED_MS <= now()) {
      usedAt.set(operator.id, now());
      // Informational. No request waits for it or fails with it.
      void db.query(USED, [operator.id]).catch(() => undefined);
    }
    return operator;
  };
  const forget = (): void => {
    active = { ...active, until: 0 };
  };

  return {
    byToken: (token) => {
      if (!isTokenShaped(token)) return null;
      if (active.until > now()) return found(token);
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading.then(() => found(token));
    },
    add: async (fields, by) => {
      const name = fields.name.normalize('NFC');
      checkName(name);
      const made = await db.transaction(async (query) => {
        const { id, key: token } = makeToken();
        const rows = await query(ADD, [id, name, hashKey(token, current), OPERATORS_MAX, checkValueOf(current)]);
        if (rows.length === 0) return null;
        await audit.record(query, 'operator.create', id, { name }, by);
        return { id, name, token };
      });
      forget();
      if (made) return made;
      const taken = (await db.query(NAME_TAKEN, [name])).length > 0;
      throw taken
        ? errors.badParameter('name', 'belongs to another operator', 'Revoke that operator first, or choose another name.')
        : errors.badParameter(
            'name',
            `cannot be added: the maximum of ${OPERATORS_MAX} operators is reached`,
            'Revoke some of them first.',
          );
    },
    list: async () =>
      (await db.query<Operator & { created_at: Date; used_at: Date | null; revoked_at: Date | null }>(LIST)).map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: toDateTime(row.created_at),
        lastUsedAt: toDateTime(row.used_at),
        revokedAt: toDateTime(row.revoked_at),
      })),
    revoke: async (id, by) => {
      const known = await db.transaction(async (query) => {
        const [revoked] = await query<{ name: string }>(REVOKE, [id]);
        if (revoked) await audit.record(query, 'operator.revoke', id, { name: revoked.name }, by);
        return revoked !== undefined || (await query(KNOWN, [id])).length > 0;
      });
      forget();
      return known;
    },
    revokedAmong: async (ids) => {
      const others = ids.filter((id) => id !== FIRST_OPERATOR.id);
      if (others.length === 0) return new Map();
      const rows = await db.query<{ id: string }>(STILL_ACTIVE, [others]);
      const still = new Set(rows.map(({ id }) => id));
      return new Map(others.filter((id) => !still.has(id)).map((id) => [id, 'revoked']));
    },
  };
}

function checkName(name: string): void {
  if (name.length > OPERATOR_NAME_MAX) throw errors.badParameter('name', `must have at most ${OPERATOR_NAME_MAX} characters`);
  if (!new RegExp(OPERATOR_NAME, 'u').test(name))
    throw errors.badParameter(
      'name',
      'has characters that are not allowed',
      "Use letters, digits, and spaces or . _ @ + ' - between them.",
    );
  if (RESERVED_OPERATORS.includes(name.toLowerCase()))
    throw errors.badParameter('name', 'is reserved in the audit log', 'Choose another name.');
}
