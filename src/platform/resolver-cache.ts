// Remembers for a while what a name led to, and that it led nowhere; the names used last are kept.
import { NameUnresolved, type Unresolved } from './resolver-errors.ts';

export interface AddressCache {
  /** Throws what was found out about a name that leads nowhere. */
  get(name: string): readonly string[] | null;
  /** Addresses whose time is over but that are better than none. */
  stale(name: string): readonly string[] | null;
  found(name: string, addresses: readonly string[], ttlSeconds: number): void;
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

/** A burst of requests asks once even where a name says that its answer may not be kept. */
const TTL_SECONDS_MIN = 1;
const TTL_SECONDS_MAX = 300;
const NEGATIVE_MS: Readonly<Record<Unresolved, number>> = { not_found: 10_000, timeout: 10_000, failed: 5000, rejected: 0 };
/** While no server answers, addresses are used for this long beyond their time. */
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
      // Used last, dropped last.
      put(name, entry);
      return entry.addresses;
    },
    stale: (name) => entryOf(name)?.addresses ?? null,
    found: (name, addresses, ttlSeconds) => {
      const until = now() + Math.min(TTL_SECONDS_MAX, Math.max(TTL_SECONDS_MIN, ttlSeconds)) * 1000;
      put(name, { addresses, reason: 'not_found', until, staleUntil: until + STALE_MS });
    },
    unresolved: (name, reason) => {
      const until = now() + NEGATIVE_MS[reason];
      const known = reason === 'not_found' ? null : entryOf(name);
      // What is known stays in use until the servers answer again; only the next question waits.
      if (known?.addresses) put(name, { ...known, until: Math.min(until, known.staleUntil) });
      else put(name, { addresses: null, reason, until, staleUntil: 0 });
    },
    clear: () => entries.clear(),
    get size() {
      return entries.size;
    },
  };
}
