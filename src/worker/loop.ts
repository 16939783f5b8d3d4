// The worker loop: claims jobs in batches, runs many at once, settles them and releases those it cannot finish.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SettleJob } from '../business/orders/settle.ts';
import { failureText, failureVerdict, INTERNAL_ERROR } from '../contract/failures.ts';
import type { Job, JobEnd } from '../contract/order.ts';
import type { Attempt } from '../contract/serp.ts';
import { type Kind, PRIORITIES } from '../contract/vocabulary.ts';
import { DatabaseUnavailable } from '../platform/db.ts';
import type { ClaimedRow, Queue } from '../platform/queue.ts';

/** Collects the result of one job. It may throw; then the object becomes faulty. */
export type JobHandler = (job: Job) => Promise<JobEnd>;

export type JobTable = Readonly<Record<Kind, JobHandler>>;

export interface LoopSettings {
  readonly atOnceMax: number;
  readonly claimMax: number;
  /** Time between two polls of the queue without a notification. */
  readonly pollMs: number;
  readonly heartbeatMs: number;
  readonly jobMsMax: number;
  /** A job runs in a process of its own after this many workers died while running it. */
  readonly crashesMax: number;
}

export interface LoopParts {
  readonly queue: Queue;
  readonly settle: SettleJob;
  readonly run: JobHandler;
  /** Runs a job in its own process. It limits the time of the job itself, because the job may wait for a free process first. */
  readonly runIsolated: JobHandler;
  /** Returns how many of the free slots may be filled now; `onBegin` reports how many were. */
  readonly allow?: (free: number) => number;
  readonly onBegin?: (jobs: number) => void;
  readonly onEnd: (job: Job, end: JobEnd, ms: number, settled: boolean) => void;
  readonly onError: (message: string, error: unknown) => void;
}

export interface RunningJob {
  readonly job: Job;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
}

export interface WorkerLoop {
  wake(): void;
  running(): RunningJob[];
  /** A claim is under way and may still return jobs. */
  isClaiming(): boolean;
  /** Stops claiming, waits for running jobs up to this time and releases the others. */
  stop(msMax: number): Promise<void>;
}

/** A full worker claims again when this fraction of its slots is free, or after this time. */
const GATHER_PARTS = 8;
const GATHER_MS = 20;
const AFTER_TROUBLE_MS = 500;
const SETTLE_TRIES_MAX = 40;
/** After this time, the stop no longer waits for a claim. Its jobs are then reclaimed like those of a dead worker. */
const CLAIM_END_MS_MAX = 5000;

