// Builds an API process: the parts of the HTTP API by subject, and the order in which they close.
import path from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { MetricObject } from 'prom-client';
import { createOverload } from '../api/admission.ts';
import { createServer } from '../api/server.ts';
import { compileValidators } from '../api/validation.ts';
import { createAudit } from '../business/accounts/audit.ts';
import { createDeliveries } from '../business/callbacks/deliveries.ts';
import { createDeliveryLog } from '../business/callbacks/delivery-log.ts';
import { watchDatabase } from '../business/database-watch.ts';
import { labelsIn } from '../business/orders/labels.ts';
import { createStore } from '../business/orders/objects.ts';
import { createTasks } from '../business/orders/tasks.ts';
import { createStartEstimate } from '../business/orders/wait-estimate.ts';
import { loadRegions } from '../business/regions/load.ts';
import type { Regions } from '../business/regions/regions.ts';
import type { Config } from '../config.ts';
import { guidePages } from '../dashboard/guide.ts';
import { dashboardPages } from '../dashboard/routes.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createNotifications } from '../platform/notifications.ts';
import { type Buckets, createBuckets } from '../platform/rate-limit.ts';
import { createAccess } from './access.ts';
import { createAdmin } from './admin.ts';
import { publishCanaries } from './canary-publish.ts';
import { createShowPage } from './case-parts.ts';
import { createEvents } from './events.ts';
import { digestKeyOf, joinFleet } from './fleet.ts';
import { createImages } from './images.ts';
import { dataFolder, ROOT } from './installation.ts';
import { createMcpInside } from './mcp-inside.ts';
import { createMonitoring } from './monitoring.ts';
import { createOrders } from './orders.ts';
import { createReads } from './reads.ts';
import { createResultStorage } from './s3-storage.ts';
import type { Secrets } from './secrets.ts';
import { openSources } from './source-access.ts';
import { createSourceAdmin } from './source-admin.ts';
import { addListener, callbackPolicy } from './targets.ts';
import { openTracer } from './tracing.ts';
import { createTracking } from './tracking.ts';
import { createModules } from './tracking-modules.ts';

const CLOSE_MS_MAX = 5000;
/** First requests after a start must not wait for the preparation of others. */
const WARM_UP_MS = 1000;

export interface Api {
  readonly app: FastifyInstance;
  /** Metrics of this process only. */
  metrics(): Promise<MetricObject[]>;
  /** Prepares in the background what first requests would wait for. */
  warmUp(): void;
  /** Serves for this time, answers waiting clients, then closes. */
  drain(seconds: number): Promise<void>;
  close(): Promise<void>;
}

export interface ApiParts {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Metrics of the other processes of this installation. */
  readonly otherMetrics: () => Promise<MetricObject[][]>;
  /** Rate limits shared with other processes. Default: limits of this process. */
  readonly buckets?: Buckets;
}

/** Prepares schemas and the region index in short steps, with other work in between. */
async function prepareRequests(regions: Regions): Promise<void> {
  await compileValidators();
  for (const _ of regions.prepare()) await nextTick();
}

