// Cache with a time to live and one load for concurrent calls.

export interface TtlCache<Value> {
  /** Returns the cached value, or loads it with `load`. Concurrent calls share one load. Failures are not cached. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  readonly size: number;
}

export interface TtlCacheSettings {
  readonly entriesMax: number;
  readonly ttlMs: number;
  readonly now: () => number;
}

const DEFAULTS: TtlCacheSettings = { entriesMax: 2000, ttlMs: 10 * 60_000, now: () => performance.now() };

export function createTtlCache<Value>(settings: Partial<TtlCacheSettings> = {}): TtlCache<Value> {
  const { entriesMax, ttlMs, now } = { ...DEFAULTS, ...settings };
  // A map keeps the order of insertion, so the oldest entry is the first.
  const entries = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();
  return {
    get(key, load) {
      const cached = entries.get(key);
      if (cached && cached.until > now()) return cached.value;
      const value = load();
      const entry = { value, until: now() + ttlMs };
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > entriesMax) entries.delete(entries.keys().next().value!);
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return value;
    },
    get size() {
      return entries.size;
    },
  };
}
