// Builds the modules of tracking that its routes use: history, figures, runs, alerts and the demo.
import path from 'node:path';
import { createLabelOf } from '../business/orders/labels.ts';
import { createTrackingAlerts } from '../business/tracking/alerts/alerts.ts';
import { createAlertRules } from '../business/tracking/alerts/rules.ts';
import { createDemo } from '../business/tracking/demo/demo.ts';
import { clickShare } from '../business/tracking/figures/curve.ts';
import { createSummaries } from '../business/tracking/figures/summary.ts';
import { readDomain } from '../business/tracking/history/domains.ts';
import { createHistory } from '../business/tracking/history/read.ts';
import { createCompose } from '../business/tracking/plan/compose.ts';
import { forecastOf } from '../business/tracking/plan/forecast.ts';
import { createRuns } from '../business/tracking/plan/runs.ts';
import { createZones } from '../business/tracking/plan/zones.ts';
import type { Config } from '../config.ts';
import { sharePage } from '../dashboard/routes.ts';
import type { Db } from '../platform/db.ts';
import { ROOT } from './installation.ts';
import type { TrackingModules } from './tracking.ts';
import { demoSites } from './tracking-demo.ts';

export function createModules(db: Db, config: Config): TrackingModules {
  const history = createHistory(db);
  const rules = createAlertRules(db);
  return {
    history,
    summaries: createSummaries(db, history),
    runs: createRuns(db, createCompose(config.PRICES, createLabelOf(config.ROUTE_LABELS))),
    rules,
    alerts: createTrackingAlerts(db),
    zones: createZones(db),
    forecastOf,
    readDomain,
    clickShare,
    keywordLimits: { projectMax: config.TRACKING_PROJECT_KEYWORDS_MAX, installationMax: config.TRACKING_KEYWORDS_MAX },
    createDemo: (stores) => createDemo({ db, ...stores, rules, sites: demoSites() }),
    sharePage: sharePage(path.join(ROOT, 'dist', 'web'), config.BASE_PATH),
  };
}
