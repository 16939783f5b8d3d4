// What every official API and vendor offers: which engines it answers for, how much at once, and its adapter.
import type { EngineName } from '../../contract/vocabulary.ts';
import type { Adapter } from '../adapter.ts';
import type { Source } from '../route.ts';
import type { SerpPage, SerpQuery } from '../serp.ts';
import { withSteps } from '../steps.ts';

export interface ProviderSource {
  /** As it stands in an object's `attempts`. */
  readonly name: string;
  /** The engines it can answer for; whether it does is the operator's choice. */
  readonly engines: readonly EngineName[];
  /** Results that one request brings at most. */
  readonly pageSize: number;
  /** Some answers take several steps; `toSource` goes through them. */
  readonly adapter: Adapter<SerpQuery, SerpPage>;
}

/** The vendor as a source of a route, its steps included. */
export const toSource = (provider: ProviderSource, fetch: Source<SerpQuery, SerpPage>['fetch']): Source<SerpQuery, SerpPage> => ({
  name: provider.name,
  ...withSteps(provider.adapter, fetch),
  retryDelayMs: null,
  pageSize: provider.pageSize,
});
