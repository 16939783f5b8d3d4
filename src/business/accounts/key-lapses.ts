// Finds keys that are no longer accepted: revoked, expired, or with a spent budget.
import type { Db } from '../../platform/db.ts';
import type { FindLapses, Lapse } from './credential-watch.ts';

const LAPSES = {
  name: 'key_lapses',
  text: `select w.id,
      case when k.id is null or k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'budget' end as lapse
    from unnest($1::text[]) as w (id) left join keys k on k.id = w.id
    where k.id is null or k.revoked_at is not null or k.expires_at <= now() or k.spent >= k.budget`,
};

export const createKeyLapses =
  (db: Db): FindLapses =>
  async (ids) => {
    const rows = await db.query<{ id: string; lapse: Lapse }>(LAPSES, [ids]);
    return new Map(rows.map(({ id, lapse }) => [id, lapse]));
  };
