// Token buckets: a burst of calls at once, then a number of calls per minute.
import { widerNetworkOf } from './network.ts';

export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

export interface RateLimitState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the next call is allowed (when rejected), or until the bucket is full. */
  readonly seconds: number;
}

export interface Buckets {
  take(name: string, rate: RateLimit): RateLimitState;
  /** Returns the state without taking a token. */
  peek(name: string, rate: RateLimit): RateLimitState;
  /** Counts usage that was not checked first, or that happened in another process. */
  spend(name: string, rate: RateLimit, count: number): void;
  /** Number of buckets in memory. */
  size(): number;
}

interface Bucket {
  readonly name: string;
  tokens: number;
  at: number;
  rate: RateLimit;
}

/** Buckets of one kind: one per name, and shared buckets when there are too many names. */
interface Table {
  readonly byName: Map<string, Bucket>;
  /**
   * The same buckets by number, for the clock hand. Iterating over the map would pass over all recently deleted
   * entries.
   */
  readonly slots: Bucket[];
  hand: number;
  readonly shared: Map<string, Bucket>;
}

export interface BucketSettings {
  /** In milliseconds, from a monotonic clock. */
  readonly now: () => number;
  /** Maximum number of names of one kind with their own bucket. */
  readonly namesMax: number;
}

/** Enough for every client that calls within a few minutes. A bucket takes less than 200 bytes. */
const DEFAULTS: BucketSettings = { now: () => performance.now(), namesMax: 50_000 };
/** Buckets checked for each new name in a full table. */
const SCAN_MAX = 16;
/** Maximum number of groups that share a bucket, per kind and rate. */
const GROUPS_MAX = 4096;

/**
 * A bucket is dropped only when it is full, which loses nothing because a new one is full as well. So no number of
 * further names refills a bucket. While a table has only buckets in use, new names share one with their wider network.
 * A name that gets its own bucket later starts with the tokens of the shared one. A name therefore never gets more than
 * it would with room for every name. The first word of a name is its kind. Each kind has its own table, so that IP
 * addresses never displace accounts.
 */
export function createBuckets(settings: Partial<BucketSettings> = {}): Buckets {
  const { now, namesMax } = { ...DEFAULTS, ...settings };
  const tables = new Map<string, Table>();

  const tokensAt = ({ tokens, at, rate }: Bucket, time: number): number =>
    Math.min(rate.burst, tokens + ((time - at) * rate.perMinute) / 60_000);
  const isFull = (bucket: Bucket, time: number): boolean => tokensAt(bucket, time) >= bucket.rate.burst;

  /** Returns a slot for one more name, or null. Only full buckets are dropped for it. */
  const slotIn = (table: Table, time: number): number | null => {
    const { byName, slots } = table;
    if (slots.length < namesMax) return slots.length;
    for (let scans = Math.min(SCAN_MAX, slots.length); scans > 0; scans--) {
      const slot = table.hand;
      table.hand = (slot + 1) % slots.length;
      if (!isFull(slots[slot]!, time)) continue;
      byName.delete(slots[slot]!.name);
      return slot;
    }
    return null;
  };
  const refill = (bucket: Bucket, rate: RateLimit, time: number): Bucket => {
    bucket.rate = rate;
    bucket.tokens = tokensAt(bucket, time);
    bucket.at = time;
    return bucket;
  };
  const tableOf = (name: string): Table => {
    const kind = name.slice(0, name.indexOf(' '));
    const existing = tables.get(kind);
    if (existing) return existing;
    const table: Table = { byName: new Map(), slots: [], hand: 0, shared: new Map() };
    tables.set(kind, table);
    return table;
  };
  /** Returns the bucket of a name. `create` is false for `peek`. */
  const bucketOf = (name: string, rate: RateLimit, create: boolean): Bucket => {
    const time = now();
    const table = tableOf(name);
    const existing = table.byName.get(name);
    if (existing) return refill(existing, rate, time);
    const slot = create ? slotIn(table, time) : null;
    const bucket: Bucket = { name, tokens: rate.burst, at: time, rate };
    // Usually nothing is shared, and the group is not needed.
    if (table.shared.size > 0 || (create && slot === null)) {
      const group = groupOf(name, rate);
      const shared = refill(table.shared.get(group) ?? { ...bucket, name: group }, rate, time);
      if (create && slot === null) {
        table.shared.set(group, shared);
        return shared;
      }
      if (isFull(shared, time)) table.shared.delete(group);
      bucket.tokens = shared.tokens;
    }
    if (slot !== null) {
      table.slots[slot] = bucket;
      table.byName.set(name, bucket);
    }
    return bucket;
  };
  const stateOf = (tokens: number, allowed: boolean, rate: RateLimit): RateLimitState => {
    const missing = allowed ? rate.burst - tokens : 1 - tokens;
    return {
      allowed,
      remaining: Math.max(0, Math.floor(tokens)),
      seconds: Math.max(allowed ? 0 : 1, Math.ceil((missing * 60) / rate.perMinute)),
    };
  };

  return {
    take: (name, rate) => {
      const bucket = bucketOf(name, rate, true);
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      return stateOf(bucket.tokens, allowed, rate);
    },
    peek: (name, rate) => {
      const { tokens } = bucketOf(name, rate, false);
      return stateOf(tokens, tokens >= 1, rate);
    },
    spend: (name, rate, count) => {
      const bucket = bucketOf(name, rate, true);
      // The debt is limited, so that no message can block a client for longer than one burst takes to refill.
      bucket.tokens = Math.max(-rate.burst, bucket.tokens - count);
    },
    size: () => [...tables.values()].reduce((sum, { byName, shared }) => sum + byName.size + shared.size, 0),
  };
}

/** Names of one wider network and rate, hashed into a limited number of groups. */
function groupOf(name: string, { perMinute, burst }: RateLimit): string {
  const wider = widerNetworkOf(name.slice(name.indexOf(' ') + 1));
  let hash = 0;
  for (let index = 0; index < wider.length; index++) hash = (Math.imul(hash, 31) + wider.charCodeAt(index)) >>> 0;
  return `${hash % GROUPS_MAX} ${perMinute} ${burst}`;
}

/** Calls that one process allowed, for the other processes. */
export type Spent = readonly (readonly [name: string, pace: RateLimit, count: number])[];

/**
 * Buckets shared by several processes: each decides by itself and sends the others the number of calls it allowed.
 * Between two messages they may allow slightly too many calls, never too few.
 */
export function shareBuckets(byName: Buckets, send: (spent: Spent) => void, everyMs = 100): Buckets & { receive(spent: Spent): void } {
  const unsent = new Map<string, { rate: RateLimit; count: number }>();
  setInterval(() => {
    if (unsent.size === 0) return;
    send([...unsent].map(([name, { rate, count }]) => [name, rate, count]));
    unsent.clear();
  }, everyMs).unref();
  return {
    ...byName,
    take: (name, rate) => {
      const state = byName.take(name, rate);
      if (state.allowed) unsent.set(name, { rate, count: (unsent.get(name)?.count ?? 0) + 1 });
      return state;
    },
    spend: (name, rate, count) => {
      byName.spend(name, rate, count);
      unsent.set(name, { rate, count: (unsent.get(name)?.count ?? 0) + count });
    },
    receive: (spent) => {
      for (const [name, rate, count] of spent) byName.spend(name, rate, count);
    },
  };
}
