// Token buckets: a burst of calls at once, then a number of calls per minute.
import { widerNetworkOf } from './network.ts';

export interface Pace {
  readonly perMinute: number;
  readonly burst: number;
}

export interface PaceState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the next call is allowed (when rejected), or until the bucket is full. */
  readonly seconds: number;
}

export interface Buckets {
  take(name: string, pace: Pace): PaceState;
  /** Returns the state without taking a token. */
  peek(name: string, pace: Pace): PaceState;
  /** Counts usage that was not checked first, or that happened in another process. */
  spend(name: string, pace: Pace, count: number): void;
  /** Number of buckets in memory. */
  size(): number;
}

interface Bucket {
  readonly name: string;
  tokens: number;
  at: number;
  pace: Pace;
}

/** Buckets of one kind: one per name, and shared buckets when there are too many names. */
interface Table {
  readonly own: Map<string, Bucket>;
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
const LOOKED_AT_MAX = 16;
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

  const tokensAt = ({ tokens, at, pace }: Bucket, time: number): number =>
    Math.min(pace.burst, tokens + ((time - at) * pace.perMinute) / 60_000);
  const isFull = (bucket: Bucket, time: number): boolean => tokensAt(bucket, time) >= bucket.pace.burst;

  /** Returns a slot for one more name, or null. Only full buckets are dropped for it. */
  const slotIn = (table: Table, time: number): number | null => {
    const { own, slots } = table;
    if (slots.length < namesMax) return slots.length;
    for (let looks = Math.min(LOOKED_AT_MAX, slots.length); looks > 0; looks--) {
      const slot = table.hand;
      table.hand = (slot + 1) % slots.length;
      if (!isFull(slots[slot]!, time)) continue;
      own.delete(slots[slot]!.name);
      return slot;
    }
    return null;
  };
  const refill = (bucket: Bucket, pace: Pace, time: number): Bucket => {
    bucket.pace = pace;
    bucket.tokens = tokensAt(bucket, time);
    bucket.at = time;
    return bucket;
  };
  const tableOf = (name: string): Table => {
    const kind = name.slice(0, name.indexOf(' '));
    const known = tables.get(kind);
    if (known) return known;
    const table: Table = { own: new Map(), slots: [], hand: 0, shared: new Map() };
    tables.set(kind, table);
    return table;
  };
  /** Returns the bucket of a name. `keep` is false for `peek`. */
  const bucketOf = (name: string, pace: Pace, keep: boolean): Bucket => {
    const time = now();
    const table = tableOf(name);
    const known = table.own.get(name);
    if (known) return refill(known, pace, time);
    const slot = keep ? slotIn(table, time) : null;
    const bucket: Bucket = { name, tokens: pace.burst, at: time, pace };
    // Usually nothing is shared, and the group is not needed.
    if (table.shared.size > 0 || (keep && slot === null)) {
      const group = groupOf(name, pace);
      const shared = refill(table.shared.get(group) ?? { ...bucket, name: group }, pace, time);
      if (keep && slot === null) {
        table.shared.set(group, shared);
        return shared;
      }
      if (isFull(shared, time)) table.shared.delete(group);
      bucket.tokens = shared.tokens;
    }
    if (slot !== null) {
      table.slots[slot] = bucket;
      table.own.set(name, bucket);
    }
    return bucket;
  };
  const stateOf = (tokens: number, allowed: boolean, pace: Pace): PaceState => {
    const missing = allowed ? pace.burst - tokens : 1 - tokens;
    return {
      allowed,
      remaining: Math.max(0, Math.floor(tokens)),
      seconds: Math.max(allowed ? 0 : 1, Math.ceil((missing * 60) / pace.perMinute)),
    };
  };

  return {
    take: (name, pace) => {
      const bucket = bucketOf(name, pace, true);
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      return stateOf(bucket.tokens, allowed, pace);
    },
    peek: (name, pace) => {
      const { tokens } = bucketOf(name, pace, false);
      return stateOf(tokens, tokens >= 1, pace);
    },
    spend: (name, pace, count) => {
      const bucket = bucketOf(name, pace, true);
      // The debt is limited, so that no message can block a client for longer than one burst takes to refill.
      bucket.tokens = Math.max(-pace.burst, bucket.tokens - count);
    },
    size: () => [...tables.values()].reduce((sum, { own, shared }) => sum + own.size + shared.size, 0),
  };
}

/** Names of one wider network and rate, hashed into a limited number of groups. */
function groupOf(name: string, { perMinute, burst }: Pace): string {
  const wider = widerNetworkOf(name.slice(name.indexOf(' ') + 1));
  let hash = 0;
  for (let index = 0; index < wider.length; index++) hash = (Math.imul(hash, 31) + wider.charCodeAt(index)) >>> 0;
  return `${hash % GROUPS_MAX} ${perMinute} ${burst}`;
}

/** Calls that one process allowed, for the other processes. */
export type Spent = readonly (readonly [name: string, pace: Pace, count: number])[];

/**
 * Buckets shared by several processes: each decides by itself and sends the others the number of calls it allowed.
 * Between two messages they may allow slightly too many calls, never too few.
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
    spend: (name, pace, count) => {
      own.spend(name, pace, count);
      untold.set(name, { pace, count: (untold.get(name)?.count ?? 0) + count });
    },
    heard: (spent) => {
      for (const [name, pace, count] of spent) own.spend(name, pace, count);
    },
  };
}
