// Response types of the delivery log.
export interface DeliveryRow {
  readonly id: string;
  readonly objectId: string;
  readonly account: string | null;
  readonly mode: 'live' | 'test' | null;
  readonly host: string | null;
  readonly attempt: number;
  readonly state: 'delivered' | 'failed';
  readonly status: number | null;
  readonly reason: string | null;
  readonly ms: number;
  readonly at: string;
  readonly nextAt: string | null;
}
export interface DeliveryList {
  readonly items: readonly DeliveryRow[];
  readonly next: string | null;
}

/** Filters of the log. Empty texts do not filter. */
export interface DeliveryFilter {
  readonly account: string;
  readonly mode: string;
  readonly host: string;
  readonly state: string;
  /** Attempts of the last so many hours. */
  readonly hours: string;
}

export const NO_FILTER: DeliveryFilter = { account: '', mode: '', host: '', state: '', hours: '' };

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Returns the query of a filter. Its start is a whole minute. */
export function queryOf({ hours, ...texts }: DeliveryFilter, now = Date.now()): Record<string, string> {
  const since = Math.floor((now - Number(hours) * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  const given = Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()] as const]));
  return { ...Object.fromEntries(given), ...(hours === '' ? {} : { from: new Date(since).toISOString() }) };
}
