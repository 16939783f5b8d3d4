// Settles finished jobs in batches: result, state, reversal and callback row in one transaction that checks the fence.
import type { Job, JobEnd } from '../../contract/order.ts';
import type { Kind } from '../../contract/vocabulary.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseAway, type Db } from '../../platform/db.ts';
import { byteArray } from '../../platform/db-arrays.ts';
import { type Packed, pack } from '../../platform/gzip.ts';
import type { Bodies } from './bodies.ts';

/** True when the job was ours to settle; false when the lease was lost or the object deleted. */
export type SettleJob = (job: Job, end: JobEnd) => Promise<boolean>;

/** An object that is finished now. */
export interface Finished {
  readonly id: string;
  readonly kind: Kind;
  /** Somebody waits for it on an open connection. */
  readonly waits: boolean;
  /** It stands in its account's feed. */
  readonly fed: boolean;
}

const SETTLE = { name: 'settle', text: 'select object_id as id, kind, waits, fed from settle($1, $2, $3, $4, $5, $6)' };

/** A job's end, packed. What lies in the object store is named by its key, and its bytes are not sent to the database. */
interface Ended {
  readonly job: Job;
  readonly end: JobEnd;
  readonly body: Packed | null;
  readonly page: Packed | null;
  readonly bodyAt: string | null;
  readonly pageAt: string | null;
}

/** `onFinished` hears of every object right after the transaction, and of the jobs that were settled together; it must not throw. */
export function createSettleJob(
  db: Db,
  workerToken: () => string,
  onFinished: (finished: readonly Finished[], jobs: readonly Job[]) => void,
  bodies: Bodies | null = null,
): SettleJob {
  const settle = async (ended: Ended[]): Promise<boolean[]> => {
    const bodyAt = ended.map((one) => one.bodyAt);
    const pageAt = ended.map((one) => one.pageAt);
    const elsewhere = [...bodyAt, ...pageAt].some((key) => key !== null);
    const rows = await db.query<Finished>(SETTLE, [
      workerToken(),
      JSON.stringify(ended.map(({ job, end, body }) => rowOf(job, end, body))),
      byteArray(ended.map(({ body, bodyAt }) => (bodyAt === null ? (body?.bytes ?? null) : null))),
      ended.some(({ page }) => page !== null) ? byteArray(ended.map(({ page, pageAt }) => (pageAt === null ? (page?.bytes ?? null) : null))) : null,
      elsewhere ? bodyAt : null,
      elsewhere ? pageAt : null,
    ]);
    if (rows.length > 0)
      onFinished(
        rows,
        ended.map(({ job }) => job),
      );
    const settled = new Set(rows.map(({ id }) => id));
    return ended.map(({ job, end }) => end.outcome === 'again' || settled.has(job.id));
  };
  const together = coalesce(settle, { weightMax: 200, callsMax: 2, separable: (error) => !(error instanceof DatabaseAway) });
  return async (job, end) => {
    // Before the shared call, so that nobody else's result waits for these bytes.
    const ended = await packEnd(job, end, bodies);
    const ours = await together(ended);
    if (!ours) await bodies?.letGo([ended.bodyAt, ended.pageAt].filter((key) => key !== null));
    return ours;
  };
}

/** The stored body also closes the object around it, so that it can follow an envelope without being unpacked. */
async function packEnd(job: Job, end: JobEnd, bodies: Bodies | null): Promise<Ended> {
  const body = end.outcome === 'done' ? await pack(`${end.body}}`) : null;
  const page = end.outcome === 'faulty' && end.page ? await pack(end.page.body) : null;
  const keep = async (packed: Packed | null) => (packed && bodies ? bodies.keep(job.id, job.attempt, packed) : null);
  return { job, end, body, page, bodyAt: await keep(body), pageAt: await keep(page) };
}

/** A request that does not match tells nobody, and the object need not be looked up for it. */
const ASKS_FOR_CALLBACK = /"callback"\s*:\s*[^\sn]/;

function rowOf(job: Job, end: JobEnd, body: Packed | null): object {
  if (end.outcome === 'again')
    return { id: job.id, attempt: job.attempt, outcome: end.outcome, attempts: end.attempts, again_seconds: end.againSeconds };
  return {
    id: job.id,
    attempt: job.attempt,
    outcome: end.outcome,
    attempts: end.attempts,
    verdict: end.verdict,
    // With the time it was asked these tell when it was claimed and settled, and which tries belong to the last claim.
    detail: { ...end.detail, life: { claims: job.attempt, earlier: Math.min(job.history.length, end.attempts.length), ms: end.ageMs } },
    age_ms: end.ageMs,
    size: body?.size ?? null,
    crc: body?.crc ?? null,
    untold: !ASKS_FOR_CALLBACK.test(job.request),
    page: end.outcome === 'faulty' && end.page ? { url: end.page.url, status: end.page.status, reason: end.page.reason } : null,
  };
}
