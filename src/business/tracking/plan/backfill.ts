// Hands a slot of the kind `backfill` to the function that makes its history.
import type { Db } from '../../../platform/db.ts';
import type { ProjectRow, Slot } from '../types.ts';

/** Runs outside the planner's transaction and sets the state of the slot. It may run twice, so it must be repeatable. */
export type Backfill = (project: ProjectRow, slot: Slot) => Promise<void>;

const READ = {
  name: 'tracking_project_row',
  text: `select account_id, live, public_id, name, settings::text, max_results, top_count, retries_max, every = 'hours' as is_hourly, time_zone, revision
    from projects where id = $1`,
};
/** `claim_project()` has postponed the project so that no other planner begins with the same slot. */
const CONTINUE = { name: 'tracking_continue', text: 'update projects set next_at = least(next_at, tracking_now()) where id = $1' };

interface Row {
  readonly account_id: number;
  readonly live: boolean;
  readonly public_id: string;
  readonly name: string;
  readonly settings: string;
  readonly max_results: number;
  readonly top_count: number;
  readonly retries_max: number;
  readonly is_hourly: boolean;
  readonly time_zone: string;
  readonly revision: number;
}

export async function runBackfill(db: Db, backfill: Backfill, projectId: number, slot: Slot): Promise<void> {
  const [row] = await db.query<Row>(READ, [projectId]);
  if (!row) return;
  await backfill(
    {
      accountId: row.account_id,
      mode: row.live ? 'live' : 'test',
      id: projectId,
      publicId: row.public_id,
      name: row.name,
      settings: JSON.parse(row.settings),
      maxResults: row.max_results,
      topCount: row.top_count,
      retriesMax: row.retries_max,
      isHourly: row.is_hourly,
      timeZone: row.time_zone,
      revision: row.revision,
    },
    slot,
  );
  await db.query(CONTINUE, [projectId]);
}
