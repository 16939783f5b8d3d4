// Finished objects by a source that was attempted for them, newest first.
import type { AttemptedObject, AttemptedObjectList } from '../../contract/attempts.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { Kind, Verdict } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

export interface AttemptedFilter {
  /** Also stands for its variants, as in a list of disabled sources: `page` includes `page-DE-1`. */
  readonly source: string;
  readonly engine?: string | undefined;
  /** Creation times. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly after?: string | undefined;
}

export type ReadAttempted = (filter: AttemptedFilter, itemsMax: number) => Promise<AttemptedObjectList>;

/** One page reads at most this many results. */
const SCAN_MAX = 5000;

/**
 * Ids begin with their time, so the primary key limits the results. The limit is no parameter, so that a prepared
 * plan knows it on a large installation. A last row without a kind has the id to continue after.
 */
const LIST = {
  name: 'attempted_objects',
  text: `with scanned as materialized (
      select r.id, r.retention_class, r.faulty, r.verdict, r.attempts, r.detail from results r
      where r.id < least($1::text, id_at($2::timestamptz + interval '1 second'), 'g') and r.id >= coalesce(id_at($3::timestamptz), '')
      order by r.id desc limit ${SCAN_MAX}
    ),
    found as (
      select s.id, o.kind, o.account_id, o.live, (extract(epoch from o.created_at) * 1000)::bigint as created_ms, s.faulty, s.verdict,
        s.attempts, s.detail->>'quality' as quality
      from scanned s join objects o on o.id = s.id and o.retention_class = s.retention_class
      where exists (select from json_array_elements(s.attempts) as a where a->>'source' = $4 or starts_with(a->>'source', $4 || '-'))
        and not o.deleted and o.expires_at > now() and ($2::timestamptz is null or o.created_at < $2) and ($3::timestamptz is null or o.created_at >= $3)
        and ($5::text is null or coalesce(o.request->>'searchEngine', o.request->>'source', o.request->>'aiService') = $5)
      order by s.id desc limit $6
    )
    select * from found
    union all
    select min(id), null, null, null, null, null, null, null, null from scanned having count(*) = ${SCAN_MAX}
    order by id desc`,
};

interface Row {
  readonly id: string;
  readonly kind: Kind | null;
  readonly account_id: number;
  readonly live: boolean;
  readonly created_ms: number;
  readonly faulty: boolean;
  readonly verdict: Verdict | null;
  readonly attempts: string;
  readonly quality: string | null;
}

export function createReadAttempted(db: Pick<Db, 'query'>): ReadAttempted {
  return async ({ source, engine, from, to, after }, itemsMax) => {
    // One more than requested, to detect a next page.
    const values = [after ?? null, to ?? null, from ?? null, source, engine ?? null, itemsMax + 1];
    const rows = await db.query<Row>(LIST, values);
    const end = rows.find(({ kind }) => kind === null);
    const found = rows.filter(({ kind }) => kind !== null);
    const shown = found.slice(0, itemsMax);
    const next = found.length > itemsMax ? shown.at(-1)!.id : (end?.id ?? null);
    return { items: shown.map(toItem), next };
  };
}

const toItem = (row: Row): AttemptedObject => ({
  id: row.id,
  account: String(row.account_id),
  kind: row.kind!,
  mode: row.live ? 'live' : 'test',
  createdAt: toDateTime(new Date(row.created_ms)),
  faulty: row.faulty,
  verdict: row.verdict,
  quality: row.quality === null ? null : Number(row.quality),
  attempts: JSON.parse(row.attempts) as AttemptedObject['attempts'],
});
