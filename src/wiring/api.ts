// Builds the API process: regions, products, routes and everything they are handed.
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { MetricObject } from 'prom-client';
import { createOverload } from '../api/admission.ts';
import { chargedLookup } from '../api/lookup.ts';
import { createQuoteOrder } from '../api/quote.ts';
import { createRations } from '../api/rations.ts';
import { createServer } from '../api/server.ts';
import { createAccounts } from '../business/accounts/accounts.ts';
import { createAgentSessions } from '../business/accounts/agent-sessions.ts';
import { createAudit } from '../business/accounts/audit.ts';
import { readUser } from '../business/accounts/user.ts';
import { createDeliveries } from '../business/callbacks/deliveries.ts';
import { priceOf } from '../business/credits/price.ts';
import { createFeed, feedName } from '../business/events/feed.ts';
import { createFeedWatch } from '../business/events/watch.ts';
import { createCustomOptionsLimit } from '../business/orders/custom-options-limit.ts';
import { createStore } from '../business/orders/objects.ts';
import { createPlaceOrder, type PlaceOrder } from '../business/orders/place.ts';
import { renderObject } from '../business/orders/render.ts';
import { createStartEstimate } from '../business/orders/start-estimate.ts';
import { createWaits } from '../business/orders/wait.ts';
import { createWaitEstimate } from '../business/orders/wait-estimate.ts';
import { createProviderBudgets } from '../business/provider-budgets.ts';
import { loadRegions } from '../business/regions/load.ts';
import type { Config } from '../config.ts';
import { errors } from '../contract/errors.ts';
import { guidePages } from '../dashboard/guide.ts';
import { dashboardPages } from '../dashboard/routes.ts';
import { createMcpHttp } from '../mcp/http.ts';
import type { Db } from '../platform/db.ts';
import { watchDisk } from '../platform/disk.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createNotifications } from '../platform/notifications.ts';
import { type Buckets, createBuckets } from '../platform/rate-limit.ts';
import { readSendPrompt, readSeoAnalysis } from '../products/ai/validate.ts';
import { readKeywordRequest } from '../products/keyword/validate.ts';
import { hasOwnOptions } from '../products/serp/options.ts';
import { readSerpRequest } from '../products/serp/validate.ts';
import { lookUpTechnologies, readTechnologiesDomain } from '../products/technologies.ts';
import { checkWhoisSource, lookUpWhois, readWhoisDomain } from '../products/whois.ts';
import { createAccess } from './access.ts';
import { watchDatabase } from './gauges.ts';
import { dataFolder, ROOT, VERSION } from './installation.ts';
import { callInside } from './mcp-inside.ts';
import { createMeter } from './meter.ts';
import { createRouteOf } from './quote.ts';
import { rationsOf } from './rations.ts';
import { createReads, streamShares } from './reads.ts';
import { reparse } from './reparse.ts';
import { configuredResolver } from './resolver.ts';
import { createBodyKeeping } from './s3-storage.ts';
import { peppersIn, type Secrets } from './secrets.ts';
import { createSourceAccess, PAGE_POLICY } from './source-access.ts';
import { addListener, callbackPolicy, forCaller, isLoopback } from './targets.ts';
import { VIEWS } from './views.ts';

const CLOSE_MS_MAX = 5000;

export interface Api {
  readonly app: FastifyInstance;
  /** Numbers of this process alone. */
  metrics(): Promise<MetricObject[]>;
  /** Serves on for a while, answers those who wait, then closes. */
  drain(seconds: number): Promise<void>;
  close(): Promise<void>;
}

export interface ApiParts {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Numbers of the other processes of this installation. */
  readonly otherMetrics: () => Promise<MetricObject[][]>;
  /** Rates counted together with other processes; alone by default. */
  readonly buckets?: Buckets;
}

