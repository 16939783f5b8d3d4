// The state of the service as the operator's overview tells it.
export interface EngineRow {
  readonly engine: string;
  readonly source: string;
  readonly ok: number;
  readonly blocked: number;
  readonly unreachable: number;
  readonly unreadable: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly fill?: Readonly<Record<string, number>>;
  readonly resting?: string | null;
}
export interface Overview {
  readonly engines: readonly EngineRow[];
  readonly queue: readonly {
    readonly priority: string;
    readonly waiting: number;
    readonly running: number;
    readonly oldestSeconds: number | null;
  }[];
  readonly callbacks: {
    readonly pending: number;
    readonly oldestSeconds: number | null;
    readonly failing: readonly { readonly host: string; readonly count: number; readonly lastReason: string | null }[];
  };
  readonly workers: readonly Readonly<Record<string, unknown>>[];
  readonly database: Readonly<Record<string, unknown>>;
}

export const REFRESH_SECONDS = 5;
