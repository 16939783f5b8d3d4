// Live routes: the sources of each engine, their order and their transports.
import type { Config } from '../config.ts';
import type { Job } from '../contract/order.ts';
import type { Region } from '../contract/region.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import { createHttpClient } from '../platform/http.ts';
import type { Resolver } from '../platform/resolver.ts';
import type { GuardPolicy } from '../platform/ssrf-guard.ts';
import type { Threads } from '../platform/threads.ts';
import { withSerpApiKey } from '../sources/providers/serpapi.ts';
import { type ProviderSource, toSource } from '../sources/providers/source.ts';
import type { Source } from '../sources/route.ts';
import type { Engine, SerpPage, SerpQuery } from '../sources/serp.ts';
import { readInThread } from '../sources/threaded.ts';
import { createBrowserFetch } from '../sources/transport/browser.ts';
import { type FetchPage, fetchFor } from '../sources/transport/fetch.ts';
import { createHttpFetch } from '../sources/transport/http.ts';
import { proxiesFor, readProxies } from '../sources/transport/proxies.ts';
import type { Meter } from './meter.ts';
import { createFallbacks, createProviders, SERPAPI_URL } from './providers.ts';

type SerpSource = Source<SerpQuery, SerpPage>;

export interface LiveRoutes {
  /** `own` is the engine's own source: its page, or its official API. */
  of(engine: Engine, own: SerpSource | null, job: Job): SerpSource[];
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
  readonly threads: Threads | null;
  readonly meter: Meter;
}

/** Providers and APIs charge per call. This rate is enough for one process. */
const PROVIDER_RATE_PER_MINUTE = 600;
const PROVIDER_MS_MAX = 90_000;

export function createLiveRoutes({ config, operatorFetch, policy, resolver, threads, meter }: RouteParts): LiveRoutes {
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
    return { ...toSource(provider, meter(provider.name, fetch)), pacePerMinute: PROVIDER_RATE_PER_MINUTE, msMax: PROVIDER_MS_MAX };
  };
  const answering = (list: readonly ProviderSource[], engine: Engine, job: Job): SerpSource[] =>
    list
      .filter((provider) => provider.engines.includes(engine.name))
      // Deferred results take minutes, so only LOW and NORMAL jobs use them.
      .filter((provider) => !provider.name.endsWith('-deferred') || job.priority === 'LOW' || job.priority === 'NORMAL')
      .map(providerSource);

  const pages = (engine: Engine, own: SerpSource | null, job: Job): SerpSource[] => {
    if (!own) return [];
    // A browser or a proxy cannot replace an official API.
    if (engine.traits.api !== undefined) return [{ ...own, msMax: PROVIDER_MS_MAX }];
    const page = {
      ...own,
      pacePerMinute: engine.traits.pacePerMinute,
      ...(threads ? { read: readInThread<SerpQuery, SerpPage>(threads, (read, ask) => ({ engine: engine.name, page: read, ask })) } : {}),
    };
    const { region } = JSON.parse(job.request) as { region: Region };
    // A customer's URL is never fetched through a proxy: the IP address it resolves to there cannot be checked here.
    const ways = engine.traits.keywordIsUrl ? [] : proxiesFor(proxies, region.countryCode);
    const through = ways.map((exit) => ({
      ...page,
      name: `page-${exit.label}`,
      fetch: fetchFor(job.accountId, (exit as (typeof proxies)[number]).fetch),
    }));
    const shown = (name: string, fetch: FetchPage) => ({ ...page, name, fetch: fetchFor(job.accountId, fetch) });
    const seen = !browser
      ? []
      : ways.length > 0
        ? ways.map((exit) => shown(`browser-${exit.label}`, browser.through(exit.proxy())))
        : [shown('browser', browser)];
    return [...seen, ...(through.length > 0 ? through : [page])];
  };

  return {
    of: (engine, own, job) => {
      const all = [...answering(providers, engine, job), ...pages(engine, own, job), ...answering(fallbacks, engine, job)];
      const order = config.SERP_ROUTES[engine.name];
      if (!order) return all;
      return order.flatMap((name) => all.filter((source) => source.name === name || source.name.startsWith(`${name}-`)));
    },
    answers: (engine) => [...providers, ...fallbacks].some(({ engines }) => engines.includes(engine)),
    names: [...providers, ...fallbacks].map(({ name }) => name),
    close: async () => {
      await Promise.all([...proxies.map(({ client }) => client.close()), browser?.close()]);
    },
  };
}