export async function createApi({ db, config, secrets, log, otherMetrics, buckets = createBuckets() }: ApiParts): Promise<Api> {
  const isProduction = config.MODE === 'production';
  const regions = loadRegions(undefined, dataFolder(config));
  const metrics = createMetrics('api');
  const resolver = configuredResolver(config, metrics.dnsLookup);
  metrics.dnsState(() => resolver);
  // Lookups ask paid sources from here, within the same budgets as the workers.
  const budgets = createProviderBudgets(db, config.PROVIDER_BUDGETS, (source) => log.warn('provider daily budget exhausted', { source }));
  const world = await createSourceAccess(config, null, createMeter(metrics, budgets), resolver);
  const signals = await createNotifications(db);
  const audit = createAudit(db, 'operator');
  const accounts = createAccounts(db, peppersIn(secrets), audit);
  const access = createAccess({ db, config, secrets, audit, log, buckets });
  const keeping = createBodyKeeping(db, config, metrics.largeResult, resolver);
  const overloaded = (): boolean => overload.overloaded;
  const store = createStore(db, keeping.bodies, { overloaded, estimate: createStartEstimate(db) });
  const waits = createWaits(store.finishedAmong);
  signals.on('object_finished', (ids) => waits.finished(ids));
  const deliveries = createDeliveries(db, audit.note);
  const feed = createFeed(db, audit.note);
  const feedWatch = createFeedWatch(feed.lasts);
  signals.on('event_added', (names) => feedWatch.told(names));
  const guard = callbackPolicy(config, world.ownPorts);
  const prices = config.PRICES;
  const health = watchDatabase(db, metrics, () => waits.count);
  const disk = await watchDisk(dataFolder(config), config.DISK_FREE_MIN_MB);
  const reads = createReads({ db, store, config, signals, deliveries, audit, otherMetrics, drift: health.drift, waits: () => waits.count });
  const placeOrder = createPlaceOrder(db, {
    retentionDays: config.RETENTION_DAYS,
    archiveDays: config.ARCHIVE_DAYS,
    deadlineSeconds: config.JOB_DEADLINE_SECONDS,
    aiGraceDays: config.AI_GRACE_DAYS,
    aiRateSeconds: config.AI_RATE_SECONDS,
    itemsMax: 1000,
    callsMax: 2,
    overloaded,
  });
  const place: PlaceOrder = (order) => (disk.full() ? Promise.reject(errors.diskFull()) : placeOrder(order));
  const fresh = { price: config.FRESHNESS_PRICE, shared: config.FRESHNESS_SHARED };
  const orderParts = { regions, prices, guard, callbackFormat: config.CALLBACK_FORMAT, pageGuard: PAGE_POLICY, fresh, ...world };
  const aiParts = { prices, guard, pageGuard: PAGE_POLICY, hasModel: world.hasModel };
  const lookupParts = { place, prices, keepAnswer: store.keepAnswer };
  const mcp = createMcpHttp({
    version: VERSION,
    hosts: config.MCP_ALLOWED_HOSTS,
    loopbackOnly: isLoopback(config.HOST),
    waitsMax: config.SYNC_WAITS_MAX,
    // Through the same routes as everybody: the same checks, limits, prices and errors.
    callAs: (caller) => callInside(() => app, caller),
    sessions: createAgentSessions(db),
    onError: (error) => log.warn('mcp request failed', { error }),
  });
  const overload = createOverload(
    { requestsMax: config.OVERLOAD_REQUESTS_MAX, burstMax: config.OVERLOAD_BURST_MAX, lagMsMax: config.OVERLOAD_EVENT_LOOP_LAG_MS },
    { idle: () => waits.count + mcp.waiting() },
  );
  const customOptionsLimit = createCustomOptionsLimit(db, { percentMax: config.CUSTOM_OPTIONS_FAILURE_PERCENT_MAX }, (account, count) =>
    log.warn('custom options rejected for account', { account, count }),
  );
  const waitEstimate = createWaitEstimate(db);
  let draining = false;

  const app: FastifyInstance = await createServer({
    place,
    quote: createQuoteOrder({ place, waitEstimate, routeOf: createRouteOf(world) }),
    readLookup: (kind, domain, source, account) => {
      if (kind === 'whois') checkWhoisSource(readWhoisDomain(domain, account), source);
      else readTechnologiesDomain(domain, account);
      const price = priceOf({ kind, priority: 'NORMAL' }, account, prices);
      return { request: 'null', priority: 'NORMAL', ...price, waits: false, delayDays: 0 };
    },
    store,
    waits,
    views: VIEWS,
    syncWaitMs: config.SYNC_WAIT_SECONDS * 1000,
    syncWaitsMax: config.SYNC_WAITS_MAX,
    aiRateSeconds: config.AI_RATE_SECONDS,
    onPlaced: (account, answered) => {
      signals.send('jobs_ready');
      if (!answered) return;
      signals.send('callback_due');
      signals.send('event_added', [feedName(account.id, account.mode)]);
    },
    readSerp: (request, account, at) => {
      const item = readSerpRequest(request, account, forCaller(orderParts, account), at);
      const seconds = account.mode === 'live' && hasOwnOptions(request) ? customOptionsLimit.secondsFor(account.id) : 0;
      if (seconds > 0) throw errors.customOptionsFailing(seconds);
      return item;
    },
    readKeyword: (request, account, at) => readKeywordRequest(request, account, forCaller(orderParts, account), at),
    readSendPrompt: (request, account) => readSendPrompt(request, account, forCaller(aiParts, account)),
    readSeoAnalysis: (request, account) => readSeoAnalysis(request, account, forCaller(aiParts, account)),
    whois: (domain, source, call) => {
      const ask = readWhoisDomain(domain, call.account);
      return chargedLookup('whois', call, lookupParts, () => lookUpWhois(ask, source, call.account, world));
    },
    technologies: (domain, call) => {
      const name = readTechnologiesDomain(domain, call.account);
      return chargedLookup('technologies', call, lookupParts, () => lookUpTechnologies(name, call.account, world));
    },
    feed,
    feedWatch,
    feedStreams: streamShares(config),
    envelopes: { render: (stored) => renderObject(stored, VIEWS), fetchAny: store.fetchAny },
    mcp: mcp.answer,
    user: (account) => readUser(db, account),
    accounts,
    audit,
    deliveries,
    ...reads.routes,
    onResend: () => signals.send('callback_due'),
    reparse: async (id, by) => {
      const done = await reparse(id, store, world.engines('test'));
      if (done?.outcome === 'updated') await audit.note(db.query, 'object.reparse', id, {}, by);
      return done;
    },
    regions,
    findAccount: accounts.byKey,
    rations: createRations(buckets, rationsOf(config)),
    overload,
    ...access.routes,
    loopbackOpen: guard.allowLoopback,
    hsts: isProduction,
    healthGuarded: isProduction,
    corsOrigins: config.CORS_ORIGINS,
    log,
    onRequest: metrics.request,
    onRejected: metrics.rejected,
    draining: () => draining,
    pages: [guidePages(path.join(ROOT, 'dist', 'guide')), dashboardPages(path.join(ROOT, 'dist', 'web'))],
    notReady: async () => (draining ? 'the service is stopping' : health.problem()),
    metrics: async () => metrics.text(await otherMetrics()),
  });
  addListener(guard, app.server);
  const close = async (): Promise<void> => {
    waits.endAll();
    reads.endStreams();
    feedWatch.end();
    await mcp.close();
    // Connections that are still busy after this time are cut; a client that holds one open must not keep us here.
    const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS_MAX);
    await app.close();
    clearTimeout(cut);
    waits.close();
    reads.close();
    feedWatch.close();
    overload.close();
    waitEstimate.close();
    health.stop();
    disk.stop();
    await access.close();
    await Promise.all([signals.close(), keeping.close(), world.close()]);
  };
  return {
    app,
    metrics: metrics.snapshot,
    drain: async (seconds) => {
      draining = true;
      feedWatch.end();
      // Their clients connect again, and the sooner the better: this process still answers.
      reads.endStreams();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      await close();
    },
    close,
  };
}
