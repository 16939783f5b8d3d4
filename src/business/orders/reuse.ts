// Reuse in the worker: an object gets the result of an equal one, waits for it, or is collected.
import type { Job, JobEnd, Stored } from '../../contract/order.ts';
import type { Attempt } from '../../contract/serp.ts';
import type { Db } from '../../platform/db.ts';
import { readBody } from './body.ts';
import { LOOK_SECONDS } from './place.ts';
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
const MARK = '"freshness":';

export function createReuse(parts: ReuseParts): Reuse {
  const asked = (job: Job): { question: Buffer; seconds: number } | null => {
    if (!job.request.includes(MARK)) return null;
    const request = JSON.parse(job.request) as { freshness?: number };
    if (request.freshness === undefined) return null;
    return { question: requestHashOf(job.kind, request, parts.shared ? null : job.accountId), seconds: request.freshness };
  };
  return {
    run: async (job, collect) => {
      const fresh = asked(job);
      if (!fresh) return collect(job);
      const [row] = await parts.db.query<{ step: string; source: string | null; owner: number | null; now_ms: number }>(STEP, [
        job.id,
        fresh.question,
        job.mode === 'live',
        fresh.seconds,
      ]);
      if (row?.step === 'wait') return { outcome: 'again', attempts: job.history, retryAfterSeconds: LOOK_SECONDS };
      if (row?.step !== 'reuse') return collect(job);
      const [source] = await parts.fetchAny([row.source!]);
      const askedMs = source?.result?.generatedAt.getTime() ?? 0;
      const shownMs = row.owner === job.accountId ? askedMs : foreignMs(askedMs, row.now_ms, fresh.seconds);
      return (
        (source && (await retold(job, source, Math.max(0, row.now_ms - shownMs)))) ?? {
          outcome: 'again',
          attempts: job.history,
          retryAfterSeconds: 1,
        }
      );
    },
    ended: async (jobs) => {
      const questions = jobs.flatMap((job) => {
        const fresh = asked(job);
        return fresh ? [{ question: fresh.question, live: job.mode === 'live' }] : [];
      });
      if (questions.length === 0) return;
      try {
        const values = [questions.map(({ question }) => question), questions.map(({ live }) => live)];
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
const foreignMs = (askedMs: number, nowMs: number, seconds: number): number =>
  Math.max(Math.floor(askedMs / MINUTE_MS) * MINUTE_MS, nowMs - seconds * 1000);

/** Returns null when the other object is gone. */
async function retold(job: Job, { result }: Stored, ageMs: number): Promise<JobEnd | null> {
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
