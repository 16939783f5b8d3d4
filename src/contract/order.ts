// Types that placing, processing and reading of objects share.
import type { Attempt } from './serp.ts';
import type { OrderedTask } from './task.ts';
import type { Contract, Kind, LimitAction, Lookup, Mode, Priority, Scope, Verdict } from './vocabulary.ts';

/** An account, with the permissions of the key that authenticated the request. */
export interface Account {
  readonly id: number;
  readonly mode: Mode;
  readonly keyId: string;
  /** Scopes of the key. Absent: all operations are allowed. */
  readonly scopes?: readonly Scope[];
  /** Total budget of the key. Absent: only the account's credits limit it. */
  readonly budget?: number;
  /** The request came through a proxy, so its client may have any IP address. */
  readonly forwarded?: true;
  readonly contract: Contract;
  readonly archive: boolean;
  /** The plan's maximum for `maxResults`. */
  readonly maxResults: number;
  readonly limitAction: LimitAction;
  readonly chargeMultiplier: number;
  readonly ratePerMinute: number | null;
  readonly rateBurst: number | null;
  /** Prices of this account that replace the defaults, such as `base.serp` or `engine.google`. */
  readonly prices: Readonly<Record<string, number>>;
}

/** One validated object to create. Only missing credits, a budget or a rate limit can still reject it. */
export interface OrderItem {
  /** The request with all defaults applied, as JSON text. It is stored and returned. */
  readonly request: string;
  readonly priority: Priority;
  /** The price within the account's limits, then the price above them. */
  readonly cost: number;
  readonly overCost: number;
  /** A client waits for it on an open connection. */
  readonly hasWaiter: boolean;
  readonly delayDays: number;
  /** Only workers with this label run it. Absent or empty: every worker does. */
  readonly label?: string;
  /** Allows reuse: the request hash, the maximum age of the result and the price of a reused one. */
  readonly reuse?: { readonly requestHash: Buffer; readonly seconds: number; readonly cost: number; readonly overCost: number };
}

/** One create request, placed completely or not at all. */
export interface Order {
  readonly account: Account;
  readonly kind: Kind | Lookup;
  readonly items: readonly OrderItem[];
  readonly idempotency: {
    readonly scope: string;
    readonly key: string;
    readonly hash: string;
    /** Ids of an earlier charge under this key that is too old to be repeated. The order replaces it, but no later charge. */
    readonly replaces?: readonly string[];
    /** Stored with the charge. */
    readonly response?: Buffer;
  } | null;
  /** Tasks of a compatibility endpoint, recorded in the same transaction. */
  readonly tasks?: readonly OrderedTask[];
  /** The `traceparent` of the request, when it is traced. */
  readonly trace?: string | undefined;
  /** Dry run: checks whether the order could be placed, without writing. */
  readonly dryRun?: boolean;
}

/** The outcome of placing an order. */
export type Placed =
  | {
      readonly verdict: 'placed';
      readonly ids: readonly string[];
      readonly over: readonly boolean[];
      readonly at: Date;
      /** Items that have a reused result already. Absent when no item allows reuse. */
      readonly ready?: readonly boolean[];
    }
  | {
      readonly verdict: 'replay';
      readonly ids: readonly string[];
      readonly over: readonly boolean[];
      readonly at: Date;
      readonly response: Buffer | null;
    }
  | { readonly verdict: 'mismatch' }
  | { readonly verdict: 'credits'; readonly needed: number; readonly has: number }
  /** `seconds` is null when waiting does not help. */
  | { readonly verdict: 'hour' | 'day'; readonly limit: number; readonly seconds: number | null; readonly needed: number }
  | { readonly verdict: 'airate'; readonly seconds: number }
  | { readonly verdict: 'budget'; readonly budget: number; readonly left: number; readonly needed: number };

/** A compressed body with the size and checksum of its text. Its bytes are loaded, or `open` fetches them from S3. */
export type StoredBody = { readonly size: number; readonly crc: number } & (
  | { readonly bytes: Buffer }
  | {
      readonly bytes: null;
      /** Requests the compressed bytes. Resolves when the first bytes arrive. */
      readonly open: () => Promise<{ readonly size: number; readonly chunks: AsyncIterable<Buffer>; close(): void }>;
    }
);

/** A stored object. Its request and attempts stay JSON text until they are needed. */
export interface Stored {
  readonly id: string;
  readonly kind: Kind;
  readonly request: string;
  readonly createdAt: Date;
  readonly isOverLimit: boolean;
  readonly queued: boolean;
  readonly callbackExecuted: boolean;
  readonly callbackFailed: boolean;
  /** Expected start of processing. Null once the object is finished. */
  readonly scheduledAt: Date | null;
  readonly result: {
    readonly faulty: boolean;
    /** Null when no source could be reached. */
    readonly verdict: Verdict | null;
    readonly attempts: string;
    readonly detail: string;
    readonly generatedAt: Date;
    /** The compressed JSON of `data` or `response`, with the closing brace of the surrounding object. */
    readonly body: StoredBody | null;
  } | null;
}

/** One object for a worker. */
export interface Job {
  readonly id: string;
  readonly kind: Kind;
  readonly mode: Mode;
  readonly accountId: number;
  readonly priority: Priority;
  /** Number of claims. With the worker's token it forms the fence. */
  readonly attempt: number;
  /** Number of workers that crashed while running it. */
  readonly crashes: number;
  readonly overdue: boolean;
  readonly request: string;
  /** Attempts of earlier claims. */
  readonly history: readonly Attempt[];
  /** Time between becoming due and being claimed. */
  readonly waitedMs: number;
}

/** A page stored because it could not be parsed or was suspect. */
export interface FailedPage {
  readonly url: string;
  readonly status: number;
  readonly reason: string;
  /** The text, or its compressed form. */
  readonly body: string | CompressedText;
}

/** A compressed text with its size and checksum. */
export interface CompressedText {
  readonly bytes: Buffer;
  readonly size: number;
  readonly crc: number;
}

/** The outcome of one job. */
export type JobEnd =
  | {
      readonly outcome: 'done';
      readonly verdict: Verdict;
      readonly attempts: readonly Attempt[];
      /** Additional fields for the view. */
      readonly detail?: Readonly<Record<string, unknown>>;
      /** JSON text of `data` or `response`. */
      readonly body: string;
      /** Raw pages as compressed JSON strings, to be inserted into `body` at this index. */
      readonly raw?: { readonly at: number; readonly pages: readonly CompressedText[] };
      /** Time since the source was queried. */
      readonly ageMs: number;
    }
  | {
      readonly outcome: 'faulty';
      /** Null when no source could be reached. */
      readonly verdict: Verdict | null;
      readonly attempts: readonly Attempt[];
      readonly detail?: Readonly<Record<string, unknown>>;
      readonly page?: FailedPage;
      readonly ageMs: number;
    }
  | { readonly outcome: 'again'; readonly attempts: readonly Attempt[]; readonly retryAfterSeconds: number };
