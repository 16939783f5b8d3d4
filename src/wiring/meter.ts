// Counts what calls to paid providers cost, failed ones included, on their way through the transport, and stops those beyond a budget.
import type { ProviderBudgets } from '../business/provider-budgets.ts';
import type { Metrics } from '../platform/metrics.ts';
import { SourceError, unreachable } from '../sources/adapter.ts';
import { spentOn } from '../sources/spending.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';

/** The same way out, with its calls counted under the provider's name. */
export type Meter = (provider: string, fetch: FetchPage) => FetchPage;

export const unmetered: Meter = (_provider, fetch) => fetch;

/** Not worth waiting for: other sources are asked now, and an object that has none is given back with its credits. */
const overBudget = () => new SourceError('unreachable', 'fail', 'The source is at its daily limit.');

export const createMeter =
  (metrics: Pick<Metrics, 'providerCall'>, budgets: ProviderBudgets | null = null): Meter =>
  (provider, fetch) =>
  async (request, context) => {
    const fits = await budgets?.take(provider).catch((error) => {
      // What cannot be counted is not spent.
      throw unreachable('the budget could not be read', error);
    });
    if (fits === false) throw overBudget();
    try {
      const page = await fetch(request, context);
      const spent = spentOn(provider, page);
      metrics.providerCall(provider, spent);
      if (spent) await budgets?.note(provider, spent.inputTokens + spent.outputTokens, spent.amount);
      return page;
    } catch (error) {
      metrics.providerCall(provider, null);
      throw error;
    }
  };
