// Cache with a time to live and one load for concurrent calls.

export interface Recent<Value> {
  /** Returns the cached value, or loads it with `ask`. Concurrent calls share one load. Failures are not cached. */
  get(key: string, ask: () => Promise<Value>): Promise<Value>;
  readonly size: number;
}

export interface TtlCacheSettings {
  readonly entriesMax: number;
  readonly keepMs: number;
  readonly now: () => number;
}

const DEFAULTS: TtlCacheSettings = { entriesMax: 2000, keepMs: 10 * 60_000, now: () => performance.now() };

export function createTtlCache<Value>(settings: Partial<TtlCacheSettings> = {}): Recent<Value> {
  const { entriesMax, keepMs, now } = { ...DEFAULTS, ...settings };
  // A map keeps the order of insertion, so the oldest entry is the first.
  const entries = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();
  return {
    get(key, ask) {
      const known = entries.get(key);
      if (known && known.until > now()) return known.value;
      const value = ask();
      const entry = { value, until: now() + keepMs };
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
