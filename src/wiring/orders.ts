// Builds what creates need: validation of requests, prices, placing, quotes and synchronous waits.
import { createQuoteOrder } from '../api/quote.ts';
import type { ServerParts } from '../api/server.ts';
import { createCustomOptionsLimit } from '../business/orders/custom-options-limit.ts';
import { createLabelOf } from '../business/orders/labels.ts';
import { chargeLookup, lookupItem } from '../business/orders/lookup.ts';
import type { Store } from '../business/orders/objects.ts';
import { createPlaceOrder } from '../business/orders/place.ts';
import { tracePlace } from '../business/orders/trace.ts';
import { createWaits, type Waits } from '../business/orders/wait.ts';
import { createWaitEstimate } from '../business/orders/wait-estimate.ts';
import type { Regions } from '../business/regions/regions.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { checkDisk } from '../platform/disk.ts';
import type { Log } from '../platform/log.ts';
import type { Notifications } from '../platform/notifications.ts';
import type { GuardPolicy } from '../platform/ssrf-guard.ts';
import type { Tracer } from '../platform/tracing.ts';
import { readSendPrompt, readSeoAnalysis } from '../products/ai/validate.ts';
import { readKeywordRequest } from '../products/keyword/validate.ts';
import { readSerpRequest } from '../products/serp/validate.ts';
import { lookUpTechnologies, readTechnologiesDomain } from '../products/technologies.ts';
import { checkWhoisSource, lookUpWhois, readWhoisDomain } from '../products/whois.ts';
import { dataFolder } from './installation.ts';
import { createRouteOf } from './quote.ts';
import { PAGE_POLICY, type SourceAccess } from './source-access.ts';
import { forCaller } from './targets.ts';
import { VIEWS } from './views.ts';

export interface OrdersParts {
  readonly db: Db;
  readonly config: Config;
  readonly log: Log;
  readonly sourceAccess: SourceAccess;
  readonly regions: Regions;
  /** Which callback URLs are accepted. */
  readonly guard: GuardPolicy;
  readonly store: Store;
  readonly notifications: Notifications;
  readonly overloaded: () => boolean;
  readonly tracer: Tracer | null;
}

export interface Orders {
  readonly routes: Pick<ServerParts, 'orders' | 'lookups'>;
  readonly waits: Waits;
  close(): void;
}

/** Transactions that place orders: their largest size, and how many run at once. */
const PLACE_AT_ONCE = { itemsMax: 1000, callsMax: 2 };

export async function createOrders({
  db,
  config,
  log,
  sourceAccess,
  regions,
  guard,
  store,
  notifications,
  overloaded,
  tracer,
}: OrdersParts): Promise<Orders> {
  const prices = config.PRICES;
  const waits = createWaits(store.finishedAmong);
  notifications.on('object_finished', (ids) => waits.finished(ids));
  const disk = await checkDisk(dataFolder(config), config.DISK_FREE_MIN_MB);
  const placeOrder = createPlaceOrder(db, {
    ...PLACE_AT_ONCE,
    retentionDays: config.RETENTION_DAYS,
    archiveDays: config.ARCHIVE_DAYS,
    deadlineSeconds: config.JOB_DEADLINE_SECONDS,
    aiGraceDays: config.AI_GRACE_DAYS,
    aiRateSeconds: config.AI_RATE_SECONDS,
    overloaded,
    isDiskFull: disk.full,
  });
  const place = tracer ? tracePlace(placeOrder, tracer) : placeOrder;
  const waitEstimate = createWaitEstimate(db);
  const customOptionsLimit = createCustomOptionsLimit(db, { percentMax: config.CUSTOM_OPTIONS_FAILURE_PERCENT_MAX }, (account, count) =>
    log.warn('custom options rejected for account', { account, count }),
  );
  const validation = {
    ...sourceAccess,
    regions,
    prices,
    guard,
    pageGuard: PAGE_POLICY,
    callbackFormat: config.CALLBACK_FORMAT,
    reuse: { price: config.FRESHNESS_PRICE, shared: config.FRESHNESS_SHARED },
    customOptionsLimit,
    labelOf: createLabelOf(config.ROUTE_LABELS),
  };
  const charging = { place, prices, storeResponse: store.storeResponse };
  return {
    routes: {
      orders: {
        place,
        quote: createQuoteOrder({ place, waitEstimate, routeOf: createRouteOf(sourceAccess) }),
        store,
        waits,
        views: VIEWS,
        syncWaitMs: config.SYNC_WAIT_SECONDS * 1000,
        syncWaitsMax: config.SYNC_WAITS_MAX,
        aiRateSeconds: config.AI_RATE_SECONDS,
        notify: notifications.send,
        readSerp: (request, account, at) => readSerpRequest(request, account, forCaller(validation, account), at),
        readKeyword: (request, account, at) => readKeywordRequest(request, account, forCaller(validation, account), at),
        readSendPrompt: (request, account) => readSendPrompt(request, account, forCaller(validation, account)),
        readSeoAnalysis: (request, account) => readSeoAnalysis(request, account, forCaller(validation, account)),
        readWhois: (domain, source, account) => {
          checkWhoisSource(readWhoisDomain(domain, account), source);
          return lookupItem('whois', account, prices);
        },
        readTechnologies: (domain, account) => {
          readTechnologiesDomain(domain, account);
          return lookupItem('technologies', account, prices);
        },
      },
      lookups: {
        whois: (domain, source, call) => {
          const query = readWhoisDomain(domain, call.account);
          return chargeLookup('whois', call, charging, () => lookUpWhois(query, source, call.account, sourceAccess));
        },
        technologies: (domain, call) => {
          const name = readTechnologiesDomain(domain, call.account);
          return chargeLookup('technologies', call, charging, () => lookUpTechnologies(name, call.account, sourceAccess));
        },
      },
    },
    waits,
    close: () => {
      waits.close();
      waitEstimate.close();
      disk.stop();
    },
  };
}
