// The account as `GET /user` returns it: profile, lots and limits.
import { toDateTime } from '../../contract/dates.ts';
import type { Account } from '../../contract/order.ts';
import type { User } from '../../contract/user.ts';
import type { LimitAction } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

const USER = {
  name: 'user',
  text: `select a.name, a.email, a.created_at, a.profile, a.limit_hour, a.limit_day, a.limit_action, a.charge_multiplier,
      coalesce((select json_agg(json_build_object('total', total, 'remaining', remaining, 'createdAt', created_at, 'expiresAt', expires_at) order by expires_at nulls last, id)
        from lots l where l.account_id = a.id and l.live = $2 and (expires_at is null or expires_at > now())), '[]')::text as lots
    from accounts a where a.id = $1`,
};
export async function readUser(db: Db, account: Account): Promise<User> {
  const [row] = await db.query<UserRow>(USER, [account.id, account.mode === 'live']);
  return toUser(row!);
}

interface UserRow {
  readonly name: string;
  readonly email: string;
  readonly created_at: Date;
  readonly profile: string;
  readonly limit_hour: number | null;
  readonly limit_day: number | null;
  readonly limit_action: LimitAction;
  readonly charge_multiplier: number;
  readonly lots: string;
}

function toUser(row: UserRow): User {
  const profile = JSON.parse(row.profile) as Partial<Record<'organization' | 'website' | 'gender' | 'countryCode', string>>;
  const limit = { hour: row.limit_hour, day: row.limit_day, action: row.limit_action, chargeMultiplier: row.charge_multiplier };
  const lots = JSON.parse(row.lots) as { total: number; remaining: number; createdAt: string; expiresAt: string | null }[];
  return {
    createdAt: toDateTime(row.created_at),
    emails: [{ address: row.email, verified: false }],
    profile: {
      name: row.name,
      organization: profile.organization ?? null,
      website: profile.website ?? null,
      gender: profile.gender ?? null,
      countryCode: profile.countryCode ?? null,
    },
    credits: lots.map((lot) => ({
      total: lot.total,
      remaining: lot.remaining,
      createdAt: toDateTime(new Date(lot.createdAt)),
      expiresAt: lot.expiresAt === null ? null : toDateTime(new Date(lot.expiresAt)),
      limit,
    })),
  };
}