export function startLoop(parts: LoopParts, settings: LoopSettings): WorkerLoop {
  const running = new Map<string, RunningJob & { readonly work: Promise<void> }>();
  let stopped = false;
  let claiming = false;
  let claimed: Promise<void> = Promise.resolve();
  let wanted = false;
  let doubtful = false;
  let timer: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;

  /** Orphans are released between two claims: only then do `running` and the leases in the database describe the same jobs. */
  const claim = async (): Promise<number> => {
    if (doubtful) {
      doubtful = false;
      await parts.queue.releaseOrphans([...running.keys()]);
    }
    const room = Math.min(settings.atOnceMax - running.size, settings.claimMax);
    const free = parts.allow?.(room) ?? room;
    if (free <= 0) return 0;
    const rows = await parts.queue.claim(free);
    // The stop releases them.
    if (stopped) return 0;
    parts.onBegin?.(rows.length);
    for (const row of rows) {
      const job = toJob(row);
      const work = handle(job, parts, settings).finally(() => {
        if (running.get(job.id)?.work === work) running.delete(job.id);
        freed();
      });
      running.set(job.id, { job, startedAt: performance.now(), work });
    }
    return rows.length === free ? 1 : 0;
  };

  /** A claim costs as much for one job as for dozens, so a full worker waits for several free slots, but not for long. */
  const roomMin = Math.max(1, Math.floor(settings.atOnceMax / GATHER_PARTS));
  const freed = (): void => {
    const room = settings.atOnceMax - running.size;
    if (room === roomMin) wake();
    else if (room === 1 && !stopped) gathering = setTimeout(wake, GATHER_MS);
  };

  const wake = (): void => {
    wanted = true;
    if (claiming || stopped) return;
    claiming = true;
    clearTimeout(timer);
    clearTimeout(gathering);
    claimed = (async () => {
      let pauseMs = settings.pollMs;
      try {
        while (wanted && !stopped) {
          wanted = false;
          if ((await claim()) > 0) wanted = true;
        }
      } catch (error) {
        parts.onError('job claim failed', error);
        pauseMs = AFTER_TROUBLE_MS;
      }
      claiming = false;
      if (!stopped) timer = setTimeout(wake, wanted && pauseMs === settings.pollMs ? 0 : pauseMs);
    })();
  };

  const beat = setInterval(() => {
    // If a claim's response is lost or settling fails, jobs stay leased to this worker without running. The next claim releases them.
    doubtful = true;
    parts.queue.heartbeat().then(wake, (error) => parts.onError('heartbeat failed', error));
  }, settings.heartbeatMs);

  wake();
  return {
    wake,
    running: () => [...running.values()],
    isClaiming: () => claiming,
    stop: async (msMax) => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(gathering);
      const jobs = Promise.all([...running.values()].map(({ work }) => work));
      // A claim that ended after the release would leave its jobs to a worker that is gone.
      await Promise.all([Promise.race([jobs, sleep(msMax)]), Promise.race([claimed, sleep(CLAIM_END_MS_MAX, undefined, { ref: false })])]);
      clearInterval(beat);
      await parts.queue.release().catch((error) => parts.onError('job release failed', error));
    },
  };
}

async function handle(job: Job, parts: LoopParts, settings: LoopSettings): Promise<void> {
  const started = performance.now();
  const end = await run(job, parts, settings);
  try {
    const settled = await settleSurely(job, end, parts);
    parts.onEnd(job, end, performance.now() - started, settled);
  } catch (error) {
    // The job is released after the next heartbeat, and any worker may claim it.
    parts.onError('job settle failed', error);
  }
}

async function run(job: Job, parts: LoopParts, settings: LoopSettings): Promise<JobEnd> {
  if (job.overdue) {
    const verdict = failureVerdict(job.history);
    const last = job.history.length === 0 ? 'It was never started.' : failureText(verdict, job.history);
    return { outcome: 'faulty', verdict, attempts: job.history, detail: { error: `Deadline exceeded. ${last}` }, ageMs: 0 };
  }
  let timer: NodeJS.Timeout | undefined;
  try {
    if (job.crashes >= settings.crashesMax) return await parts.runIsolated(job);
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the job took too long')), settings.jobMsMax);
    });
    return await Promise.race([parts.run(job), late]);
  } catch (error) {
    parts.onError('job failed', error);
    return { outcome: 'faulty', verdict: 'unparsed', attempts: job.history, detail: { error: INTERNAL_ERROR }, ageMs: 0 };
  } finally {
    clearTimeout(timer);
  }
}

/** Retries while the database is unavailable, so that a finished result is not lost. */
async function settleSurely(job: Job, end: JobEnd, parts: LoopParts): Promise<boolean> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await parts.settle(job, end);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || attempts >= SETTLE_TRIES_MAX) throw error;
      await sleep(AFTER_TROUBLE_MS);
    }
  }
}

function toJob(row: ClaimedRow): Job {
  return {
    id: row.object_id,
    kind: row.kind as Kind,
    mode: row.live ? 'live' : 'test',
    accountId: row.account_id,
    priority: PRIORITIES[row.priority] ?? 'NORMAL',
    attempt: row.claim_count,
    crashes: row.crashes,
    overdue: row.overdue,
    request: row.request,
    history: row.attempts === null ? [] : (JSON.parse(row.attempts) as Attempt[]),
    waitedMs: row.waited_ms,
  };
}
