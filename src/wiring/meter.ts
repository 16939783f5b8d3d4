// Counts what calls to paid providers cost, failed ones included, on their way through the transport.
import type { Metrics } from '../platform/metrics.ts';
import { spentOn } from '../sources/spending.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';

/** The same way out, with its calls counted under the provider's name. */
export type Meter = (provider: string, fetch: FetchPage) => FetchPage;

export const unmetered: Meter = (_provider, fetch) => fetch;

export const createMeter =
  (metrics: Pick<Metrics, 'providerCall'>): Meter =>
  (provider, fetch) =>
  async (request, context) => {
    try {
      const page = await fetch(request, context);
      metrics.providerCall(provider, spentOn(provider, page));
      return page;
    } catch (error) {
      metrics.providerCall(provider, null);
      throw error;
    }
  };
