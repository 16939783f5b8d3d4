// Builds the live routes: providers, proxies and the browser, as the settings name them.
import type { Config } from '../config.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { createHttpClient } from '../platform/http.ts';
import type { Resolver } from '../platform/resolver.ts';
import type { GuardPolicy } from '../platform/ssrf-guard.ts';
import { withSerpApiKey } from '../sources/providers/serpapi.ts';
import { type ProviderSource, toSource } from '../sources/providers/source.ts';
import type { Engine, SerpPage, SerpQuery } from '../sources/serp.ts';
import { createSerpRoute, type SerpRoute, type SerpSource } from '../sources/serp-route.ts';
import { createThreadReader } from '../sources/threaded.ts';
import { createBrowserFetch } from '../sources/transport/browser.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';
import { createHttpFetch } from '../sources/transport/http.ts';
import { readProxies } from '../sources/transport/proxies.ts';
import type { Meter } from './meter.ts';
import type { PageParsing } from './parsing.ts';
import { createFallbacks, createProviders, SERPAPI_URL } from './providers.ts';

export interface LiveRoutes {
  readonly of: SerpRoute;
  /** True when a source other than the engine itself has results for it. */
  answers(engine: EngineName): boolean;
  /** All configured sources, for the documentation and the doctor. */
  readonly names: readonly string[];
  close(): Promise<void>;
}

export interface RouteParts {
  readonly config: Config;
  /** For URLs that the operator configured; they may point into their network. */
  readonly operatorFetch: FetchPage;
  readonly policy: GuardPolicy;
  readonly resolver: Resolver;
  /** Where pages are parsed; null for this process. */
  readonly parsing: PageParsing | null;
  readonly meter: Meter;
}

/** Providers and APIs charge per call. This rate is enough for one process. */
const PROVIDER_RATE_PER_MINUTE = 600;
const PROVIDER_MS_MAX = 90_000;

export function createLiveRoutes({ config, operatorFetch, policy, resolver, parsing, meter }: RouteParts): LiveRoutes {
  const { resolve, lookup } = resolver;
  const [providers, fallbacks] = [createProviders(config), createFallbacks(config)];
  const proxies = readProxies(config.PROXIES).map((exit) => {
    const client = createHttpClient({ policy, resolve, lookup, connectionsPerHost: 20, connectMsMax: 5000, proxy: exit.proxy() });
    return { ...exit, client, fetch: createHttpFetch(client) };
  });
  const browserTarget = config.BROWSER_URL ?? config.BROWSER_PATH;
  const browser = browserTarget
    ? createBrowserFetch({
        browser: browserTarget,
        pagesAtOnce: config.BROWSER_CONCURRENCY,
        pagesPerBrowser: config.BROWSER_RESTART_AFTER_PAGES,
        msMax: config.BROWSER_TIMEOUT_SECONDS * 1000,
        policy,
        resolve,
        lookup,
      })
    : null;

  const providerSource = (provider: ProviderSource): SerpSource => {
    const key = { baseUrl: SERPAPI_URL, apiKey: config.SERPAPI_KEY ?? '' };
    const fetch = provider.name === 'serpapi' ? withSerpApiKey(key, operatorFetch) : operatorFetch;
    return { ...toSource(provider, meter(provider.name, fetch)), ratePerMinute: PROVIDER_RATE_PER_MINUTE, msMax: PROVIDER_MS_MAX };
  };
  const readerOf = (engine: Engine) =>
    parsing
      ? createThreadReader<SerpQuery, SerpPage>(parsing.threads, (page, query) => ({ engine: engine.name, page, query }), {
          budget: parsing.budget,
          compressesText: true,
        })
      : undefined;

  return {
    of: createSerpRoute({ providers, fallbacks, toSource: providerSource, proxies, browser, readerOf, orders: config.SERP_ROUTES }),
    answers: (engine) => [...providers, ...fallbacks].some(({ engines }) => engines.includes(engine)),
    names: [...providers, ...fallbacks].map(({ name }) => name),
    close: async () => {
      await Promise.all([...proxies.map(({ client }) => client.close()), browser?.close()]);
    },
  };
}
