// Checks the alert rules and records installation-wide series, in one process at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertChannel } from '../../contract/alerts.ts';
import { PRIORITIES } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import type { SeriesRecorder } from '../series/recorder.ts';
import { type InputSettings, readAlertInputs } from './inputs.ts';
import { type AlertSenders, channelsOf, sendDueMessages } from './messages.ts';
import { type AlertLimits, findingsOf } from './rules.ts';
import { applyFindings, readOpenAlerts } from './store.ts';

export interface MonitorParts extends InputSettings {
  readonly db: Db;
  readonly series: Pick<SeriesRecorder, 'count' | 'level' | 'write'>;
  readonly limits: AlertLimits;
  /** Deadlines by priority, then AI, as orders are placed with. */
  readonly deadlineSeconds: readonly number[];
  readonly senders: AlertSenders;
  readonly onError: (task: string, error: unknown) => void;
  readonly onUnsent: (count: number) => void;
  readonly checkMs?: number;
  /** How long a condition must be over before its alert resolves. */
  readonly resolveSeconds?: number | undefined;
  readonly sendMs?: number;
}

export interface Monitor {
  stop(): Promise<void>;
}

/** An outage must be announced within a minute, and a check needs the values of a write that takes place every 20 s. */
const CHECK_MS = 20_000;
const SEND_MS = 5000;
/** A lease that is this much shorter than the interval tolerates a late timer. */
const LEASE_SHARE = 0.75;
const SAMPLE_MAX = 5000;
/** An unavailable database must not delay the end of a process. */
const STOP_MS_MAX = 2000;

/**
 * The process that moves the time forward does the check. Returns the time of the check before. A time in the future means
 * that the clock of the database was set back.
 */
const LEASE = {
  name: 'alert_lease',
  text: `with before as (select checked_at from alert_checks for update skip locked)
    update alert_checks c set checked_at = now() from before
    where before.checked_at <= now() - make_interval(secs => $1) or before.checked_at > now() + make_interval(secs => $1)
    returning extract(epoch from before.checked_at)::double precision as since, extract(epoch from c.checked_at)::double precision as until`,
};
const QUEUE = {
  name: 'alert_queue',
  text: 'select live, priority, waiting::integer, running::integer, oldest_seconds from queue_by_mode($1, $2)',
};
const OUTBOX = { name: 'alert_outbox', text: 'select live, pending::integer, failing::integer, oldest_seconds from callbacks_by_mode($1)' };
/** Charges are found by their ids, which contain the second. */
const CREDITS = {
  name: 'alert_credits',
  text: `select live, coalesce(-sum(amount) filter (where kind = 'charge'), 0)::double precision as charged,
      coalesce(sum(amount) filter (where kind = 'reversal'), 0)::double precision as refunded
    from (
      select live, kind, amount from ledger where ref >= id_at(to_timestamp($1)) and ref < id_at(to_timestamp($2)) and kind = 'charge'
      union all
      select live, kind, amount from ledger where at >= to_timestamp($1) and at < to_timestamp($2) and kind = 'reversal'
    ) as entries group by live`,
};
/** A long pause is not one minute of charges. */
const CREDITS_SECONDS_MAX = 120;
/** Transactions that still write are counted by the next check. */
const CREDITS_DELAY_SECONDS = 10;

const modeOf = (live: boolean): string => (live ? 'live' : 'test');

/** Checks the rules once. Returns false when another process has done so just now. */
export async function checkAlerts(parts: MonitorParts, channels: readonly AlertChannel[], leaseSeconds: number): Promise<boolean> {
  const { db } = parts;
  const [lease] = await db.query<{ since: number; until: number }>(LEASE, [leaseSeconds]);
  if (!lease) return false;
  await sampleTables(parts, lease.since, lease.until);
  await parts.series.write();
  const inputs = await readAlertInputs(db, parts);
  await db.transaction(async (query) => {
    const findings = findingsOf(inputs, parts.limits, await readOpenAlerts(query));
    await applyFindings(query, findings, channels, parts.resolveSeconds, lease.until - lease.since);
  });
  return true;
}

/** Records the levels of the queue and the outbox, and the credits since the check before. */
async function sampleTables({ db, series, deadlineSeconds }: MonitorParts, since: number, until: number): Promise<void> {
  const queue = await db.query<{ live: boolean; priority: number; waiting: number; running: number; oldest_seconds: number }>(QUEUE, [
    deadlineSeconds,
    SAMPLE_MAX,
  ]);
  const outbox = await db.query<{ live: boolean; pending: number; failing: number; oldest_seconds: number }>(OUTBOX, [SAMPLE_MAX]);
  for (const live of [true, false]) {
    for (const [number, priority] of PRIORITIES.entries()) {
      const row = queue.find((one) => one.live === live && one.priority === number);
      const levels = { waiting: row?.waiting ?? 0, running: row?.running ?? 0, oldestSeconds: row?.oldest_seconds ?? 0 };
      series.level('queue', `${modeOf(live)}/${priority}`, levels);
    }
    const row = outbox.find((one) => one.live === live);
    series.level('outbox', modeOf(live), {
      pending: row?.pending ?? 0,
      failing: row?.failing ?? 0,
      oldestSeconds: row?.oldest_seconds ?? 0,
    });
  }
  const [from, to] = [
    Math.floor(Math.max(since, until - CREDITS_SECONDS_MAX)) - CREDITS_DELAY_SECONDS,
    Math.floor(until) - CREDITS_DELAY_SECONDS,
  ];
  const credits = await db.query<{ live: boolean; charged: number; refunded: number }>(CREDITS, [from, to]);
  for (const { live, charged, refunded } of credits) series.count('credits', modeOf(live), { charged, refunded });
}

export function startMonitor(parts: MonitorParts): Monitor {
  const { checkMs = CHECK_MS, sendMs = SEND_MS, senders, db } = parts;
  const channels = channelsOf(senders);
  const repeat = (ms: number, task: string, run: () => Promise<void>) => {
    let current: Promise<void> | null = null;
    let isFailing = false;
    const once = async (): Promise<void> => {
      try {
        await run();
        isFailing = false;
      } catch (error) {
        // An unavailable database fails every time. One log line is enough.
        if (!isFailing) parts.onError(task, error);
        isFailing = true;
      }
      current = null;
    };
    const timer = setInterval(() => {
      current ??= once();
    }, ms);
    timer.unref();
    return { timer, rest: () => current };
  };
  const tasks = [
    repeat(checkMs, 'alerts', async () => void (await checkAlerts(parts, channels, (checkMs * LEASE_SHARE) / 1000))),
    repeat(sendMs, 'alert messages', async () => {
      const unsent = await sendDueMessages(db, senders);
      if (unsent > 0) parts.onUnsent(unsent);
    }),
  ];
  return {
    stop: async () => {
      for (const { timer } of tasks) clearInterval(timer);
      const finished = Promise.all(tasks.map(({ rest }) => rest()));
      await Promise.race([finished, sleep(STOP_MS_MAX, undefined, { ref: false })]);
    },
  };
}
