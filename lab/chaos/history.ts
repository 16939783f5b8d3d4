// Everything that the clients of a run ordered, received and read.
import type { Priority } from '#product/contract/vocabulary.js';
import type { ChaosAccount } from './accounts.ts';

export type OrderKind = 'serp' | 'keyword' | 'ai';

export interface Item {
  /** Occurs in the request, so that an object in the database can be traced back to its order. */
  readonly tag: string;
  /** How the object must end; null when either end is right. */
  readonly faulty: boolean | null;
  readonly called: boolean;
  readonly text: string;
}

export interface ItemRequest {
  readonly priority: Priority;
  readonly searchEngine?: string;
  readonly [field: string]: unknown;
}

export interface OrderAnswer {
  readonly status: number;
  readonly base?: string;
  readonly ids?: readonly string[];
  readonly text?: string;
  readonly replayed?: boolean;
}

export interface Order {
  readonly number: number;
  readonly kind: OrderKind;
  readonly account: ChaosAccount;
  readonly sync: boolean;
  /** The idempotency key, if any. */
  readonly key: string | null;
  readonly path: string;
  readonly body: unknown;
  /** Another body under the same key, which must be rejected. */
  readonly otherBody: unknown;
  readonly items: readonly Item[];
  readonly answers: OrderAnswer[];
  /** The status that the other body got. */
  mismatch: number | null;
}

export interface Read {
  readonly id: string;
  readonly base?: string;
  readonly at: number;
  readonly until: number;
  readonly status: number;
  /** Null when the object was not shown. */
  readonly ended: boolean | null;
}

export interface Deletion {
  readonly id: string;
  readonly begun: number;
  base?: string;
  status: number | null;
  at: number | null;
}

export interface HistoryCall {
  readonly path: string;
  readonly at: number;
  ms: number;
  status: number;
}

export interface History {
  readonly calls: HistoryCall[];
  readonly orders: Order[];
  readonly reads: Read[];
  readonly deletes: Deletion[];
  readonly lookups: { status: number | null }[];
  readonly failures: { readonly path: string; readonly text: string }[];
  readonly statuses: Record<string, number>;
  replays: number;
}
