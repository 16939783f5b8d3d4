// Cache of resolved and unresolvable host names; the least recently used names are dropped.
import { NameUnresolved, type Unresolved } from './resolver-errors.ts';

export interface AddressCache {
  /** Throws `NameUnresolved` for a name that is known to be unresolvable. */
  get(name: string): readonly string[] | null;
  /** Returns expired addresses, for use while no server responds. */
  stale(name: string): readonly string[] | null;
  store(name: string, addresses: readonly string[], ttlSeconds: number): void;
  unresolved(name: string, reason: Unresolved): void;
  clear(): void;
  readonly size: number;
}

interface Entry {
  readonly addresses: readonly string[] | null;
  readonly reason: Unresolved;
  readonly until: number;
  readonly staleUntil: number;
}

/** Minimum time to live, so that a burst of requests causes one lookup even when caching is forbidden. */
const TTL_SECONDS_MIN = 1;
const TTL_SECONDS_MAX = 300;
const NEGATIVE_MS: Readonly<Record<Unresolved, number>> = { not_found: 10_000, timeout: 10_000, failed: 5000, rejected: 0 };
/** While no server responds, expired addresses are used for this long. */
const STALE_MS = 600_000;

export function createAddressCache(namesMax: number, now: () => number = () => performance.now()): AddressCache {
  const entries = new Map<string, Entry>();
  const entryOf = (name: string): Entry | undefined => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    if (now() > Math.max(entry.until, entry.staleUntil)) {
      entries.delete(name);
      return undefined;
    }
    return entry;
  };
  const put = (name: string, entry: Entry): void => {
    entries.delete(name);
    entries.set(name, entry);
    if (entries.size <= namesMax) return;
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  };
  return {
    get: (name) => {
      const entry = entryOf(name);
      if (!entry || now() > entry.until) return null;
      if (!entry.addresses) throw new NameUnresolved(entry.reason);
      // Moved to the end, so that it is dropped last.
      put(name, entry);
      return entry.addresses;
    },
    stale: (name) => entryOf(name)?.addresses ?? null,
    store: (name, addresses, ttlSeconds) => {
      const until = now() + Math.min(TTL_SECONDS_MAX, Math.max(TTL_SECONDS_MIN, ttlSeconds)) * 1000;
      put(name, { addresses, reason: 'not_found', until, staleUntil: until + STALE_MS });
    },
    unresolved: (name, reason) => {
      const until = now() + NEGATIVE_MS[reason];
      const entry = reason === 'not_found' ? null : entryOf(name);
      // Known addresses stay in use until the servers respond; only the next lookup is delayed.
      if (entry?.addresses) put(name, { ...entry, until: Math.min(until, entry.staleUntil) });
      else put(name, { addresses: null, reason, until, staleUntil: 0 });
    },
    clear: () => entries.clear(),
    get size() {
      return entries.size;
    },
  };
}
