// Lookup slots: a total, a share per account and a smaller share per domain.
import { NameUnresolved } from './resolver-errors.ts';

/** Owner of a lookup: an account number, or a word for lookups without an account. */
export type Share = string | number;

export interface ShareSettings {
  readonly total: number;
  readonly perShare: number;
  readonly perDomain: number;
  /** This many lookups of a share may always run, whatever the total is, so that other shares cannot block it. */
  readonly always: number;
  readonly waitingMax: number;
  /** After this time without a response, waiting and new lookups are rejected. */
  readonly stuckMs: number;
}

export interface Shares {
  /** Runs the work in a slot. `deadline` is a time of `performance.now()` and also limits the wait for a slot. */
  run<T>(share: Share, domain: string, deadline: number, work: () => Promise<T>): Promise<T>;
  readonly running: number;
}

/** One limit: the number of running lookups, and the time since the last response. */
interface Limit {
  readonly max: number;
  running: number;
  /** Time of the last response, or when it was last below its maximum. */
  progressAt: number;
  /** The last finished lookup timed out. A lookup that takes its slot does not count as progress. */
  timedOut: boolean;
}

interface Pool extends Limit {
  readonly domains: Map<string, Limit>;
  readonly waiting: Set<Waiter>;
}

interface Waiter {
  readonly domain: string;
  start(): void;
  reject(): void;
}

export function createShares(settings: ShareSettings): Shares {
  const { perShare, perDomain, always, waitingMax, stuckMs } = settings;
  const limitOf = (max: number): Limit => ({ max, running: 0, progressAt: performance.now(), timedOut: false });
  const total = limitOf(settings.total);
  const pools = new Map<Share, Pool>();

  const poolOf = (share: Share): Pool => {
    let pool = pools.get(share);
    if (!pool) {
      pool = { ...limitOf(perShare), domains: new Map(), waiting: new Set() };
      pools.set(share, pool);
    }
    return pool;
  };
  const domainOf = (pool: Pool, name: string): Limit => {
    let domain = pool.domains.get(name);
    if (!domain) {
      domain = limitOf(perDomain);
      pool.domains.set(name, domain);
    }
    return domain;
  };
  const limitsOf = (pool: Pool, name: string): Limit[] => {
    const limits = [pool, domainOf(pool, name)];
    return pool.running < always ? limits : [...limits, total];
  };
  const isFull = ({ running, max }: Limit): boolean => running >= max;
  const isStuck = (limit: Limit): boolean => isFull(limit) && performance.now() - limit.progressAt >= stuckMs;

  const acquire = (pool: Pool, name: string): void => {
    for (const limit of [pool, domainOf(pool, name), total]) {
      // A limit that becomes full with this lookup is not stuck yet.
      if (!isFull(limit) && !limit.timedOut) limit.progressAt = performance.now();
      limit.running++;
    }
  };
  const release = (pool: Pool, name: string, responded: boolean): void => {
    const totalWasFull = isFull(total);
    for (const limit of [pool, domainOf(pool, name), total]) {
      limit.running--;
      limit.timedOut = !responded && limit.running > 0;
      if (responded) limit.progressAt = performance.now();
    }
    startNext(pool);
    if (totalWasFull) for (const other of pools.values()) startNext(other);
  };
  /** Drops the state of a share or domain without lookups. */
  const dropIdle = (share: Share, pool: Pool, name: string): void => {
    if (domainOf(pool, name).running === 0 && !isAwaited(pool, name)) pool.domains.delete(name);
    if (pool.running === 0 && pool.waiting.size === 0) pools.delete(share);
  };
  const isAwaited = (pool: Pool, name: string): boolean => [...pool.waiting].some(({ domain }) => domain === name);
  const startNext = (pool: Pool): void => {
    for (const waiter of pool.waiting) if (!limitsOf(pool, waiter.domain).some(isFull)) waiter.start();
  };

  const acquireSlot = (pool: Pool, name: string, deadline: number): Promise<void> | undefined => {
    const limits = limitsOf(pool, name);
    if (!limits.some(isFull)) {
      acquire(pool, name);
      return undefined;
    }
    if (limits.some(isStuck) || pool.waiting.size >= waitingMax) throw new NameUnresolved('rejected');
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiter: Waiter = {
        domain: name,
        start: () => {
          stop();
          acquire(pool, name);
          resolve();
        },
        reject: () => {
          stop();
          reject(new NameUnresolved('rejected'));
        },
      };
      const stop = (): void => {
        clearTimeout(timer);
        pool.waiting.delete(waiter);
      };
      const check = (): void => {
        const now = performance.now();
        const full = limitsOf(pool, name).filter(isFull);
        const stuckAt = Math.min(...full.map(({ progressAt }) => progressAt + stuckMs));
        if (now >= deadline || full.some(isStuck)) waiter.reject();
        else timer = setTimeout(check, Math.max(10, Math.min(deadline, stuckAt) - now));
      };
      pool.waiting.add(waiter);
      check();
    });
  };

  return {
    run: async (share, domain, deadline, work) => {
      const pool = poolOf(share);
      try {
        // Synchronous when a slot is free, so that equal lookups of one tick find the first one running.
        const slot = acquireSlot(pool, domain, deadline);
        if (slot) await slot;
        let responded = true;
        try {
          return await work();
        } catch (error) {
          responded = !(error instanceof NameUnresolved && error.reason === 'timeout');
          throw error;
        } finally {
          release(pool, domain, responded);
        }
      } finally {
        dropIdle(share, pool, domain);
      }
    },
    get running() {
      return total.running;
    },
  };
}
