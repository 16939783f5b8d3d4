// Cross-checks in the database: the daily budget of each engine, and the searches in which two sources differ.
import type { Db } from '../../platform/db.ts';
import type { Budgets } from '../provider-budgets.ts';
import type { CrossCheckLimits } from './limits.ts';

/** `engine`: the budget of the engine is spent. `provider`: half of the source's own budget is spent. */
export type Reservation = 'reserved' | 'engine' | 'provider';

export interface Difference {
  readonly objectId: string;
  readonly engine: string;
  /** In alphabetical order, with the hosts that only this source returned. */
  readonly sources: readonly [SourceHosts, SourceHosts];
  readonly agreement: number;
}

interface SourceHosts {
  readonly source: string;
  readonly hosts: readonly string[];
}

export interface CrossCheckStore {
  /** Reserves one call to the source. The budget holds over all processes. */
  reserve(engine: string, source: string): Promise<Reservation>;
  recordDifference(difference: Difference, storedMax: number): Promise<void>;
}

const RESERVE = { name: 'reserve_cross_check', text: 'select reserve_cross_check($1, $2, $3, $4, $5, $6) as outcome' };
const RECORD = { name: 'record_difference', text: 'select record_difference($1, $2, $3, $4, $5, $6, $7, $8)' };
/** A spent budget is not asked for again until then. */
const SPENT_CACHE_MS = 60_000;

export function createCrossCheckStore(db: Pick<Db, 'query'>, limits: CrossCheckLimits, budgets: Budgets): CrossCheckStore {
  const spentUntil = new Map<string, { readonly at: number; readonly outcome: Reservation }>();
  return {
    reserve: async (engine, source) => {
      const callsMax = limits[engine]?.callsPerDay ?? 0;
      if (callsMax === 0) return 'engine';
      for (const name of [engine, `${engine}/${source}`]) {
        const spent = spentUntil.get(name);
        if (spent && spent.at > performance.now()) return spent.outcome;
      }
      const budget = Object.hasOwn(budgets, source) ? budgets[source]! : {};
      const values = [engine, callsMax, source, budget.calls ?? null, budget.tokens ?? null, budget.spend ?? null];
      const [row] = await db.query<{ outcome: Reservation }>(RESERVE, values);
      const { outcome } = row!;
      if (outcome !== 'reserved')
        spentUntil.set(outcome === 'engine' ? engine : `${engine}/${source}`, { at: performance.now() + SPENT_CACHE_MS, outcome });
      return outcome;
    },
    recordDifference: async ({ objectId, engine, sources: [a, b], agreement }, storedMax) => {
      await db.query(RECORD, [objectId, engine, a.source, b.source, agreement, a.hosts, b.hosts, storedMax]);
    },
  };
}
