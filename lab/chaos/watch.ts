// Polls the database during the run for stuck leases and for credits that do not add up.

import type { Client } from 'pg';
import { sleep } from '../wait.ts';
import type { Balance } from './evidence.ts';

const LOOK_MS = 500;
/** A job that waits to run isolated may be held for long while its worker is alive. */
const LEASES = `
select q.object_id, q.lease, q.claim_count as attempt, q.crashes >= 2 and w.seen_at > now() - interval '3 seconds' as held,
  exists (select 1 from workers where seen_at > now() - interval '3 seconds') as served
from queue q left join workers w on w.token = q.lease where q.lease is not null`;
const MONEY = `
select account_id, live, sum(lots)::bigint as lots, sum(ledger)::bigint as ledger from (
  select account_id, live, remaining as lots, 0 as ledger from lots
  union all select account_id, live, 0, amount from ledger
) as sums group by account_id, live having sum(lots) <> sum(ledger)`;

export interface Watch {
  /** Objects whose lease nothing moved, with the seconds. */
  readonly stuck: ReadonlyMap<string, number>;
  readonly drift: readonly Balance[];
  readonly looks: number;
  /** After the recovery: all clocks start again, with a shorter limit. */
  setLimit(seconds: number): void;
  stop(): Promise<void>;
}

/** `stuckSeconds` is the limit while nothing is paused longer. The caller adds the pauses that it causes. */
export function startWatch(connect: () => Promise<Client>, stuckSeconds: number): Watch {
  const since = new Map<string, number>();
  const stuck = new Map<string, number>();
  const drift: Balance[] = [];
  let polls = 0;
  let limit = stuckSeconds;
  let client: Client | null = null;
  let stopped = false;

  const look = async (): Promise<void> => {
    client ??= await connect();
    const { rows } = await client.query(LEASES);
    const now = performance.now();
    const held = new Set<string>();
    // Without a live worker no lease can be taken over.
    if (rows.some(({ served }) => !served)) since.clear();
    for (const { object_id, lease, attempt, held: fine } of rows) {
      if (fine) continue;
      const name = `${object_id} ${attempt} ${lease}`;
      held.add(name);
      if (!since.has(name)) since.set(name, now);
      const seconds = (now - since.get(name)!) / 1000;
      if (seconds > limit) stuck.set(object_id, Math.round(seconds));
    }
    for (const name of since.keys()) if (!held.has(name)) since.delete(name);
    const money = await client.query(MONEY);
    if (money.rows.length > 0) drift.push(...money.rows);
    polls++;
  };
  const loop = async (): Promise<void> => {
    while (!stopped) {
      try {
        await look();
      } catch {
        // The server is down, so leases cannot be renewed. All clocks start again.
        client?.end().catch(() => undefined);
        client = null;
        since.clear();
      }
      await sleep(LOOK_MS);
    }
  };
  const working = loop();
  return {
    stuck,
    drift,
    get looks() {
      return polls;
    },
    setLimit: (seconds) => {
      limit = seconds;
      since.clear();
    },
    stop: async () => {
      stopped = true;
      await working;
      await client?.end().catch(() => undefined);
    },
  };
}
