// Facts for a quote: balance, queue position and recent throughput.
import type { Account } from '../../contract/order.ts';
import { PRIORITIES, type Priority } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';

export interface QueueAhead {
  readonly balance: number;
  /** Credits that the key may still spend. Null without a budget. */
  readonly budgetLeft: number | null;
  /** Number of objects ahead in the queue. Null when there are too many to count. */
  readonly waiting: number | null;
  readonly workers: number;
  /** Recently finished objects per second. Null until enough samples exist. */
  readonly perSecond: number | null;
}

export interface WaitEstimate {
  /** Counts only jobs with the same label, and workers that run them. */
  of(account: Account, priority: Priority, label: string): Promise<QueueAhead>;
  close(): void;
}

/** Counting further would take too long. */
export const COUNT_MAX = 50_000;
const WORKER_SEEN_SECONDS = 30;
const SAMPLE_MS = 10_000;
/** Throughput needs two samples at least `SAMPLE_SPAN_MIN_MS` apart and not older than `SAMPLE_AGE_MAX_MS`. */
const SAMPLE_SPAN_MIN_MS = 1500;
const SAMPLE_AGE_MAX_MS = 120_000;

/** A queue row is deleted when its object is finished, so PostgreSQL's count of deletions counts finished objects. */
const FINISHED = "pg_stat_get_tuples_deleted('queue'::regclass)";
const SAMPLE = { name: 'outlook_sample', text: `select ${FINISHED} as finished` };
const AHEAD = {
  name: 'outlook',
  text: `with mine as (
      select greatest(rounds[$3::integer + 1], (current_rounds())[$3::integer + 1]) as round
      from account_modes where account_id = $1 and live = $2 and $7 = ''
      union all
      select greatest((select round from account_label_rounds where account_id = $1 and live = $2 and label = $7 and priority = $3),
        (select round from label_rounds where label = $7 and priority = $3)) where $7 <> ''
    )
    select
      (select coalesce(sum(remaining), 0) from lots where account_id = $1 and live = $2 and (expires_at is null or expires_at > now()))::bigint as balance,
      (select budget - spent from keys where id = $6) as "budgetLeft",
      (select count(*) from (select 1 from queue where label = $7 and due and lease is null and priority > $3 limit $4) as sooner)
        + (select count(*) from (select 1 from queue, mine where label = $7 and due and lease is null and priority = $3 and queue.round <= mine.round limit $4) as before) as waiting,
      (select count(*) from workers where seen_at > now() - make_interval(secs => $5) and $7 = any (labels))::integer as workers,
      ${FINISHED} as finished`,
};

interface AheadRow {
  readonly balance: number;
  readonly budgetLeft: number | null;
  readonly waiting: number;
  readonly workers: number;
  readonly finished: number;
}

export function createWaitEstimate(db: Db, now: () => number = () => performance.now()): WaitEstimate {
  let samples: { readonly at: number; readonly finished: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const addSample = (finished: number): void => {
    samples = [...samples.filter(({ at }) => now() - at < SAMPLE_AGE_MAX_MS), { at: now(), finished }];
  };
  const throughput = (): number | null => {
    const [first, last] = [samples[0], samples.at(-1)];
    if (!first || !last || last.at - first.at < SAMPLE_SPAN_MIN_MS) return null;
    return Math.max(0, last.finished - first.finished) / ((last.at - first.at) / 1000);
  };
  return {
    of: async (account, priority, label) => {
      // Sampling starts with the first estimate.
      timer ??= setInterval(() => {
        db.query<{ finished: number }>(SAMPLE).then(
          ([row]) => addSample(row!.finished),
          () => undefined,
        );
      }, SAMPLE_MS).unref();
      const level = PRIORITIES.indexOf(priority);
      const values = [account.id, account.mode === 'live', level, COUNT_MAX, WORKER_SEEN_SECONDS, account.keyId, label];
      const [row] = await db.query<AheadRow>(AHEAD, values);
      addSample(row!.finished);
      const { balance, budgetLeft, waiting, workers } = row!;
      return { balance, budgetLeft, waiting: waiting >= COUNT_MAX ? null : waiting, workers, perSecond: throughput() };
    },
    close: () => clearInterval(timer),
  };
}

export interface StartEstimate {
  /** Returns the milliseconds from being due to being claimed. 0 when nothing waits or nothing is known yet. */
  waitMs(priority: number): number;
}

const HEADS = {
  name: 'queue_heads',
  text: `select p.priority, (
      select extract(epoch from now() - q.run_at) * 1000 from queue q
      where q.label = '' and q.priority = p.priority and q.due and q.lease is null order by q.round limit 1
    )::double precision as waited
    from generate_series(0, ${PRIORITIES.length - 1}) as p (priority)`,
};
const FRESH_MS = 5000;

/**
 * How long objects without a label wait for a worker now, by priority: the wait of the next job of each. Read in the
 * background, never by a request.
 */
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
