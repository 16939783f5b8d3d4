// Maintenance of the time series: complete hours are summed, and old rows deleted.
import type { Db } from '../../platform/db.ts';

const MINUTE_DAYS = 2;
/** After a long pause several hours are due. */
const HOURS_MAX = 24 * MINUTE_DAYS + 1;

const ROLL_UP = { name: 'roll_up_series', text: 'select roll_up_series($1, $2) as hours' };

/** Returns the number of hours that were added. */
export async function rollUpSeries(db: Pick<Db, 'query'>, hourDays: number): Promise<number> {
  for (let added = 0; added < HOURS_MAX; added++) {
    const [row] = await db.query<{ hours: number }>(ROLL_UP, [MINUTE_DAYS, hourDays]);
    if ((row?.hours ?? 0) === 0) return added;
  }
  return HOURS_MAX;
}
