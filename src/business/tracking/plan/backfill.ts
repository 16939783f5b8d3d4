// Hands a slot of the kind `backfill` to the function that makes its history.
import type { Db } from '../../../platform/db.ts';
import { readProjectRow } from '../projects/row.ts';
import type { ProjectRow, Slot } from '../types.ts';

/** Runs outside the planner's transaction and sets the state of the slot. It may run twice, so it must be repeatable. */
export type Backfill = (project: ProjectRow, slot: Slot) => Promise<void>;

/** `claim_project()` has postponed the project so that no other planner begins with the same slot. */
const CONTINUE = { name: 'tracking_continue', text: 'update projects set next_at = least(next_at, tracking_now()) where id = $1' };

export async function runBackfill(db: Db, backfill: Backfill, projectId: number, slot: Slot): Promise<void> {
  const project = await readProjectRow(db, projectId);
  if (!project) return;
  await backfill(project, slot);
  await db.query(CONTINUE, [projectId]);
}
