// Prices of projects: how many checks are due per month, and what they cost.
import type { Account } from '../../../contract/order.ts';
import type { Forecast, Schedule } from '../../../contract/tracking.ts';
import { type EngineName, PRIORITIES } from '../../../contract/vocabulary.ts';
import type { Db } from '../../../platform/db.ts';
import { type Prices, priceOf } from '../../credits/price.ts';
import { type StoredProject, scheduleOf } from './row.ts';

/** Pure. Each group has a number of enabled keywords, and the price of a check of one of them. */
export type ForecastOf = (input: {
  readonly schedule: Schedule;
  readonly now: Date;
  readonly groups: readonly { readonly count: number; readonly cost: number; readonly deepCost: number }[];
  readonly balance: number | null;
}) => Forecast;

/** Enabled keywords by engine. Prices differ only by engine within a project. */
export type EngineCounts = ReadonlyMap<EngineName, number>;

export interface ForecastTerms {
  readonly schedule: Schedule;
  readonly maxResults: number;
  /** Index in `PRIORITIES`. */
  readonly priority: number;
}

export interface Forecasts {
  /** Null for a key that may not read the balance. */
  balanceOf(account: Account): Promise<number | null>;
  /** By project id. Without `projectId`, of all projects of the account. */
  counts(account: Account, projectId: number | null): Promise<ReadonlyMap<number, EngineCounts>>;
  of(account: Account, terms: ForecastTerms, counts: EngineCounts, balance: number | null): Forecast;
}

const BALANCE = {
  name: 'tracking_balance',
  text: `select coalesce(sum(remaining), 0)::bigint as balance from lots
    where account_id = $1 and live = $2 and remaining > 0 and (expires_at is null or expires_at > now())`,
};
const COUNTS = {
  name: 'tracking_engine_counts',
  text: `select k.project_id, v.engine, count(*)::integer as count
    from (
      select project_id, variant_id from tracked_keywords where account_id = $1 and enabled and ($2::integer is null or project_id = $2)
    ) as k join search_variants v on v.account_id = $1 and v.id = k.variant_id and v.live = $3
    group by k.project_id, v.engine`,
};

export const termsOf = (row: StoredProject): ForecastTerms => ({
  schedule: scheduleOf(row),
  maxResults: row.max_results,
  priority: row.priority,
});

/** Returns the sum of both. */
export function addCounts(counts: EngineCounts, more: Iterable<EngineName>): EngineCounts {
  const sum = new Map(counts);
  for (const engine of more) sum.set(engine, (sum.get(engine) ?? 0) + 1);
  return sum;
}

export function createForecasts(db: Db, { prices, forecastOf }: { readonly prices: Prices; readonly forecastOf: ForecastOf }): Forecasts {
  return {
    balanceOf: async (account) => {
      if (account.scopes !== undefined && !account.scopes.includes('read')) return null;
      const [row] = await db.query<{ balance: number }>(BALANCE, [account.id, account.mode === 'live']);
      return row!.balance;
    },
    counts: async (account, projectId) => {
      const rows = await db.query<{ project_id: number; engine: EngineName; count: number }>(COUNTS, [
        account.id,
        projectId,
        account.mode === 'live',
      ]);
      const found = new Map<number, Map<EngineName, number>>();
      for (const { project_id, engine, count } of rows) found.set(project_id, (found.get(project_id) ?? new Map()).set(engine, count));
      return found;
    },
    of: (account, { schedule, maxResults, priority }, counts, balance) => {
      const costOf = (engine: EngineName, depth: number): number =>
        priceOf({ kind: 'serp', engine, priority: PRIORITIES[priority]!, maxResults: depth }, account, prices).cost;
      const groups = [...counts].map(([engine, count]) => ({
        count,
        cost: costOf(engine, maxResults),
        deepCost: costOf(engine, schedule.deep?.maxResults ?? maxResults),
      }));
      return forecastOf({ schedule, now: new Date(), groups, balance });
    },
  };
}
