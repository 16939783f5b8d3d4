// Reconciliation: checks periodically that every account's lots add up to its ledger.
import type { Db } from '../../platform/db.ts';

/** Reads the complete ledger once, for all accounts. */
const DRIFT = `select count(*)::integer as drift from account_modes p
  left join (select account_id, live, sum(remaining) as credits from lots group by account_id, live) as l using (account_id, live)
  left join (select account_id, live, sum(amount) as credits from ledger group by account_id, live) as g using (account_id, live)
  where coalesce(l.credits, 0) <> coalesce(g.credits, 0)`;

const PAUSE_MS_MIN = 300_000;
/** Maximum share of time spent on this check, however large the ledger is. */
const SHARE_MAX = 0.005;

export interface Reconciliation {
  /** Returns the number of accounts whose lots and ledger differed at the last check. */
  count(): number;
  stop(): void;
}

export const pauseAfter = (tookMs: number): number => Math.max(PAUSE_MS_MIN, tookMs / SHARE_MAX);

/** Uses a dedicated connection, because it may run longer than the timeout of customers' queries. */
export async function mismatchedAccounts(db: Db, stop?: AbortSignal): Promise<number> {
  const client = await db.connect();
  const end = (): void => void client.end().catch(() => undefined);
  stop?.addEventListener('abort', end);
  try {
    const { rows } = await client.query<{ drift: number }>(DRIFT);
    return rows[0]!.drift;
  } finally {
    stop?.removeEventListener('abort', end);
    end();
  }
}

export function startReconciliation(db: Db): Reconciliation {
  const stopping = new AbortController();
  let drift = 0;
  let timer: NodeJS.Timeout;
  const check = async (): Promise<void> => {
    const started = performance.now();
    drift = await mismatchedAccounts(db, stopping.signal).catch(() => drift);
    scheduleNext(performance.now() - started);
  };
  const scheduleNext = (tookMs: number): void => {
    if (!stopping.signal.aborted) timer = setTimeout(check, pauseAfter(tookMs)).unref();
  };
  scheduleNext(0);
  return {
    count: () => drift,
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
