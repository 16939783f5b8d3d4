// Helpers for tests of `freshness`: items that may reuse a result, and a worker that reuses or collects.
import { createStore } from '../src/business/orders/objects.ts';
import { createReuse } from '../src/business/orders/reuse.ts';
import { requestHashOf } from '../src/business/orders/reuse-key.ts';
import { createSettleJob } from '../src/business/orders/settle.ts';
import type { Job, JobEnd, Placed } from '../src/contract/order.ts';
import type { Db } from '../src/platform/db.ts';
import { createQueue } from '../src/platform/queue.ts';
import { item, jobOf } from './orders.ts';

export const answer = {
  outcome: 'done',
  verdict: 'valid',
  attempts: [{ source: 's', outcome: 'valid', ms: 3 }],
  body: '{"organic":[1]}',
  ageMs: 0,
} as const satisfies JobEnd;

export interface Wanted {
  readonly keyword: string;
  readonly freshness?: number;
  readonly priority?: 'LOW' | 'NORMAL' | 'INSTANT';
  readonly callback?: string;
}

export function itemOf({ keyword, freshness = 60, priority = 'NORMAL', callback }: Wanted) {
  const request = { keyword, region: { id: '1' }, priority, callback: callback ?? null, freshness };
  const requestHash = requestHashOf('serp', request, null);
  return item({ priority, cost: 4, overCost: 8, reuse: { requestHash, seconds: freshness, cost: 1, overCost: 2 } }, request);
}

export const idOf = (placed: Placed): string => ('ids' in placed ? placed.ids[0]! : placed.verdict);
export const readyOf = (placed: Placed) => ('ready' in placed ? placed.ready?.[0] : undefined);

/** A worker that claims due jobs, runs each as given and settles it. */
export function reuseWorker(db: Db, collect: (job: Job) => Promise<JobEnd>) {
  const queue = createQueue(db);
  const reuse = createReuse({ db, fetchAny: createStore(db).fetchAny, shared: true, onWoken: () => undefined });
  const jobs: Job[] = [];
  const settle = createSettleJob(db, queue.token, (finished) => void finished);
  return {
    queue,
    reuse,
    round: async () => {
      const rows = (await queue.claim(100)).map(jobOf);
      for (const job of rows) {
        const end = await reuse.run(job, async (one) => {
          jobs.push(one);
          return collect(one);
        });
        await settle(job, end);
        if (end.outcome !== 'again') await reuse.ended([job]);
      }
      return rows.length;
    },
    collected: () => jobs.map(({ id }) => id),
  };
}
