// Meters calls to paid providers, failed ones included, and rejects calls beyond the daily budget.
import type { ProviderBudgets } from '../business/provider-budgets.ts';
import type { Metrics } from '../platform/metrics.ts';
import { SourceError, unreachable } from '../sources/adapter.ts';
import { spentOn } from '../sources/spending.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';

/** Wraps a transport: its calls are counted under the provider's name. */
export type Meter = (provider: string, fetch: FetchPage) => FetchPage;

export const unmetered: Meter = (_provider, fetch) => fetch;

/** No call took place. A retry would not help today: the next source is queried, and an object without one fails and is refunded. */
export class BudgetSpent extends SourceError {
  constructor() {
    super('unreachable', 'fail', 'The source is at its daily limit.');
  }
}

export const createMeter =
  (metrics: Pick<Metrics, 'providerCall'>, budgets: ProviderBudgets | null = null): Meter =>
  (provider, fetch) =>
  async (request, context) => {
    const fits = await budgets?.reserve(provider).catch((error) => {
      // A call that cannot be counted is not made.
      throw unreachable('the budget could not be read', error);
    });
    if (fits === false) throw new BudgetSpent();
    try {
      const page = await fetch(request, context);
      const spent = spentOn(provider, page);
      metrics.providerCall(provider, spent);
      if (spent) await budgets?.record(provider, spent.inputTokens + spent.outputTokens, spent.amount);
      return page;
    } catch (error) {
      metrics.providerCall(provider, null);
      throw error;
    }
  };
