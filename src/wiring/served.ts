// Whether a service uses a database: a running service holds an advisory lock.
import type { Db } from '../platform/db.ts';

export const SERVED_LOCK = 7_283_003;

export async function isServed(db: Db): Promise<boolean> {
  const [row] = await db.query<{ served: boolean }>({
    name: 'is_served',
    text: `select exists (select 1 from pg_locks where locktype = 'advisory' and objid = ${SERVED_LOCK}) as served`,
  });
  return row?.served ?? false;
}
