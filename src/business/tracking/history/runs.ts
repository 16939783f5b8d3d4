// Runs of a project: its slots with the outcomes of their checks.
import { toDateTime } from '../../../contract/dates.ts';
import { FIGURE_COUNTS, type SlotRun } from '../../../contract/tracking-history.ts';
import type { Db } from '../../../platform/db.ts';
import type { History } from '../interfaces.ts';
import { slotText } from '../slots.ts';

const countOf = (name: (typeof FIGURE_COUNTS)[number]): number => FIGURE_COUNTS.indexOf(name) + 1;

/**
 * Counts come from the figures of the slot, or from its points while it has none. A failed check was reversed, so it is not
 * part of the cost. `checks` comes before `rank_points`, because their partitions are created in this order, under locks.
 */
const RUNS = {
  name: 'tracking_runs',
  text: `select s.slot, s.kind, s.state, s.reason, s.due_at, s.depth, s.placed, s.skipped,
      coalesce(f.counts[${countOf('found')}], p.found, 0)::integer as found,
      coalesce(f.counts[${countOf('notFound')}], p.not_found, 0)::integer as not_found,
      coalesce(f.counts[${countOf('failed')}], p.failed, 0)::integer as failed,
      c.pending::integer as pending, c.cost::bigint as cost
    from (
      select * from project_slots
      where account_id = $1 and project_id = $2 and slot < $3 order by slot desc limit $4
    ) as s
    cross join lateral (
      select count(*) filter (where k.state < 2) as pending,
        coalesce(sum(o.cost) filter (where k.state = 0 or r.code in (1, 2)), 0) as cost
      from checks k
      left join rank_points r on r.account_id = k.account_id and r.project_id = k.project_id and r.slot = k.slot and r.keyword_id = k.keyword_id
        and r.slot = s.slot
      left join lateral (select x.cost from objects x where x.id = k.object_id and not x.deleted offset 0) as o on true
      where k.account_id = s.account_id and k.project_id = s.project_id and k.slot = s.slot
    ) as c
    left join slot_figures f on f.account_id = s.account_id and f.project_id = s.project_id and f.slot = s.slot and f.variant_id = 0
      and s.rolled_up_at is not null
    left join lateral (
      select count(*) filter (where r.code in (1, 31)) as found, count(*) filter (where r.code in (2, 32)) as not_found,
        count(*) filter (where r.code between 10 and 19) as failed
      from rank_points r
      where f.counts is null and r.account_id = s.account_id and r.project_id = s.project_id and r.slot = s.slot
    ) as p on true
    order by s.slot desc`,
};
const SLOT_MAX = 2_147_483_647;

interface RunRow {
  readonly slot: number;
  readonly kind: SlotRun['kind'];
  readonly state: SlotRun['state'];
  readonly reason: string | null;
  readonly due_at: Date;
  readonly depth: number;
  readonly placed: number;
  readonly skipped: number;
  readonly found: number;
  readonly not_found: number;
  readonly failed: number;
  readonly pending: number;
  readonly cost: number;
}

/** Newest first. */
export function createRuns(db: Pick<Db, 'query'>): History['runs'] {
  return async ({ accountId, id }, before, limit) =>
    (await db.query<RunRow>(RUNS, [accountId, id, before ?? SLOT_MAX, limit])).map((row) => ({
      slot: slotText(row.slot),
      kind: row.kind,
      state: row.state,
      reason: row.reason,
      dueAt: toDateTime(row.due_at),
      depth: row.depth,
      placed: row.placed,
      skipped: row.skipped,
      pending: row.pending,
      found: row.found,
      notFound: row.not_found,
      failed: row.failed,
      cost: row.cost,
    }));
}
