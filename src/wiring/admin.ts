// Builds the admin API: accounts, keys, operators, audit log, deliveries, reparse and the overview.
import type { MetricObject } from 'prom-client';
import type { ServerParts } from '../api/server.ts';
import type { Audit } from '../business/accounts/audit.ts';
import { createManageAccounts } from '../business/accounts/manage.ts';
import { createReadUsage } from '../business/accounts/usage.ts';
import { type AlertSenders, channelsOf } from '../business/alerts/messages.ts';
import { createAlertAccess } from '../business/alerts/store.ts';
import type { Deliveries } from '../business/callbacks/deliveries.ts';
import type { DeliveryLog } from '../business/callbacks/delivery-log.ts';
import { createReadObjectDeliveries } from '../business/callbacks/object-deliveries.ts';
import { createReadCrossChecks } from '../business/cross-checks/read.ts';
import { createFleet } from '../business/fleet/fleet.ts';
import { createCaseAccess } from '../business/layouts/cases.ts';
import type { ShowPage } from '../business/layouts/samples.ts';
import { createReadAttempted } from '../business/orders/attempted.ts';
import type { Store } from '../business/orders/objects.ts';
import { createReadOverview } from '../business/orders/overview.ts';
import { createReadSeries } from '../business/series/read.ts';
import type { Config } from '../config.ts';
import type { Overview } from '../contract/admin-reads.ts';
import type { Db } from '../platform/db.ts';
import { cooldownsIn } from '../platform/metrics.ts';
import { reparse } from '../products/serp/reparse.ts';
import type { EngineTable } from '../sources/catalogue.ts';
import type { Access } from './access.ts';
import { createCanaryAdmin } from './canary-admin.ts';
import { describeSettings } from './settings.ts';

export interface AdminParts extends Pick<Access, 'accounts' | 'operators'> {
  readonly db: Db;
  readonly config: Config;
  readonly audit: Audit;
  readonly deliveries: Deliveries;
  readonly deliveryLog: DeliveryLog;
  readonly sources: ServerParts['admin']['sources'];
  readonly store: Store;
  readonly engines: EngineTable;
  /** Metrics of the other processes of this installation. */
  readonly otherMetrics: () => Promise<MetricObject[][]>;
  /** Accounts whose lots and ledger differ. */
  readonly drift: () => number;
  readonly alertSenders: AlertSenders;
  readonly showPage: ShowPage;
  /** Waiting clients and open streams of this process. */
  readonly process: () => Overview['process'];
}

export function createAdmin(parts: AdminParts): ServerParts['admin'] {
  const { db, config, accounts, operators, audit, deliveries, deliveryLog, sources, store, engines } = parts;
  const readOverview = createReadOverview(db, config.JOB_DEADLINE_SECONDS);
  return {
    accounts,
    operators,
    audit,
    deliveries,
    deliveryLog,
    objectDeliveries: createReadObjectDeliveries(db),
    manage: createManageAccounts(db, audit),
    usage: createReadUsage(db),
    fleet: createFleet(db, audit),
    series: createReadSeries(db),
    crossChecks: createReadCrossChecks(db, config.CROSS_CHECKS, async () => {
      const { engines } = await sources.read();
      return new Map(engines.map(({ engine, sources }) => [engine, sources.map(({ name }) => name)]));
    }),
    alerts: createAlertAccess(db, audit, channelsOf(parts.alertSenders)),
    cases: createCaseAccess(db, audit, parts.showPage),
    sources,
    canaries: createCanaryAdmin(db, audit, config),
    attempted: createReadAttempted(db),
    settings: () => describeSettings(config),
    reparse: (id, by) =>
      reparse(id, { store, engineOf: (name) => engines[name], onUpdated: () => audit.record(db.query, 'object.reparse', id, {}, by) }),
    overview: async () => {
      // If the workers do not respond, only the cooldowns are missing.
      const { database, ...rest } = await readOverview(cooldownsIn(await parts.otherMetrics().catch(() => [])));
      return { ...rest, database: { ...database, drift: parts.drift() }, process: parts.process() };
    },
  };
}
