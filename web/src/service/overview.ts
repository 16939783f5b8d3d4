// Response type of the admin overview.
export interface EngineRow {
  readonly engine: string;
  readonly source: string;
  readonly mode: 'live' | 'test';
  readonly ok: number;
  readonly blocked: number;
  readonly unreachable: number;
  readonly unreadable: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly fill?: Readonly<Record<string, number>>;
  readonly resting?: string | null;
}
export interface QueueRow {
  readonly priority: string;
  readonly waiting: number;
  readonly running: number;
  /** Age of the oldest unfinished object. */
  readonly oldestSeconds: number;
}
export interface Overview {
  /** The requests that the figures of `engines` are based on. */
  readonly sample: { readonly objects: number; readonly since: string };
  readonly engines: readonly EngineRow[];
  /** Live before test. */
  readonly modes: readonly {
    readonly mode: 'live' | 'test';
    readonly queue: readonly QueueRow[];
    readonly callbacks: { readonly pending: number; readonly failing: number; readonly oldestSeconds: number };
  }[];
  readonly queue: readonly QueueRow[];
  readonly callbacks: {
    readonly pending: number;
    readonly oldestSeconds: number | null;
    readonly failing: readonly { readonly host: string; readonly count: number; readonly lastReason: string | null }[];
  };
  readonly labels: readonly {
    readonly label: string;
    readonly waiting: number;
    readonly running: number;
    readonly oldestSeconds: number;
    readonly workers: number;
  }[];
  readonly workers: readonly {
    readonly token: string;
    readonly seenSeconds: number;
    readonly running: number;
    readonly labels: readonly string[];
    readonly labelsOnly: boolean;
  }[];
  readonly database: {
    readonly version: string;
    readonly bytes: number;
    readonly connections: number;
    readonly connectionsMax: number;
    readonly drift: number;
    readonly usageBehindSeconds: number;
  };
  readonly process: { readonly waits: number; readonly streams: number };
}

export const REFRESH_SECONDS = 5;
