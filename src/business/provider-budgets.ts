// Daily budgets of paid providers, counted in the database for all workers and across restarts.
import type { Db } from '../platform/db.ts';

/** Limits for one day in UTC. An absent field has no limit. */
export interface Budget {
  readonly calls?: number;
  readonly tokens?: number;
  /** In the provider's unit: dollars, or credits of a plan. */
  readonly spend?: number;
}

export type Budgets = Readonly<Record<string, Budget>>;

export interface ProviderBudgets {
  /** Reserves one call. Returns false when today's budget is spent. Providers without a budget are not counted. */
  reserve(provider: string): Promise<boolean>;
  /** Gives back a call that did not take place after all. Never throws: a call too few is no harm. */
  release(provider: string): Promise<void>;
  /** Records the cost of a call. Never throws, because the next call is counted anyway. */
  record(provider: string, tokens: number, spend: number): Promise<void>;
}

/** With the day of the database: around midnight, the clock of this process may name another one. */
const RESERVE = {
  name: 'reserve_provider_call',
  text: `select reserve_provider_call($1, $2, $3, $4) as seconds, (now() at time zone 'UTC')::date::text as day`,
};
const RELEASE = {
  name: 'release_provider_call',
  text: `update provider_days set calls = calls - 1 where provider = $1 and day = $2::date and calls > 0`,
};
const RECORD = { name: 'record_provider_cost', text: 'select record_provider_cost($1, $2, $3)' };
/** Maximum time for which a spent budget is cached. */
const SPENT_CACHE_MS = 60_000;

export function createProviderBudgets(
  db: Pick<Db, 'query'>,
  budgets: Budgets,
  onSpent: (provider: string, seconds: number) => void,
): ProviderBudgets {
  const spentUntil = new Map<string, number>();
  const reservedDays = new Map<string, string>();
  return {
    reserve: async (provider) => {
      const budget = Object.hasOwn(budgets, provider) ? budgets[provider] : undefined;
      if (!budget) return true;
      if ((spentUntil.get(provider) ?? 0) > performance.now()) return false;
      const values = [provider, budget.calls ?? null, budget.tokens ?? null, budget.spend ?? null];
      const [row] = await db.query<{ seconds: number; day: string }>(RESERVE, values);
      if (row!.seconds === 0) {
        spentUntil.delete(provider);
        reservedDays.set(provider, row!.day);
        return true;
      }
      if (!spentUntil.has(provider)) onSpent(provider, row!.seconds);
      spentUntil.set(provider, performance.now() + Math.min(row!.seconds * 1000, SPENT_CACHE_MS));
      return false;
    },
    release: async (provider) => {
      const day = reservedDays.get(provider);
      if (day === undefined) return;
      spentUntil.delete(provider);
      await db.query(RELEASE, [provider, day]).catch(() => undefined);
    },
    record: async (provider, tokens, spend) => {
      if (!Object.hasOwn(budgets, provider) || (tokens === 0 && spend === 0)) return;
      await db.query(RECORD, [provider, tokens, spend]).catch(() => undefined);
    },
  };
}
