// The interface of official APIs and providers: engines, page size and adapter.
import type { SerpItems } from '../../contract/items.ts';
import type { EngineName } from '../../contract/vocabulary.ts';
import type { Adapter } from '../adapter.ts';
import type { Source } from '../route.ts';
import type { SerpPage, SerpQuery } from '../serp.ts';
import { withSteps } from '../steps.ts';

export interface ProviderSource {
  /** The name in an object's `attempts`. */
  readonly name: string;
  /** The engines it supports. The operator decides which ones it serves. */
  readonly engines: readonly EngineName[];
  /** Maximum number of results per request. */
  readonly pageSize: number;
  /** The arrays that it can fill, if these are fewer than those of the engine's page. */
  readonly fills?: readonly (keyof SerpItems)[];
  /** Some results need several steps, which `toSource` runs. */
  readonly adapter: Adapter<SerpQuery, SerpPage>;
}

/** Returns the provider as a source of a route, including its steps. */
export const toSource = (provider: ProviderSource, fetch: Source<SerpQuery, SerpPage>['fetch']): Source<SerpQuery, SerpPage> => ({
  name: provider.name,
  ...withSteps(provider.adapter, fetch),
  retryDelayMs: null,
  pageSize: provider.pageSize,
  ...(provider.fills ? { fills: provider.fills } : {}),
});
