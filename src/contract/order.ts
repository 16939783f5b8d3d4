// What travels between placing, working on and reading an object.
import type { Attempt } from './serp.ts';
import type { Contract, Kind, LimitAction, Lookup, Mode, Priority, Scope, Verdict } from './vocabulary.ts';

/** An account as one key sees it. */
export interface Account {
  readonly id: number;
  readonly mode: Mode;
  readonly keyId: string;
  /** What its key is limited to; absent when it may do everything. */
  readonly scopes?: readonly Scope[];
  /** What its key may spend in all; absent when nothing but the credits bounds it. */
  readonly budget?: number;
  /** The request came through a proxy, so that its caller may be anywhere. */
  readonly forwarded?: true;
  readonly contract: Contract;
  readonly archive: boolean;
  /** The plan's ceiling for `maxResults`. */
  readonly maxResults: number;
  readonly limitAction: LimitAction;
  readonly chargeMultiplier: number;
  readonly ratePerMinute: number | null;
  readonly rateBurst: number | null;
  /** Cost rules of this account over the defaults, such as `base.serp` or `engine.google`. */
  readonly prices: Readonly<Record<string, number>>;
}

/** One object to be made, complete and judged: nothing about it can be refused any more except for money and rates. */
export interface OrderItem {
  /** The echo of the request with all defaults applied, as JSON text; it is stored and shown again. */
  readonly request: string;
  readonly priority: Priority;
  /** What it costs, and what it costs past the account's limits. */
  readonly cost: number;
  readonly overCost: number;
  /** A client waits for it on an open connection. */
  readonly waits: boolean;
  readonly delayDays: number;
  /** May be answered by what is known: its question, how old an answer may be, and the price of a reused one. */
  readonly fresh?: { readonly question: Buffer; readonly seconds: number; readonly cost: number; readonly overCost: number };
}

/** One create request: whole or not at all. */
export interface Order {
  readonly account: Account;
  readonly kind: Kind | Lookup;
  readonly items: readonly OrderItem[];
  readonly idempotency: { readonly scope: string; readonly key: string; readonly hash: string } | null;
  /** Only asks whether it could be placed. */
  readonly probe?: boolean;
}

/** How placing an order ended. */
export type Placed =
  | {
      readonly verdict: 'placed';
      readonly ids: readonly string[];
      readonly over: readonly boolean[];
      readonly at: Date;
      /** Those that got an answer at once; absent where nothing could be reused. */
      readonly ready?: readonly boolean[];
    }
  | {
      readonly verdict: 'replay';
      readonly ids: readonly string[];
      readonly over: readonly boolean[];
      readonly at: Date;
      readonly answer: Buffer | null;
    }
  | { readonly verdict: 'mismatch' }
  | { readonly verdict: 'credits'; readonly needed: number; readonly has: number }
  /** `seconds` is null where waiting cannot help. */
  | { readonly verdict: 'hour' | 'day'; readonly bound: number; readonly seconds: number | null; readonly needed: number }
  | { readonly verdict: 'airate'; readonly seconds: number }
  | { readonly verdict: 'budget'; readonly budget: number; readonly left: number; readonly needed: number };

/** A packed body with the size and checksum of its text: its bytes, or a way to them when they lie in the object store. */
export type StoredBody = { readonly size: number; readonly crc: number } & (
  | { readonly bytes: Buffer }
  | {
      readonly bytes: null;
      /** Asks for the packed bytes; answers when they begin to come. */
      readonly open: () => Promise<{ readonly size: number; readonly chunks: AsyncIterable<Buffer>; close(): void }>;
    }
);

/** An object as it is stored; the request and the attempts stay JSON text until somebody needs them. */
export interface Stored {
  readonly id: string;
  readonly kind: Kind;
  readonly request: string;
  readonly createdAt: Date;
  readonly isOverLimit: boolean;
  readonly queued: boolean;
  readonly callbackExecuted: boolean;
  readonly callbackFailed: boolean;
  /** When a worker takes it up, as far as can be said; null once it is finished. */
  readonly scheduledAt: Date | null;
  readonly result: {
    readonly faulty: boolean;
    /** Null when it failed because no source could be reached. */
    readonly verdict: Verdict | null;
    readonly attempts: string;
    readonly detail: string;
    readonly generatedAt: Date;
    /** The packed JSON of `data` or `response`, and the brace that closes the object around it. */
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
  /** Counts claims; together with the worker's token it is the fence. */
  readonly attempt: number;
  /** How many workers died with it in hand. */
  readonly crashes: number;
  readonly overdue: boolean;
  readonly request: string;
  /** Tries of earlier claims. */
  readonly history: readonly Attempt[];
  /** From being due to being claimed. */
  readonly waitedMs: number;
}

/** A page that is kept because nobody could read or believe it. */
export interface FailedPage {
  readonly url: string;
  readonly status: number;
  readonly reason: string;
  readonly body: string;
}

/** What a worker found out about one job. */
export type JobEnd =
  | {
      readonly outcome: 'done';
      readonly verdict: Verdict;
      readonly attempts: readonly Attempt[];
      /** Small facts that the view shows beside the data. */
      readonly detail?: Readonly<Record<string, unknown>>;
      /** JSON text of `data` or `response`. */
      readonly body: string;
      /** How long ago the source was asked. */
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