export async function createApi({ db, config, secrets, log, otherMetrics, buckets = createBuckets() }: ApiParts): Promise<Api> {
  const isProduction = config.MODE === 'production';
  const metrics = createMetrics('api');
  const tracer = await openTracer(config, 'api', metrics);
  const { sourceAccess, resolver, meter } = await openSources({ db, config, metrics, log, parsing: null });
  const notifications = await createNotifications(db);
  const storage = createResultStorage(db, config, { onStored: metrics.largeResult, onReadFailed: metrics.blobReadFailed }, resolver);
  const overloaded = (): boolean => overload.overloaded;
  const store = createStore(db, storage.bodies, { overloaded, estimate: createStartEstimate(db) });
  const audit = createAudit(db, 'operator');
  const wakeDispatchers = (): void => void notifications.send('callback_due');
  const deliveries = createDeliveries(db, audit.record, wakeDispatchers);
  const regions = loadRegions(undefined, dataFolder(config));
  const guard = callbackPolicy(config, sourceAccess.ownPorts);
  const testEngines = sourceAccess.engines('test');

  const access = createAccess({ db, config, secrets, audit, log, buckets });
  const { accounts, operators, credentials } = access;
  const orders = await createOrders({ db, config, log, sourceAccess, regions, guard, store, notifications, overloaded, tracer });
  const reads = createReads({ db, config, store, deliveries, credentials, notifications });
  const events = createEvents({ db, config, store, audit, credentials, notifications });
  const tracking = createTracking({
    db,
    config,
    secrets,
    log,
    credentials,
    guard,
    orders: orders.routes.orders,
    modules: createModules(db, config),
  });
  const images = createImages({ config, secrets, store, resolve: resolver.resolve });
  const syncWaits = (): number => orders.waits.count;
  const database = watchDatabase(db, metrics, syncWaits, labelsIn(config.ROUTE_LABELS));
  const monitoring = createMonitoring({ db, config, log, resolver, mismatchedAccounts: database.drift });
  const showPage = createShowPage(testEngines);
  const admin = createAdmin({
    db,
    config,
    accounts,
    operators,
    audit,
    deliveries,
    deliveryLog: createDeliveryLog(db, audit.record, wakeDispatchers),
    sources: createSourceAdmin({ db, audit, config, regions, meter, resolver }),
    store,
    engines: testEngines,
    otherMetrics,
    drift: database.drift,
    alertSenders: monitoring.senders,
    showPage: showPage.show,
    process: () => ({ waits: syncWaits(), streams: reads.streamCount() }),
  });
  const canaries = publishCanaries({ db, audit, config, log, regions, sourceAccess });
  const mcp = createMcpInside(db, config, log, () => app);
  const overload = createOverload(
    { requestsMax: config.OVERLOAD_REQUESTS_MAX, burstMax: config.OVERLOAD_BURST_MAX, lagMsMax: config.OVERLOAD_EVENT_LOOP_LAG_MS },
    { idle: () => syncWaits() + mcp.waiting() },
  );
  const registration = await joinFleet({ db, config, log, role: 'api', digestKey: digestKeyOf(secrets) });
  let stopping = false;

  const app: FastifyInstance = await createServer({
    http: {
      basePath: config.BASE_PATH,
      overload,
      connections: {
        perIpMax: config.IP_CONNECTIONS_MAX,
        exempt: config.TRUST_PROXY,
        ipv6Prefix: config.IPV6_PREFIX_LENGTH,
      },
      trustProxy: config.TRUST_PROXY,
      hsts: isProduction,
      corsOrigins: config.CORS_ORIGINS,
      onRequest: (route, method, status, seconds) => {
        metrics.request(route, method, status, seconds);
        monitoring.series.count('requests', 'all', status >= 500 ? { requests: 1, serverErrors: 1 } : { requests: 1 }, seconds * 1000);
      },
      onRejected: metrics.rejected,
      tracer,
      draining: () => stopping,
    },
    access: { ...access.routes, loopbackOpen: guard.allowLoopback },
    ...orders.routes,
    ...reads.routes,
    images: images.routes,
    events: events.routes,
    tracking,
    tasks: { tasks: createTasks(db), creditPriceUsd: config.CREDIT_PRICE_USD },
    mcp: { mcp: mcp.respond, credentials },
    // Test mode has all engines. Their pages are those of live mode.
    compat: { keepsHtml: config.SERPAPI_KEEP_HTML, pageSizeOf: (name) => testEngines[name]!.traits.pageSize },
    admin,
    health: {
      ...access.routes,
      healthGuarded: isProduction,
      notReady: async () => {
        if (stopping) return 'the service is stopping';
        return registration.isDraining() ? 'the node is draining' : database.problem();
      },
      metrics: async () => metrics.text(await otherMetrics()),
    },
    regions,
    pages: [guidePages(path.join(ROOT, 'dist', 'guide')), dashboardPages(path.join(ROOT, 'dist', 'web'), config.BASE_PATH)],
    log,
  });
  addListener(guard, app.server);

  const endStreams = (): void => {
    reads.endStreams();
    events.endStreams();
  };
  const close = async (): Promise<void> => {
    orders.waits.endAll();
    endStreams();
    await mcp.close();
    // A client that keeps its connection busy must not delay the end.
    const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS_MAX);
    await app.close();
    clearTimeout(cut);
    for (const part of [orders, reads, events, overload]) part.close();
    canaries.stop();
    database.stop();
    await monitoring.stop();
    await registration.end();
    await access.close();
    await Promise.all([notifications.close(), storage.close(), sourceAccess.close(), images.close(), showPage.close(), tracer?.close()]);
  };
  return {
    app,
    metrics: metrics.snapshot,
    warmUp: () => {
      setTimeout(() => void prepareRequests(regions).catch((error) => log.error('preparation failed', { error })), WARM_UP_MS).unref();
    },
    drain: async (seconds) => {
      stopping = true;
      const reported = registration.reportShutdown(seconds);
      // Clients of streams connect again at once, while this process still serves.
      endStreams();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      await reported;
      await close();
    },
    close,
  };
}
