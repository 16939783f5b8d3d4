// Restrictions of keys, for authentication and for the operator's list without secrets.
import { toDateTime } from '../../contract/dates.ts';
import type { Mode, Scope } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

/** Columns of a restricted key. */
export interface RestrictionsRow {
  readonly scopes: Scope[] | null;
  readonly budget: number | null;
  readonly expires_at: Date | null;
}

export interface ListedKey {
  readonly id: string;
  readonly mode: Mode;
  readonly name: string | null;
  readonly scopes: Scope[] | null;
  readonly budget: number | null;
  readonly spent: number;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

const LIST = {
  name: 'keys_of_account',
  text: `select k.id, k.live, k.name, k.scopes, k.budget, k.spent, k.created_at, k.expires_at, k.revoked_at, k.used_at
    from accounts a left join keys k on k.account_id = a.id where a.id = $1 order by k.created_at, k.id`,
};

interface ListRow extends RestrictionsRow {
  readonly id: string | null;
  readonly live: boolean;
  readonly name: string | null;
  readonly spent: number;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
  readonly used_at: Date | null;
}

/** Returns null when the account does not exist. */
export async function listKeys(db: Db, account: number): Promise<ListedKey[] | null> {
  const rows = await db.query<ListRow>(LIST, [account]);
  if (rows.length === 0) return null;
  return rows.flatMap((row) =>
    row.id === null
      ? []
      : [
          {
            id: row.id,
            mode: row.live ? 'live' : 'test',
            name: row.name,
            scopes: row.scopes,
            budget: row.budget,
            spent: row.spent,
            createdAt: toDateTime(row.created_at),
            expiresAt: toDateTime(row.expires_at),
            revokedAt: toDateTime(row.revoked_at),
            lastUsedAt: toDateTime(row.used_at),
          },
        ],
  );
}

/** Returns the restrictions of a key. Empty for unrestricted keys. */
export const restrictionsOf = ({
  scopes,
  budget,
}: Pick<RestrictionsRow, 'scopes' | 'budget'>): { scopes?: readonly Scope[]; budget?: number } => ({
  ...(scopes === null ? {} : { scopes }),
  ...(budget === null ? {} : { budget }),
});
