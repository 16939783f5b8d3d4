// Looks from time to time whether every account's lots add up to its ledger.
import type { Db } from '../../platform/db.ts';

/** Everything ever charged is read for it, once for all accounts. */
const DRIFT = `select count(*)::integer as drift from account_modes p
  left join (select account_id, live, sum(remaining) as credits from lots group by account_id, live) as l using (account_id, live)
  left join (select account_id, live, sum(amount) as credits from ledger group by account_id, live) as g using (account_id, live)
  where coalesce(l.credits, 0) <> coalesce(g.credits, 0)`;

const PAUSE_MS_MIN = 300_000;
/** However large the ledger has become, looking takes no more than this share of the time. */
const SHARE_MAX = 0.005;

export interface DriftWatch {
  /** Accounts whose lots and ledger differed when it was last looked. */
  count(): number;
  stop(): void;
}

export const pauseAfter = (tookMs: number): number => Math.max(PAUSE_MS_MIN, tookMs / SHARE_MAX);

/** On a connection of its own: it may take longer than customers wait, and none of their connections is taken for it. */
export async function driftingAccounts(db: Db, stop?: AbortSignal): Promise<number> {
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

export function watchDrift(db: Db): DriftWatch {
  const stopping = new AbortController();
  let drift = 0;
  let timer: NodeJS.Timeout;
  const look = async (): Promise<void> => {
    const started = performance.now();
    drift = await driftingAccounts(db, stopping.signal).catch(() => drift);
    rest(performance.now() - started);
  };
  const rest = (tookMs: number): void => {
    if (!stopping.signal.aborted) timer = setTimeout(look, pauseAfter(tookMs)).unref();
  };
  rest(0);
  return {
    count: () => drift,
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
