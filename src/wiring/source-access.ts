// Builds the access to sources, live and sandbox: transports, routes and adapters with their credentials.
import { createProviderBudgets } from '../business/provider-budgets.ts';
import type { Config } from '../config.ts';
import type { Account, Job } from '../contract/order.ts';
import { type AiService, ENGINES, type Mode } from '../contract/vocabulary.ts';
import type { Db } from '../platform/db.ts';
import { createHttpClient } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Resolver } from '../platform/resolver.ts';
import { type GuardPolicy, ownAddresses } from '../platform/ssrf-guard.ts';
import { type CountBacklinks, createCountBacklinks } from '../products/backlinks.ts';
import type { Adapter } from '../sources/adapter.ts';
import { createEngineTable, type EngineTable } from '../sources/catalogue.ts';
import { createDisabledSources, type DisabledSources } from '../sources/disabled-sources.ts';
import type { ServerData } from '../sources/host.ts';
import type { KeywordParsed, KeywordQuery } from '../sources/keywords/query.ts';
import { createChatgpt } from '../sources/models/chatgpt.ts';
import { createPerplexity } from '../sources/models/perplexity.ts';
import type { PromptParsed, PromptQuery } from '../sources/models/query.ts';
import { createBacklinks } from '../sources/registries/backlinks.ts';
import { type Bootstrap, createFreshBootstrap } from '../sources/registries/bootstrap.ts';
import { createDnsResolve, createHostLookup } from '../sources/registries/host-lookup.ts';
import { type Circuits, createCircuits, type Source } from '../sources/route.ts';
import { sandboxServer } from '../sources/sandbox/host.ts';
import { startSandbox } from '../sources/sandbox/server.ts';
import { SITES } from '../sources/sandbox-sites.ts';
import type { Engine, SerpPage, SerpQuery } from '../sources/serp.ts';
import { type FetchPage, fetchFor } from '../sources/transport/fetch.ts';
import { createHttpFetch } from '../sources/transport/http.ts';
import { createSandboxFetch } from '../sources/transport/sandbox.ts';
import { createWhoisFetch } from '../sources/transport/tcp43.ts';
import { bootstrapFile } from './installation.ts';
import { createKeywordProviders, createKeywordRoutes, testKeywordAdapters } from './keywords.ts';
import { createMeter, type Meter, unmetered } from './meter.ts';
import type { PageParsing } from './parsing.ts';
import { openReplay } from './replay.ts';
import { configuredResolver } from './resolver.ts';
import { createLiveRoutes } from './routes.ts';
import { createTechnologyAccess, type TechnologyAccess } from './technologies.ts';

/** Web pages are never fetched from private networks, even where callbacks may reach them. */
export const PAGE_POLICY: GuardPolicy = { allowLoopback: false, allowNetworks: [], forbidAddresses: ownAddresses() };
/** For provider URLs that the operator configured: they may point into the operator's network. */
export const OPERATOR_POLICY: GuardPolicy = { allowLoopback: true, allowNetworks: ['0.0.0.0/0', '::/0'] };
const SANDBOX_AGAIN_MS = 100;

export interface SourceAccess extends TechnologyAccess {
  fetchOf(account: Pick<Account, 'id' | 'mode'>): FetchPage;
  serpRoute(engine: Engine, job: Job): Source<SerpQuery, SerpPage>[];
  /** The live route with the sources that are switched off. Canaries test them. */
  fullSerpRoute(engine: Engine, job: Job): Source<SerpQuery, SerpPage>[];
  keywordRoute(query: KeywordQuery, job: Job): readonly Source<KeywordQuery, KeywordParsed>[];
  modelRoute(service: AiService, job: Job): Source<PromptQuery, PromptParsed>[];
  pageFetch(job: Job): { name: string; fetch: FetchPage; retryDelayMs: number | null };
  hostOf(name: string, account: Pick<Account, 'id' | 'mode'>): Promise<ServerData | null>;
  /** Null when no source is configured. */
  backlinksOf(name: string, account: Pick<Account, 'mode'>): Promise<number | null>;
  /** Which registries have RDAP. */
  readonly bootstrap: Bootstrap;
  readonly circuits: Circuits;
  /** Sources that operators or canaries switched off. Live routes leave them out. */
  readonly disabledSources: DisabledSources;
  /** Engines, keyword sources and AI services that are available in this mode. */
  engines(mode: Mode): EngineTable;
  hasKeywords(source: KeywordQuery['source'], mode: Mode): boolean;
  hasModel(service: AiService, mode: Mode): boolean;
  /** Indexes REPLAY_DIR now instead of at the first search. Throws `StartProblem` when it cannot be used. */
  prepareReplay(): void;
  /** Ports of the sandbox on this machine. */
  readonly ownPorts: readonly number[];
  /** Configured paid sources, by the names under which they are metered. */
  readonly providers: readonly string[];
  /** Starts the browser now instead of at its first page. */
  prepareBrowser(): void;
  close(): Promise<void>;
}

