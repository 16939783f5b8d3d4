// Builds the live routes: providers, proxies and the browser, as the settings name them.
import type { Config } from '../config.ts';
import type { Region } from '../contract/region.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { createHttpClient } from '../platform/http.ts';
import type { Resolver } from '../platform/resolver.ts';
import type { GuardPolicy } from '../platform/ssrf-guard.ts';
import type { PageReader } from '../sources/page-reader.ts';
import { withSerpApiKey } from '../sources/providers/serpapi.ts';
import { type ProviderSource, toSource } from '../sources/providers/source.ts';
import type { Engine, SerpPage, SerpQuery } from '../sources/serp.ts';
import { createSerpRoute, type SerpRoute, type SerpSource } from '../sources/serp-route.ts';
import { createThreadReader } from '../sources/threaded.ts';
import { createBrowserFetch } from '../sources/transport/browser.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';
import { createHttpFetch } from '../sources/transport/http.ts';
import { readProxies } from '../sources/transport/proxies.ts';
import type { Replay } from '../sources/transport/replay/replay.ts';
import type { Meter } from './meter.ts';
import type { PageParsing } from './parsing.ts';
import { createFallbacks, createProviders, SERPAPI_URL } from './providers.ts';

export interface LiveRoutes {
  readonly of: SerpRoute;
  /** True when a source other than the engine itself has results for it. */
  answers(engine: EngineName): boolean;
  /** All configured sources, for the documentation and the doctor. */
  readonly names: readonly string[];
  /** Starts the browser now instead of at its first page. */
  prepareBrowser(): void;
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
  /** Captured pages that replace every other source; null for the network. */
  readonly replay: Replay | null;
}

/** Providers and APIs charge per call. This rate is enough for one process. */
const PROVIDER_RATE_PER_MINUTE = 600;
const PROVIDER_MS_MAX = 90_000;

export function createLiveRoutes({ config, operatorFetch, policy, resolver, parsing, meter, replay }: RouteParts): LiveRoutes {
  const readerOf = (engine: Engine) =>
    parsing
      ? createThreadReader<SerpQuery, SerpPage>(parsing.threads, (page, query) => ({ engine: engine.name, page, query }), {
          budget: parsing.budget,
          compressesText: true,
        })
      : undefined;
  if (replay) return replayRoutes(replay, readerOf);
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
        idleMsMax: config.BROWSER_IDLE_SECONDS * 1000,
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

  return {
    of: createSerpRoute({ providers, fallbacks, toSource: providerSource, proxies, browser, readerOf, orders: config.SERP_ROUTES }),
    answers: (engine) => [...providers, ...fallbacks].some(({ engines }) => engines.includes(engine)),
    names: [...providers, ...fallbacks].map(({ name }) => name),
    prepareBrowser: () => browser?.prepare(),
    close: async () => {
      await Promise.all([...proxies.map(({ client }) => client.close()), browser?.close()]);
    },
  };
}

/** The only source is `replay`. It has no rate limit and no cooldown, because no host is contacted. */
function replayRoutes(replay: Replay, readerOf: (engine: Engine) => PageReader<SerpQuery, SerpPage> | undefined): LiveRoutes {
  return {
    of: (engine, own, job) => {
      // Official APIs need credentials, which a service with REPLAY_DIR does not have.
      if (!own || engine.traits.api !== undefined) return [];
      const { keyword, language, isMobile, region } = JSON.parse(job.request) as ReplayedRequest;
      const fetch = replay.fetchFor(engine, { keyword, language, isMobile, region: region.canonicalName });
      const reader = readerOf(engine);
      return [{ name: 'replay', adapter: own.adapter, fetch, retryDelayMs: 0, isFixed: true, ...(reader ? { reader } : {}) }];
    },
    answers: () => false,
    prepareBrowser: () => undefined,
    names: [],
    close: async () => undefined,
  };
}

interface ReplayedRequest {
  readonly keyword: string;
  readonly language: string;
  readonly isMobile: boolean;
  readonly region: Region;
}
