// Slows down jobs while callbacks lag: a busy worker with a callback backlog starts one job per callback sent.

export interface Balance {
  /** Called after each poll of the outbox: `more` is true when callbacks were left there. */
  looked(more: boolean): void;
  /** A callback was sent. */
  told(): void;
  /** Returns how many of the free slots may be filled now. */
  allow(free: number): number;
  began(jobs: number): void;
}

export interface BalanceParts {
  readonly now: () => number;
  /** The share of the time since the last call in which the event loop was busy. */
  readonly busyShare: () => number;
}

/** A shorter backlog is only a burst of callbacks and does not slow down jobs. */
const BEHIND_MS = 3000;
/** Below this share the receivers are slow, not this process, and holding jobs back would not help. */
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
      // `isBusy` runs every time: a share measured over a long time says nothing about now.
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
