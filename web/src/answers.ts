// The answers that the pages read, as far as they read them.
export type State = 'waiting' | 'ready' | 'faulty';

export interface ObjectRow {
  readonly id: string;
  readonly kind: string;
  readonly mode: 'live' | 'test';
  readonly createdAt: string;
  readonly engine?: string;
  readonly region?: string;
  readonly keyword?: string;
  readonly priority?: string;
  readonly cost: number;
  readonly state: State;
  readonly verdict?: string;
  readonly generatedAt?: string;
  readonly callback?: 'none' | 'pending' | 'told' | 'failed';
  readonly account?: string;
}
export interface ObjectList {
  readonly items: readonly ObjectRow[];
  readonly next: string | null;
}

export interface Attempt {
  readonly source: string;
  readonly outcome: string;
  readonly ms: number;
  readonly [more: string]: unknown;
}
export interface Delivery {
  readonly attempt: number;
  readonly at: string;
  readonly status: number | null;
  readonly ok: boolean;
  readonly reason: string | null;
  readonly ms: number;
}
export interface Step {
  readonly at: string | null;
  readonly what: string;
  readonly detail: Readonly<Record<string, unknown>>;
}
export interface Life {
  readonly id: string;
  readonly kind: string;
  readonly mode: 'live' | 'test';
  readonly createdAt: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly state: State;
  readonly verdict?: string | null;
  readonly callback?: string;
  readonly steps: readonly Step[];
  readonly ledger: readonly { readonly at: string; readonly kind: string; readonly amount: number; readonly lot?: string }[];
  readonly attempts: readonly Attempt[];
  readonly deliveries: readonly Delivery[];
  readonly expiresAt: string;
  readonly account?: string;
}

export interface Quote {
  readonly cost: number;
  readonly balance: number;
  readonly enough: boolean;
  readonly expectedWaitSeconds: number | null;
  readonly route: readonly { readonly source: string; readonly paid?: boolean }[];
  readonly warnings: readonly string[];
}
