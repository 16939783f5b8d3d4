// Settles jobs in batches: result, state, reversal and callback in one transaction with the fence.
import type { FailedPage, Job, JobEnd } from '../../contract/order.ts';
import type { Kind } from '../../contract/vocabulary.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { DatabaseUnavailable, type Db } from '../../platform/db.ts';
import { bigintArray, booleanArray, byteArray, doubleArray, integerArray, jsonArray, textArray } from '../../platform/db-arrays.ts';
import { type Compressed, compress, compressAround } from '../../platform/gzip.ts';
import type { Blobs } from './blobs.ts';

/** Returns true when the job was settled, false when the lease was lost or the object deleted. */
export type SettleJob = (job: Job, end: JobEnd) => Promise<boolean>;

/** An object that was just finished. */
export interface Finished {
  readonly id: string;
  readonly kind: Kind;
  /** A client waits for it on an open connection. */
  readonly hasWaiter: boolean;
  /** It was appended to its account's event feed. */
  readonly hasEvent: boolean;
  /** It may have a callback. */
  readonly hasCallback: boolean;
}

const SETTLE = {
  name: 'settle',
  text: `select finished, awaited, has_event
    from settle_jobs($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
};

/** Indexes of jobs in the call, from 1. */
interface Settled {
  readonly finished: number[] | null;
  readonly awaited: number[] | null;
  readonly has_event: number[] | null;
}

/** The compressed end of a job. Blobs in S3 have a key, and their bytes are not sent to the database. */
interface Ended {
  readonly job: Job;
  readonly end: JobEnd;
  readonly body: Compressed | null;
  readonly page: Compressed | null;
  readonly bodyKey: string | null;
  readonly pageKey: string | null;
}

/** Limits per call and for concurrent calls. A large body counts as several jobs, so that a call stays small. */
const TOGETHER = { weightMax: 500, callsMax: 2 };
const BYTES_PER_JOB = 8192;
const weightOf = ({ body, page }: Ended): number => 1 + Math.floor(((body?.bytes.length ?? 0) + (page?.bytes.length ?? 0)) / BYTES_PER_JOB);

/** Calls `onFinished` right after the transaction, with the finished objects and all jobs. It must not throw. */
export function createSettleJob(
  db: Db,
  workerToken: () => string,
  onFinished: (finished: readonly Finished[], jobs: readonly Job[]) => void,
  blobs: Blobs | null = null,
): SettleJob {
  const settle = async (ended: Ended[]): Promise<boolean[]> => {
    const [settledRows] = await db.query<Settled>(SETTLE, parametersOf(workerToken(), ended));
    const [awaited, hasEvent] = [new Set(settledRows?.awaited), new Set(settledRows?.has_event)];
    const rows = (settledRows?.finished ?? []).map((position): Finished => {
      const { id, kind, request } = ended[position - 1]!.job;
      return { id, kind, hasWaiter: awaited.has(position), hasEvent: hasEvent.has(position), hasCallback: HAS_CALLBACK.test(request) };
    });
    if (rows.length > 0)
      onFinished(
        rows,
        ended.map(({ job }) => job),
      );
    // By index, not by id: a worker that was declared dead may send two attempts of one job, and one holds the lease.
    const settled = new Set(settledRows?.finished);
    return ended.map(({ end }, index) => end.outcome === 'again' || settled.has(index + 1));
  };
  const together = coalesce(settle, { ...TOGETHER, weightOf, separable: (error) => !(error instanceof DatabaseUnavailable) });
  return async (job, end) => {
    // Upload before the shared call, so that no other result waits for these bytes.
    const ended = await compressEnd(job, end, blobs);
    const ours = await together(ended);
    if (!ours) await blobs?.orphan([ended.bodyKey, ended.pageKey].filter((key) => key !== null));
    return ours;
  };
}

/** The stored body includes the closing brace, so that it can follow an envelope without decompression. */
async function compressEnd(job: Job, end: JobEnd, blobs: Blobs | null): Promise<Ended> {
  const body = end.outcome === 'done' ? await compressBody(end) : null;
  const page = end.outcome === 'faulty' && end.page ? await compressPage(end.page) : null;
  const upload = async (packed: Compressed | null) => (packed && blobs ? blobs.upload(job.id, job.attempt, packed) : null);
  return { job, end, body, page, bodyKey: await upload(body), pageKey: await upload(page) };
}

const compressBody = async ({ body, raw }: Extract<JobEnd, { outcome: 'done' }>): Promise<Compressed> =>
  raw ? compressAround(`${body}}`, raw.at, raw.pages) : compress(`${body}}`);

const compressPage = async ({ body }: FailedPage): Promise<Compressed> => (typeof body === 'string' ? compress(body) : body);

/** A request that does not match has no callback, so its object need not be looked up. */
const HAS_CALLBACK = /"callback"\s*:\s*[^\sn]/;

/** Returns one array per property, or null when no job of the call has it. */
function parametersOf(worker: string, ended: readonly Ended[]): unknown[] {
  const unless = <T>(values: (T | null)[], write: (values: (T | null)[]) => Buffer): Buffer | null =>
    values.some((value) => value !== null) ? write(values) : null;
  return [
    worker,
    textArray(ended.map(({ job }) => job.id)),
    integerArray(ended.map(({ job }) => job.attempt)),
    textArray(ended.map(({ end }) => (end.outcome === 'again' ? 'retry' : end.outcome))),
    textArray(ended.map(({ end }) => (end.outcome === 'again' ? null : end.verdict))),
    jsonArray(ended.map(({ end }) => JSON.stringify(end.attempts))),
    jsonArray(ended.map(detailOf)),
    doubleArray(ended.map(({ end }) => (end.outcome === 'again' ? null : end.ageMs))),
    byteArray(ended.map(({ body, bodyKey }) => (bodyKey === null ? (body?.bytes ?? null) : null))),
    integerArray(ended.map(({ body }) => body?.size ?? null)),
    bigintArray(ended.map(({ body }) => body?.crc ?? null)),
    booleanArray(ended.map(({ job }) => !HAS_CALLBACK.test(job.request))),
    unless(
      ended.map(({ end }) => (end.outcome === 'again' ? end.retryAfterSeconds : null)),
      doubleArray,
    ),
    unless(ended.map(pageOf), jsonArray),
    unless(
      ended.map(({ page, pageKey }) => (pageKey === null ? (page?.bytes ?? null) : null)),
      byteArray,
    ),
    unless(
      ended.map(({ bodyKey }) => bodyKey),
      textArray,
    ),
    unless(
      ended.map(({ pageKey }) => pageKey),
      textArray,
    ),
  ];
}

/** `life` lets the timeline show when the job was claimed and settled, and which attempts belong to the last claim. */
function detailOf({ job, end }: Ended): string | null {
  if (end.outcome === 'again') return null;
  const life = { claims: job.attempt, earlier: Math.min(job.history.length, end.attempts.length), ms: end.ageMs };
  return JSON.stringify(end.detail === undefined ? { life } : { ...end.detail, life });
}

function pageOf({ end }: Ended): string | null {
  if (end.outcome !== 'faulty' || !end.page) return null;
  return JSON.stringify({ url: end.page.url, status: end.page.status, reason: end.page.reason });
}
