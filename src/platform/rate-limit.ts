// Token buckets: so many calls at once, so many a minute after that.
import { widerNetworkOf } from './network.ts';

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
  /** Counts what was used without asking, or elsewhere. */
  spend(name: string, pace: Pace, count: number): void;
  /** Buckets held in memory. */
  size(): number;
}

interface Bucket {
  readonly name: string;
  tokens: number;
  at: number;
  pace: Pace;
}

/** Buckets of one kind: a bucket per name, and, when there are too many names, buckets that several of them share. */
interface Table {
  readonly own: Map<string, Bucket>;
  /** The same buckets by number; the hand goes round them. Going through the map itself would pass over everything deleted lately. */
  readonly slots: Bucket[];
  hand: number;
  readonly shared: Map<string, Bucket>;
}

export interface BucketSettings {
  /** In milliseconds, from a clock that never goes back. */
  readonly now: () => number;
  /** Names of one kind with a bucket of their own. */
  readonly namesMax: number;
}

/** Enough for every client that calls within some minutes: a bucket takes less than 200 bytes. */
const DEFAULTS: BucketSettings = { now: () => performance.now(), namesMax: 50_000 };
/** Buckets looked at for each new name in a full table. */
const LOOKED_AT_MAX = 16;
/** Groups of names that share a bucket, of one kind and pace. */
const GROUPS_MAX = 4096;

/**
 * A bucket is forgotten only when it is full, which loses nothing: a new one is full as well. So no number of further names refills a bucket.
 * While a table holds nothing but buckets in use, new names share one with their wider network, and a name that gets a bucket of its own
 * later begins with what the shared one has. In all cases a name gets at most what it would get with room for every name.
 * The first word of a name is its kind; each kind has a table of its own, so that addresses never crowd out accounts.
 */
export function createBuckets(settings: Partial<BucketSettings> = {}): Buckets {
  const { now, namesMax } = { ...DEFAULTS, ...settings };
  const tables = new Map<string, Table>();

  const tokensAt = ({ tokens, at, pace }: Bucket, time: number): number =>
    Math.min(pace.burst, tokens + ((time - at) * pace.perMinute) / 60_000);
  const isFull = (bucket: Bucket, time: number): boolean => tokensAt(bucket, time) >= bucket.pace.burst;

  /** A slot for one more name, or null: only full buckets are given up for it. */
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
  /** The bucket that a name draws from; `keep` is false for a look. */
  const bucketOf = (name: string, pace: Pace, keep: boolean): Bucket => {
    const time = now();
    const table = tableOf(name);
    const known = table.own.get(name);
    if (known) return refill(known, pace, time);
    const slot = keep ? slotIn(table, time) : null;
    const bucket: Bucket = { name, tokens: pace.burst, at: time, pace };
    // Most of the time nothing is shared, and then there is no need to know with whom.
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
      // A debt is bounded, so that no message can shut a client out for longer than one burst takes to refill.
      bucket.tokens = Math.max(-pace.burst, bucket.tokens - count);
    },
    size: () => [...tables.values()].reduce((sum, { own, shared }) => sum + own.size + shared.size, 0),
  };
}

/** Names of one wider network and pace, folded into a bounded number of groups. */
function groupOf(name: string, { perMinute, burst }: Pace): string {
  const wider = widerNetworkOf(name.slice(name.indexOf(' ') + 1));
  let hash = 0;
  for (let index = 0; index < wider.length; index++) hash = (Math.imul(hash, 31) + wider.charCodeAt(index)) >>> 0;
  return `${hash % GROUPS_MAX} ${perMinute} ${burst}`;
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
    spend: (name, pace, count) => {
      own.spend(name, pace, count);
      untold.set(name, { pace, count: (untold.get(name)?.count ?? 0) + count });
    },
    heard: (spent) => {
      for (const [name, pace, count] of spent) own.spend(name, pace, count);
    },
  };
}
