// Keeps a worker from finishing more than it can tell of: one that is busy and behind with callbacks begins as many jobs as callbacks leave.

export interface Balance {
  /** Of each look into the outbox: whether there was more than could be taken. */
  looked(more: boolean): void;
  /** A callback has left. */
  told(): void;
  /** How many of so many free places may be filled now. */
  allow(free: number): number;
  began(jobs: number): void;
}

export interface BalanceParts {
  readonly now: () => number;
  /** The share of the time since the last question in which this process was busy. */
  readonly busyShare: () => number;
}

/** Callbacks that come in a burst are no reason to wait with jobs. */
const BEHIND_MS = 3000;
/** Below this, receivers take their time, and holding jobs back would help nobody. */
const BUSY_SHARE = 0.8;
const ASK_MS = 500;

export function createBalance({ now, busyShare }: BalanceParts = { now: () => performance.now(), busyShare: busySince() }): Balance {
  let [behindSince, lookedAt, askedAt] = [Number.POSITIVE_INFINITY, 0, 0];
  let busy = false;
  let told = 0;

  const isBusy = (): boolean => {
    if (now() - askedAt < ASK_MS) return busy;
    askedAt = now();
    busy = busyShare() >= BUSY_SHARE;
    return busy;
  };
  /** A dispatcher that has not polled for this long cannot poll, so holding jobs back would not help. */
  const isBehind = (): boolean => lookedAt - behindSince >= BEHIND_MS && now() - lookedAt < BEHIND_MS;

  return {
    looked: (more) => {
      lookedAt = now();
      behindSince = more ? Math.min(behindSince, lookedAt) : Number.POSITIVE_INFINITY;
    },
    told: () => {
      told++;
    },
    allow: (free) => {
      // Asked in any case: a share of a long time says nothing about now.
      if (isBusy() && isBehind()) return Math.min(free, told);
      told = 0;
      return free;
    },
    began: (jobs) => {
      told = Math.max(0, told - jobs);
    },
  };
}

function busySince(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, last);
    last = current;
    return utilization;
  };
}