export interface ProcessSources {
  readonly sourceAccess: SourceAccess;
  readonly resolver: Resolver;
  readonly meter: Meter;
}

export interface ProcessSourcesParts {
  readonly db: Db;
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Where live pages are parsed; null for this process. */
  readonly parsing: PageParsing | null;
}

/** Source access of a long-running process: name lookups are counted, and paid calls are metered and held to their budgets. */
export async function openSources({ db, config, metrics, log, parsing }: ProcessSourcesParts): Promise<ProcessSources> {
  const resolver = configuredResolver(config, metrics.dnsLookup);
  metrics.dnsState(() => resolver);
  const budgets = createProviderBudgets(db, config.PROVIDER_BUDGETS, (source, seconds) =>
    log.warn('provider daily budget exhausted', { source, resetSeconds: seconds }),
  );
  const meter = createMeter(metrics, budgets);
  return { sourceAccess: await createSourceAccess(config, parsing, meter, resolver), resolver, meter };
}

/** Live pages are parsed by `parsing`; without it in this process. */
export async function createSourceAccess(
  config: Config,
  parsing: PageParsing | null = null,
  meter: Meter = unmetered,
  resolver: Resolver = configuredResolver(config),
): Promise<SourceAccess> {
  const { resolve } = resolver;
  const client = createHttpClient({ policy: PAGE_POLICY, resolve, connectionsPerHost: 20, connectMsMax: 5000 });
  const sandbox = await startSandbox(SITES);
  const testFetch = createSandboxFetch(sandbox);
  const [web, port43] = [createHttpFetch(client), createWhoisFetch(PAGE_POLICY, resolve)];
  const liveFetch: FetchPage = (request, context) => (request.url.startsWith('whois:') ? port43 : web)(request, context);
  const pagesFor = (mode: Mode, accountId: number): FetchPage => (mode === 'live' ? fetchFor(accountId, liveFetch) : testFetch);
  const circuits = createCircuits();
  const disabledSources = createDisabledSources();
  const { close: closeTechnologies, ...technologies } = createTechnologyAccess(config, resolver);
  const lookUpHost = createHostLookup({
    cityDatabase: config.GEO_CITY_DATABASE,
    asnDatabase: config.GEO_ASN_DATABASE,
    resolve: createDnsResolve(resolver),
  });
  const operatorClient = createHttpClient({
    policy: OPERATOR_POLICY,
    resolve: resolver.resolveFromSettings,
    connectionsPerHost: 20,
    connectMsMax: 5000,
  });
  const operatorFetch = createHttpFetch(operatorClient);
  const liveBacklinks = backlinksBy(config, meter('dataforseo', operatorFetch));
  const testBacklinks = createCountBacklinks(createBacklinks({ baseUrl: DATAFORSEO, login: 'sandbox', password: 'sandbox' }), testFetch);
  const replay = openReplay(config);
  const routes = createLiveRoutes({ config, operatorFetch, policy: PAGE_POLICY, resolver, parsing, meter, replay });
  const keywords = createKeywordRoutes(config, (name) => meter(name, operatorFetch));
  const testKeywords = testKeywordAdapters();
  const [live, test] = [liveAdapters(config), testAdapters()];
  const adaptersOf = (mode: Mode): Adapters => (mode === 'live' ? live : test);

  // An engine without its own source is available when a provider has results for it.
  const liveTable = Object.fromEntries(
    ENGINES.map((name) => [name, live.engines[name] ?? (routes.answers(name) ? test.engines[name] : null)]),
  ) as EngineTable;

  const source = <Query, Parsed>(
    name: string,
    adapter: Source<Query, Parsed>['adapter'] | null | undefined,
    { mode, accountId }: Pick<Job, 'mode' | 'accountId'>,
    operator = false,
  ): Source<Query, Parsed>[] => {
    if (!adapter) return [];
    if (mode === 'test') return [{ name: 'sandbox', adapter, fetch: testFetch, retryDelayMs: SANDBOX_AGAIN_MS }];
    if (!operator) return [{ name, adapter, fetch: fetchFor(accountId, liveFetch), retryDelayMs: null }];
    return [{ name, adapter, fetch: meter(name, operatorFetch), retryDelayMs: null, msMax: config.AI_TIMEOUT_SECONDS * 1000 }];
  };
  const fullSerpRoute: SourceAccess['fullSerpRoute'] = (engine, job) => {
    const [own] = source<SerpQuery, SerpPage>(
      engine.traits.api ?? 'page',
      adaptersOf(job.mode).engines[engine.name],
      job,
      engine.traits.api !== undefined,
    );
    if (job.mode === 'test') return own ? [own] : [];
    return routes.of(engine, own ?? null, job);
  };
  return {
    fetchOf: ({ mode, id }) => pagesFor(mode, id),
    serpRoute: (engine, job) => disabledSources.without(engine.name, fullSerpRoute(engine, job)),
    fullSerpRoute,
    keywordRoute: (query, job) =>
      job.mode === 'live'
        ? disabledSources.without(`keyword.${query.source}`, keywords.of(query.source))
        : source('sandbox', testKeywords[query.source], job),
    modelRoute: (service, job) =>
      disabledSources.without(
        `ai.${service}`,
        source(service === 'chatgpt' ? 'openai' : 'perplexity', adaptersOf(job.mode).models[service], job, true),
      ),
    pageFetch: (job) => ({
      name: job.mode === 'live' ? 'page' : 'sandbox',
      fetch: pagesFor(job.mode, job.accountId),
      retryDelayMs: job.mode === 'live' ? null : SANDBOX_AGAIN_MS,
    }),
    backlinksOf: async (name, { mode }) => (mode === 'test' ? testBacklinks : liveBacklinks)?.(name) ?? null,
    hostOf: async (name, { mode, id }) => (mode === 'test' ? sandboxServer(name) : lookUpHost(name, id)),
    ...technologies,
    bootstrap: createFreshBootstrap(bootstrapFile(config)),
    circuits,
    disabledSources,
    engines: (mode) => (mode === 'test' ? test.engines : liveTable),
    hasKeywords: (source, mode) => (mode === 'live' ? keywords.of(source).length > 0 : testKeywords[source] !== undefined),
    providers: [
      ...(config.OPENAI_API_KEY ? ['openai'] : []),
      ...(config.PERPLEXITY_API_KEY ? ['perplexity'] : []),
      ...routes.names,
      ...createKeywordProviders(config).map(({ name }) => name),
    ],
    prepareReplay: () => replay?.prepare(),
    ownPorts: sandbox.ports,
    hasModel: (service, mode) => adaptersOf(mode).models[service] !== null,
    prepareBrowser: routes.prepareBrowser,
    close: async () => {
      await Promise.all([client.close(), operatorClient.close(), routes.close(), closeTechnologies(), testFetch.close(), sandbox.close()]);
    },
  };
}

