// The current slot of a project, by the clock of all schedules.
import type { Db } from '../../../platform/db.ts';
import type { ProjectRow, Slot } from '../types.ts';

const NOW = {
  name: 'tracking_slot_now',
  text: 'select calendar_slot(p, tracking_now()) as slot from projects p where p.account_id = $1 and p.id = $2',
};

export function createSlotNow(db: Db): (project: ProjectRow) => Promise<Slot> {
  return async ({ accountId, id }) => {
    const [row] = await db.query<{ slot: Slot }>(NOW, [accountId, id]);
    // The project was removed since its row was read.
    return row?.slot ?? 0;
  };
}
