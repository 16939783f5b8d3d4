// Counts bad operator tokens per network and records them once a minute in the log and the audit log.
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Audit } from './audit.ts';

export interface RejectedTokens {
  /** Counts one bad token from this network. `throttled` when the network exceeded its limit. */
  count(network: string, throttled: boolean): void;
  /** Records the counts since the last flush. */
  flush(): Promise<void>;
  /** Stops the timer and flushes once more. */
  close(): Promise<void>;
}

/** The actor of entries without an operator. */
const UNKNOWN_ACTOR = 'unknown';
/** The audit log is never cleaned up, so further networks share one entry. */
const ENTRIES_MAX = 20;
const NETWORKS_MAX = 10_000;
const OTHERS = 'other networks';
const EVERY_MS = 60_000;

interface Attempts {
  attempts: number;
  throttled: number;
}

export function createRejectedTokens(db: Db, audit: Audit, log: Log, everyMs = EVERY_MS): RejectedTokens {
  let counted = new Map<string, Attempts>();
  let flushing: Promise<void> = Promise.resolve();

  const add = (network: string, { attempts, throttled }: Attempts): void => {
    const name = counted.has(network) || counted.size < NETWORKS_MAX ? network : OTHERS;
    const known = counted.get(name) ?? { attempts: 0, throttled: 0 };
    counted.set(name, { attempts: known.attempts + attempts, throttled: known.throttled + throttled });
  };
  const write = async (): Promise<void> => {
    const all = [...counted].sort(([, left], [, right]) => right.attempts - left.attempts);
    counted = new Map();
    const entries = all.slice(0, ENTRIES_MAX);
    const rest = all.slice(ENTRIES_MAX);
    if (rest.length > 0) {
      const sum = (field: keyof Attempts): number => rest.reduce((total, [, each]) => total + each[field], 0);
      entries.push([OTHERS, { attempts: sum('attempts'), throttled: sum('throttled') }]);
    }
    for (const [network, { attempts }] of entries) log.warn('bad admin tokens', { network, count: attempts });
    for (const [index, [network, attempts]] of entries.entries()) {
      try {
        await audit.record(db.query, 'operator.refused', network, attempts, UNKNOWN_ACTOR);
      } catch {
        // The database is unavailable. Record these counts with the next flush.
        for (const [name, left] of entries.slice(index)) add(name, left);
        return;
      }
    }
  };
  const flush = (): Promise<void> => {
    flushing = flushing.then(write);
    return flushing;
  };
  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    count: (network, throttled) => add(network, { attempts: 1, throttled: throttled ? 1 : 0 }),
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
