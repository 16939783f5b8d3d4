// Reuse in the worker: an object gets the result of an equal one, waits for it, or is collected.
import type { Job, JobEnd, Stored } from '../../contract/order.ts';
import type { Attempt } from '../../contract/serp.ts';
import type { Db } from '../../platform/db.ts';
import { readBody } from './body.ts';
import { REUSE_POLL_SECONDS } from './place.ts';
import { requestHashOf } from './reuse-key.ts';

export interface ReuseParts {
  readonly db: Db;
  readonly fetchAny: (ids: readonly string[]) => Promise<Stored[]>;
  readonly shared: boolean;
  /** Notifies workers that jobs are due. */
  readonly onWoken: () => void;
}

export interface Reuse {
  /** Runs `collect` unless another object's result can be reused. */
  run(job: Job, collect: (job: Job) => Promise<JobEnd>): Promise<JobEnd>;
  /** Wakes the waiters of these finished jobs. Never throws. Waiters that are not woken poll. */
  ended(jobs: readonly Job[]): Promise<void>;
}

const STEP = {
  name: 'reuse_decision',
  text: `select f.step, f.source, o.account_id as owner,
      (extract(epoch from clock_timestamp()) * 1000)::double precision as now_ms
    from reuse_decision($1, $2, $3, $4) as f left join objects o on o.id = f.source`,
};
const WAKE = { name: 'wake_reuse_waiters', text: 'select wake_reuse_waiters($1, $2) as woken' };
/** A request without this text needs no parsing. */
const FRESHNESS_TEXT = '"freshness":';

export function createReuse(parts: ReuseParts): Reuse {
  const reuseTerms = (job: Job): { requestHash: Buffer; seconds: number } | null => {
    if (!job.request.includes(FRESHNESS_TEXT)) return null;
    const request = JSON.parse(job.request) as { freshness?: number };
    if (request.freshness === undefined) return null;
    return { requestHash: requestHashOf(job.kind, request, parts.shared ? null : job.accountId), seconds: request.freshness };
  };
  return {
    run: async (job, collect) => {
      const terms = reuseTerms(job);
      if (!terms) return collect(job);
      const [row] = await parts.db.query<{ step: string; source: string | null; owner: number | null; now_ms: number }>(STEP, [
        job.id,
        terms.requestHash,
        job.mode === 'live',
        terms.seconds,
      ]);
      if (row?.step === 'wait') return { outcome: 'again', attempts: job.history, retryAfterSeconds: REUSE_POLL_SECONDS };
      if (row?.step !== 'reuse') return collect(job);
      const [source] = await parts.fetchAny([row.source!]);
      const queriedMs = source?.result?.generatedAt.getTime() ?? 0;
      const shownMs = row.owner === job.accountId ? queriedMs : foreignMs(queriedMs, row.now_ms, terms.seconds);
      return (
        (source && (await reusedResult(job, source, Math.max(0, row.now_ms - shownMs)))) ?? {
          outcome: 'again',
          attempts: job.history,
          retryAfterSeconds: 1,
        }
      );
    },
    ended: async (jobs) => {
      const requestHashes = jobs.flatMap((job) => {
        const terms = reuseTerms(job);
        return terms ? [{ question: terms.requestHash, live: job.mode === 'live' }] : [];
      });
      if (requestHashes.length === 0) return;
      try {
        const values = [requestHashes.map(({ question: requestHash }) => requestHash), requestHashes.map(({ live }) => live)];
        const [row] = await parts.db.query<{ woken: number }>(WAKE, values);
        if ((row?.woken ?? 0) > 0) parts.onWoken();
      } catch {
        // Waiters poll every few seconds.
      }
    },
  };
}

const MINUTE_MS = 60_000;

/**
 * Returns the shown query time of another account's result: the full minute before it, but never older than the request
 * allows. The exact time would reveal when the other account sent its request. `shown_generated_at` in sql/ does the
 * same.
 */
const foreignMs = (queriedMs: number, nowMs: number, seconds: number): number =>
  Math.max(Math.floor(queriedMs / MINUTE_MS) * MINUTE_MS, nowMs - seconds * 1000);

/** Returns null when the other object is gone. */
async function reusedResult(job: Job, { result }: Stored, ageMs: number): Promise<JobEnd | null> {
  if (!result?.verdict || result.faulty || !result.body) return null;
  const started = performance.now();
  const text = (await readBody(result.body)).toString('utf8');
  const attempt: Attempt = {
    source: 'reused',
    outcome: result.verdict,
    ms: Math.round(performance.now() - started),
    ageSeconds: Math.floor(ageMs / 1000),
  };
  return {
    outcome: 'done',
    verdict: result.verdict,
    attempts: [...job.history, attempt],
    detail: { ...(JSON.parse(result.detail) as object), reused: true },
    // The stored body also contains the closing brace of the surrounding object.
    body: text.slice(0, -1),
    ageMs,
  };
}
