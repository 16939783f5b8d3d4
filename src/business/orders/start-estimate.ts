// Current wait for a worker by priority: the age of the next due job. Refreshed in the background.
import { PRIORITIES } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

export interface StartEstimate {
  /** Returns the milliseconds from being due to being claimed. 0 when nothing waits or nothing is known yet. */
  waitMs(priority: number): number;
}

const HEADS = {
  name: 'queue_heads',
  text: `select p.priority, (
      select extract(epoch from now() - q.run_at) * 1000 from queue q where q.priority = p.priority and q.due and q.lease is null order by q.round limit 1
    )::double precision as waited
    from generate_series(0, ${PRIORITIES.length - 1}) as p (priority)`,
};
const FRESH_MS = 5000;

export function createStartEstimate(db: Pick<Db, 'query'>, now: () => number = () => performance.now()): StartEstimate {
  let waits: readonly number[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  const read = (): void => {
    readAt = now();
    db.query<{ priority: number; waited: number | null }>(HEADS).then(
      (rows) => {
        waits = rows.map(({ waited }) => Math.max(0, waited ?? 0));
      },
      // Keep the last estimate. The next refresh follows soon.
      () => undefined,
    );
  };
  return {
    waitMs: (priority) => {
      if (now() - readAt > FRESH_MS) read();
      return waits[priority] ?? 0;
    },
  };
}
