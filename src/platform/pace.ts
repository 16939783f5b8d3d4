// Token buckets: so many calls at once, so many a minute after that.

export interface Pace {
  readonly perMinute: number;
  readonly burst: number;
}

export interface PaceState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the next call goes through (when refused), or until the bucket is full again. */
  readonly seconds: number;
}

export interface Buckets {
  take(name: string, pace: Pace): PaceState;
  /** Looks without taking. */
  peek(name: string, pace: Pace): PaceState;
  /** Counts calls that were let through elsewhere. */
  spend(name: string, pace: Pace, count: number): void;
}

/** Enough for every address that calls within some minutes; the oldest are forgotten first, which only ever favours a caller. */
const BUCKETS_MAX = 100_000;

/** `now` in milliseconds, from a clock that never goes back. */
export function createBuckets(now: () => number = () => performance.now()): Buckets {
  const buckets = new Map<string, { tokens: number; at: number }>();

  const refilled = (name: string, pace: Pace): { tokens: number; at: number } => {
    const at = now();
    const known = buckets.get(name);
    if (!known) return { tokens: pace.burst, at };
    return { tokens: Math.min(pace.burst, known.tokens + ((at - known.at) * pace.perMinute) / 60_000), at };
  };
  const stateOf = (tokens: number, allowed: boolean, pace: Pace): PaceState => {
    const missing = allowed ? pace.burst - tokens : 1 - tokens;
    return {
      allowed,
      remaining: Math.max(0, Math.floor(tokens)),
      seconds: Math.max(allowed ? 0 : 1, Math.ceil((missing * 60) / pace.perMinute)),
    };
  };

  const keep = (name: string, bucket: { tokens: number; at: number }): void => {
    if (buckets.size >= BUCKETS_MAX && !buckets.has(name)) buckets.delete(buckets.keys().next().value!);
    buckets.delete(name);
    buckets.set(name, bucket);
  };

  return {
    take: (name, pace) => {
      const bucket = refilled(name, pace);
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      keep(name, bucket);
      return stateOf(bucket.tokens, allowed, pace);
    },
    peek: (name, pace) => {
      const { tokens } = refilled(name, pace);
      return stateOf(tokens, tokens >= 1, pace);
    },
    spend: (name, pace, count) => {
      const bucket = refilled(name, pace);
      // A debt is bounded, so that no tidings can shut a caller out for longer than one burst takes to refill.
      bucket.tokens = Math.max(-pace.burst, bucket.tokens - count);
      keep(name, bucket);
    },
  };
}

/** Calls let through by one process, for its neighbours. */
export type Spent = readonly (readonly [name: string, pace: Pace, count: number])[];

/**
 * Buckets that several processes fill and empty together: each decides by itself and tells the others what it let through.
 * Between two tidings they may let through a little too much, never too little.
 */
export function shareBuckets(own: Buckets, tell: (spent: Spent) => void, everyMs = 100): Buckets & { heard(spent: Spent): void } {
  const untold = new Map<string, { pace: Pace; count: number }>();
  setInterval(() => {
    if (untold.size === 0) return;
    tell([...untold].map(([name, { pace, count }]) => [name, pace, count]));
    untold.clear();
  }, everyMs).unref();
  return {
    ...own,
    take: (name, pace) => {
      const state = own.take(name, pace);
      if (state.allowed) untold.set(name, { pace, count: (untold.get(name)?.count ?? 0) + 1 });
      return state;
    },
    heard: (spent) => {
      for (const [name, pace, count] of spent) own.spend(name, pace, count);
    },
  };
}
