// Builds what the routes of tracking need: projects, keywords, history, alerts and shares.
import type { ServerParts } from '../api/server.ts';
import { createTrackingExports } from '../api/tracking-export.ts';
import { createOnce } from '../api/tracking-idempotency.ts';
import type { TrackingRouteParts } from '../api/tracking-parts.ts';
import type { CredentialWatch } from '../business/accounts/credential-watch.ts';
import { callbackProblem } from '../business/callbacks/callback-url.ts';
import { notifyPlaced } from '../business/orders/notify.ts';
import type { AlertRules, History, Projects, Runs, Summaries, TrackingAlerts } from '../business/tracking/interfaces.ts';
import { createSlotNow } from '../business/tracking/projects/calendar.ts';
import { createForecasts, type ForecastOf } from '../business/tracking/projects/forecasts.ts';
import type { KeywordListParts } from '../business/tracking/projects/keyword-list.ts';
import { createTrackedKeywords, type KeywordParts } from '../business/tracking/projects/keywords.ts';
import { createNotes } from '../business/tracking/projects/notes.ts';
import { createPageUrls } from '../business/tracking/projects/page-urls.ts';
import { createProjects, type ProjectParts } from '../business/tracking/projects/projects.ts';
import { createResponses } from '../business/tracking/projects/responses.ts';
import { createShares } from '../business/tracking/projects/shares.ts';
import { createExpand } from '../business/tracking/projects/variants.ts';
import { createOrderVolumes } from '../business/tracking/projects/volumes.ts';
import { createExportRows } from '../business/tracking/transfer/export-rows.ts';
import { createImporter } from '../business/tracking/transfer/importer.ts';
import type { ReadVariant } from '../business/tracking/types.ts';
import type { Config } from '../config.ts';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import type { AlertDelivery } from '../contract/tracking-alerts.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { GuardPolicy } from '../platform/ssrf-guard.ts';
import type { Secrets } from './secrets.ts';
import { forCaller } from './targets.ts';

/** What the demo project is made with. */
export interface DemoStores extends Pick<TrackingRouteParts, 'keywords' | 'notes'> {
  readonly projects: Omit<Projects, 'demo'>;
}

/** Modules of tracking that other files build. */
export interface TrackingModules {
  readonly history: History;
  readonly summaries: Summaries;
  readonly runs: Runs;
  readonly rules: AlertRules;
  readonly alerts: TrackingAlerts;
  readonly zones: ProjectParts['zones'];
  readonly forecastOf: ForecastOf;
  readonly readDomain: ProjectParts['readDomain'];
  readonly clickShare: KeywordListParts['clickShare'];
  /** Tracked keywords of a project and of the installation. */
  readonly keywordLimits: KeywordParts['limits'];
  readonly createDemo: (stores: DemoStores) => Projects['demo'];
  readonly sharePage: TrackingRouteParts['sharePage'];
}

export interface TrackingParts {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly credentials: CredentialWatch;
  /** Which webhook URLs are accepted. */
  readonly guard: GuardPolicy;
  readonly orders: ServerParts['orders'];
  readonly modules: TrackingModules;
}

const PROJECTS_MAX = 1000;

/** Checks a keyword and its variant exactly as a SERP request. Depth and priority are not part of the variant. */
export function createReadVariant(readSerp: ServerParts['orders']['readSerp']): ReadVariant {
  return (request, account, at) => {
    const { request: text, cost } = readSerp({ ...request, priority: 'LOW' }, account, at);
    const { keyword: _keyword, ...stored } = JSON.parse(text) as Record<string, unknown>;
    const { searchEngine, region, language, isMobile } = stored as {
      searchEngine: ReturnType<ReadVariant>['engine'];
      region: { id: string };
      language: string;
      isMobile: boolean;
    };
    return { engine: searchEngine, regionId: region.id, language, isMobile, request: JSON.stringify(stored), cost };
  };
}

/** Throws 400 for a webhook that may not be called, and for emails when the server cannot send any. */
function createCheckDelivery({ config, guard }: Pick<TrackingParts, 'config' | 'guard'>): TrackingRouteParts['checkDelivery'] {
  const hasMail = config.ALERT_SMTP_URL !== null;
  return (account: Account, { webhook, emails = [], quietFrom, quietTo }: AlertDelivery) => {
    const problem = webhook === undefined ? null : callbackProblem(webhook, forCaller({ guard }, account).guard);
    if (problem) throw errors.badParameter('webhook', problem);
    if (emails.length > 0 && !hasMail)
      throw errors.badParameter('emails', 'cannot be sent by this server', 'Ask the operator to set ALERT_SMTP_URL.');
    for (const [index, email] of emails.entries())
      if (!/^[^\s@<>,;"]+@[A-Za-z0-9.-]+$/.test(email)) throw errors.badParameter(`emails[${index}]`, 'must be an email address');
    if ((quietFrom === undefined) !== (quietTo === undefined))
      throw errors.badParameter(quietFrom === undefined ? 'quietFrom' : 'quietTo', 'is missing', 'Send both, or none of them.');
  };
}

export function createTracking(parts: TrackingParts): TrackingRouteParts {
  const { db, config, secrets, log, credentials, orders, modules } = parts;
  const { history, summaries, runs, rules, alerts } = modules;
  const expand = createExpand(createReadVariant(orders.readSerp));
  const forecasts = createForecasts(db, { prices: config.PRICES, forecastOf: modules.forecastOf });
  const projects = createProjects(db, {
    expand,
    readDomain: modules.readDomain,
    zones: modules.zones,
    forecasts,
    projectsMax: PROJECTS_MAX,
  });
  const { clickShare, keywordLimits } = modules;
  const keywords = createTrackedKeywords(db, { expand, forecasts, runs, limits: keywordLimits, clickShare });
  const notes = createNotes(db);
  const slotNow = createSlotNow(db);
  return {
    projects: { ...projects, demo: modules.createDemo({ projects, keywords, notes }) },
    keywords,
    history,
    summaries,
    runs,
    rules,
    alerts,
    importer: createImporter({ keywords, history, expand, slotNow }),
    notes,
    shares: createShares(db, [secrets.keyPepper, ...(secrets.keyPepperPrevious ? [secrets.keyPepperPrevious] : [])], config.BASE_PATH),
    orderVolumes: createOrderVolumes(db, {
      readKeyword: orders.readKeyword,
      place: orders.place,
      fetchAny: orders.store.fetchAny,
      onPlaced: (account) => notifyPlaced(account, false, orders.notify),
    }),
    checkDelivery: createCheckDelivery(parts),
    slotNow,
    once: createOnce(createResponses(db)),
    sendExport: createTrackingExports(createExportRows({ keywords, history, pageUrls: createPageUrls(db) })),
    sharePage: modules.sharePage,
    credentials,
    onChanged: (what, ids) => log.info(what, ids),
  };
}
