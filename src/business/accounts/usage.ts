// Usage of an account: counted days plus recent ledger entries, in one query.
import { toDateTime } from '../../contract/dates.ts';
import type { Usage } from '../../contract/usage.ts';
import type { LimitAction, Mode } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

/** Returns null when the account does not exist. */
export type ReadUsage = (account: number, mode: Mode, days: number) => Promise<Usage | null>;

/** Ledger entries that are not counted yet are added during the query, up to this age. */
const TAIL_SECONDS = 600;

const USAGE = {
  name: 'usage',
  text: `select a.limit_hour, a.limit_day, a.limit_action,
      (select coalesce(json_agg(u), '[]') from usage_of(a.id, $2, $3, $4) as u) as days,
      (select coalesce(json_agg(json_build_object('id', l.id, 'granted', l.total, 'left', l.remaining,
          'created', extract(epoch from l.created_at) * 1000, 'expires', extract(epoch from l.expires_at) * 1000) order by l.expires_at nulls last, l.id), '[]')
        from lots l where l.account_id = a.id and l.live = $2 and l.remaining > 0 and (l.expires_at is null or l.expires_at > now())) as lots,
      spent_since(a.id, $2, now() - interval '1 hour') as hour_used, spent_since(a.id, $2, now() - interval '1 day') as day_used,
      window_seconds(a.id, $2, 60) as hour_seconds, window_seconds(a.id, $2, 1440) as day_seconds,
      (select case when upto < now() - make_interval(secs => $4) then upto else now() end from usage_counted) as counted_to
    from accounts a where a.id = $1`,
};

interface UsageRow {
  readonly limit_hour: number | null;
  readonly limit_day: number | null;
  readonly limit_action: LimitAction;
  readonly days: string;
  readonly lots: string;
  readonly hour_used: number;
  readonly day_used: number;
  readonly hour_seconds: number | null;
  readonly day_seconds: number | null;
  readonly counted_to: Date;
}

type Day = Usage['days'][number] & { readonly engine: string };
interface Lot {
  readonly id: string;
  readonly granted: number;
  readonly left: number;
  readonly created: number;
  readonly expires: number | null;
}

export function createReadUsage(db: Db): ReadUsage {
  return async (account, mode, days) => {
    const [row] = await db.query<UsageRow>(USAGE, [account, mode === 'live', days, TAIL_SECONDS]);
    if (!row) return null;
    const lots = JSON.parse(row.lots) as Lot[];
    const limit = (name: 'hour' | 'day', most: number | null, used: number, seconds: number | null): Usage['limits'] =>
      most === null
        ? []
        : [
            {
              name,
              limit: most,
              used,
              ...(seconds === null || used === 0 ? {} : { resetsAt: toDateTime(new Date(Date.now() + seconds * 1000)) }),
              action: row.limit_action,
            },
          ];
    return {
      mode,
      days: (JSON.parse(row.days) as Day[]).map(({ engine, ...day }) => ({ ...day, ...(engine === '' ? {} : { engine }) })),
      lots: lots.map(({ created, expires, ...lot }) => ({
        ...lot,
        createdAt: toDateTime(new Date(created)),
        expiresAt: expires === null ? null : toDateTime(new Date(expires)),
      })),
      balance: lots.reduce((sum, lot) => sum + lot.left, 0),
      limits: [
        ...limit('hour', row.limit_hour, row.hour_used, row.hour_seconds),
        ...limit('day', row.limit_day, row.day_used, row.day_seconds),
      ],
      countedTo: toDateTime(row.counted_to),
    };
  };
}
