// The delivery log: attempts of all callbacks, newest first, and resending all failing callbacks of a host.
import { toDateTime, toInstant } from '../../contract/dates.ts';
import type { DeliveryRow, DeliveryState } from '../../contract/deliveries.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

export interface DeliveryFilter {
  readonly account?: number | undefined;
  readonly mode?: Mode | undefined;
  readonly host?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface FailingCallbacks {
  readonly host: string;
  readonly since: Date;
  readonly account?: number | undefined;
  readonly mode?: Mode | undefined;
}

export interface DeliveryLog {
  /** Throws `BadCursor` when `after` is not the `next` of a page. */
  list(filter: DeliveryFilter, after: string | null, limit: number): Promise<{ items: DeliveryRow[]; next: string | null }>;
  /** Resends at most `RESENT_MAX` callbacks. `more` is true when others are left. */
  resendFailing(which: FailingCallbacks, by?: string): Promise<{ count: number; more: boolean }>;
}

/** `after` did not come from an earlier page. */
export class BadCursor extends Error {}

/** A page with filters scans at most this many attempts. */
const SCAN_MAX = 5000;
export const RESENT_MAX = 10_000;

/**
 * The first part has one row even if nothing matches, so that a page without items can be continued.
 * `last` is the cursor of the last scanned attempt: microseconds since 1970, object and attempt.
 */
const LIST = {
  name: 'delivery_log',
  text: `with scanned as materialized (
      select d.object_id, d.retention_class, d.attempt, d.status, d.ok, d.reason, d.ms, d.at, d.account_id, d.live, d.host from deliveries d
      where d.at >= $1 and d.at < $2 and (d.at, d.object_id, d.attempt) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4, $5)
      order by d.at desc, d.object_id desc, d.attempt desc limit $6
    ), found as (
      select * from scanned s
      where ($7::integer is null or s.account_id = $7) and ($8::boolean is null or s.live = $8) and ($9::text is null or s.host = $9)
        and ($10::boolean is null or s.ok = $10)
      order by s.at desc, s.object_id desc, s.attempt desc limit $11
    ), ended as (
      select count(*)::integer as scanned, (
        select concat_ws('.', (extract(epoch from l.at) * 1000000)::bigint, l.object_id, l.attempt) from scanned l order by l.at, l.object_id, l.attempt limit 1
      ) as last from scanned
    )
    select e.scanned, e.last, f.object_id, f.attempt, f.status, f.ok, f.reason, f.ms, f.at, f.account_id, f.live, f.host,
      concat_ws('.', (extract(epoch from f.at) * 1000000)::bigint, f.object_id, f.attempt) as cursor,
      case when b.attempt = f.attempt then b.next_at end as next_at
    from ended e left join found f on true left join outbox b on b.object_id = f.object_id
    order by f.at desc, f.object_id desc, f.attempt desc`,
};
const RESEND = { name: 'resend_failing', text: 'select resend_failing($1, $2, $3, $4, $5)::integer as count' };

interface Row {
  readonly scanned: number;
  readonly last: string | null;
  /** Null when nothing matches. The following columns are null, too. */
  readonly object_id: string | null;
  readonly attempt: number;
  readonly status: number | null;
  readonly ok: boolean;
  readonly reason: string | null;
  readonly ms: number;
  readonly at: Date;
  readonly account_id: number | null;
  readonly live: boolean | null;
  readonly host: string | null;
  readonly cursor: string;
  readonly next_at: Date | null;
}

const [EARLIEST, LATEST] = [new Date(Date.UTC(2000, 0, 1)), new Date(Date.UTC(2100, 0, 1))];
const CURSOR = /^(\d{1,17})\.([0-9a-f]{24})\.(\d{1,9})$/;

function positionOf(cursor: string | null): readonly [micros: string, object: string, attempt: number] {
  if (cursor === null) return [String(LATEST.getTime() * 1000), 'g', 0];
  const [, micros, object, attempt] = CURSOR.exec(cursor) ?? [];
  if (micros === undefined || object === undefined) throw new BadCursor();
  return [micros, object, Number(attempt)];
}

/** `record` writes the audit entry in the same transaction. `onResend` is called when callbacks are due again. */
export function createDeliveryLog(
  db: Db,
  record: (query: Db['query'], action: string, subject: string, detail: object, by?: string) => Promise<unknown>,
  onResend: () => void = () => undefined,
): DeliveryLog {
  return {
    list: async ({ account, mode, host, state, from, to }, after, limit) => {
      const isFiltered = [account, mode, host, state].some((value) => value !== undefined);
      const scanMax = isFiltered ? SCAN_MAX : limit;
      const rows = await db.query<Row>(LIST, [
        from ?? EARLIEST,
        to ?? LATEST,
        ...positionOf(after),
        scanMax,
        account ?? null,
        mode === undefined ? null : mode === 'live',
        host ?? null,
        state === undefined ? null : state === 'delivered',
        limit,
      ]);
      const found = rows.filter(({ object_id }) => object_id !== null);
      const ended = found.length === limit ? (found.at(-1)?.cursor ?? null) : null;
      return { items: found.map(toRow), next: ended ?? (rows[0]!.scanned === scanMax ? rows[0]!.last : null) };
    },
    resendFailing: async ({ host, since, account, mode }, by) => {
      const live = mode === undefined ? null : mode === 'live';
      const count = await db.transaction(async (query) => {
        const [row] = await query<{ count: number }>(RESEND, [host, since, account ?? null, live, RESENT_MAX]);
        const detail = { since: toDateTime(since), count: row!.count, ...(account === undefined ? {} : { account: String(account) }) };
        if (row!.count > 0) await record(query, 'callback.resend-failing', host, detail, by);
        return row!.count;
      });
      if (count > 0) onResend();
      return { count, more: count === RESENT_MAX };
    },
  };
}

function toRow(row: Row): DeliveryRow {
  return {
    id: `evt_${row.object_id}.${row.attempt}`,
    objectId: row.object_id!,
    account: row.account_id === null ? null : String(row.account_id),
    mode: row.live === null ? null : row.live ? 'live' : 'test',
    host: row.host,
    attempt: row.attempt,
    state: row.ok ? 'delivered' : 'failed',
    status: row.status,
    reason: row.reason,
    ms: row.ms,
    at: toInstant(row.at.getTime()),
    nextAt: row.next_at === null ? null : toInstant(row.next_at.getTime()),
  };
}
