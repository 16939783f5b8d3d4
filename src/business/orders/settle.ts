// Settles finished jobs in batches: result, state, reversal and callback row in one transaction that checks the fence.
import type { Job, JobEnd } from '../../contract/order.ts';
import type { Kind } from '../../contract/vocabulary.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseAway, type Db } from '../../platform/db.ts';
import { pack } from '../../platform/gzip.ts';

/** True when the job was ours to settle; false when the lease was lost or the object deleted. */
export type SettleJob = (job: Job, end: JobEnd) => Promise<boolean>;

/** An object that is finished now. */
export interface Finished {
  readonly id: string;
  readonly kind: Kind;
  /** Somebody waits for it on an open connection. */
  readonly waits: boolean;
}

const SETTLE = { name: 'settle', text: 'select object_id as id, kind, waits from settle($1, $2, $3, $4)' };

/** `onFinished` hears of every object right after the transaction; it must not throw. */
export function createSettleJob(db: Db, workerToken: () => string, onFinished: (finished: readonly Finished[]) => void): SettleJob {
  // The stored body also closes the object around it, so that it can follow an envelope without being unpacked.
  const settle = async (ended: { job: Job; end: JobEnd }[]): Promise<boolean[]> => {
    const bodies = await Promise.all(ended.map(({ end }) => (end.outcome === 'done' ? pack(`${end.body}}`) : null)));
    const pages = await Promise.all(ended.map(({ end }) => (end.outcome === 'faulty' && end.page ? pack(end.page.body) : null)));
    const rows = await db.query<Finished>(SETTLE, [
      workerToken(),
      JSON.stringify(ended.map(({ job, end }, index) => rowOf(job, end, bodies[index]))),
      bodies.map((body) => body?.bytes ?? null),
      pages.map((page) => page?.bytes ?? null),
    ]);
    if (rows.length > 0) onFinished(rows);
    const settled = new Set(rows.map(({ id }) => id));
    return ended.map(({ job, end }) => end.outcome === 'again' || settled.has(job.id));
  };
  const together = coalesce(settle, { weightMax: 200, callsMax: 2, separable: (error) => !(error instanceof DatabaseAway) });
  return (job, end) => together({ job, end });
}

function rowOf(job: Job, end: JobEnd, body: { size: number; crc: number } | null | undefined): object {
  const common = { id: job.id, attempt: job.attempt, outcome: end.outcome, attempts: end.attempts };
  if (end.outcome === 'again') return { ...common, again_seconds: end.againSeconds };
  return {
    ...common,
    verdict: end.verdict,
    detail: end.detail ?? {},
    age_ms: end.ageMs,
    size: body?.size ?? null,
    crc: body?.crc ?? null,
    page: end.outcome === 'faulty' && end.page ? { url: end.page.url, status: end.page.status, reason: end.page.reason } : null,
  };
}