const DATAFORSEO = 'https://api.dataforseo.com';

/** Backlinks need a separate subscription at the provider, so the credentials alone do not enable them. */
function backlinksBy(config: Config, fetch: FetchPage): CountBacklinks | null {
  const { DATAFORSEO_BACKLINKS: wanted, DATAFORSEO_LOGIN: login, DATAFORSEO_PASSWORD: password } = config;
  if (!wanted || login === null || password === null) return null;
  return createCountBacklinks(createBacklinks({ baseUrl: DATAFORSEO, login, password }), fetch);
}

interface Adapters {
  readonly engines: EngineTable;
  readonly models: Readonly<Record<AiService, Adapter<PromptQuery, PromptParsed> | null>>;
}

/** A source without its credential is not on the route. */
function liveAdapters(config: Config): Adapters {
  const chatgpt = config.OPENAI_API_KEY && { apiKey: config.OPENAI_API_KEY, model: config.OPENAI_MODEL, baseUrl: config.OPENAI_BASE_URL };
  const perplexity = config.PERPLEXITY_API_KEY && {
    apiKey: config.PERPLEXITY_API_KEY,
    model: config.PERPLEXITY_MODEL,
    baseUrl: config.PERPLEXITY_BASE_URL,
  };
  return {
    engines: createEngineTable({ chatgpt: chatgpt || null, perplexity: perplexity || null }),
    models: { chatgpt: chatgpt ? createChatgpt(chatgpt) : null, perplexity: perplexity ? createPerplexity(perplexity) : null },
  };
}

/** The sandbox accepts any credential. */
function testAdapters(): Adapters {
  const secret = 'sandbox';
  const chatgpt = { apiKey: secret, model: 'gpt-5-mini', baseUrl: 'https://api.openai.com' };
  const perplexity = { apiKey: secret, model: 'sonar', baseUrl: 'https://api.perplexity.ai' };
  return {
    engines: createEngineTable({ chatgpt, perplexity }),
    models: { chatgpt: createChatgpt(chatgpt), perplexity: createPerplexity(perplexity) },
  };
}
