// Builds what people read with: lists, lives, streams, exports, usage, and the operator's overview.
import type { MetricObject } from 'prom-client';
import { createEventStreams, EVENT_STREAMS } from '../api/event-stream.ts';
import { createExports } from '../api/export.ts';
import type { AdminAccountsRouteParts } from '../api/routes/admin-accounts.ts';
import type { AdminOverviewRouteParts } from '../api/routes/admin-overview.ts';
import type { ObjectsRouteParts } from '../api/routes/objects.ts';
import type { RanksRouteParts } from '../api/routes/ranks.ts';
import type { ShareSettings } from '../api/stream-limits.ts';
import type { Audit } from '../business/accounts/audit.ts';
import { createManageAccounts } from '../business/accounts/manage.ts';
import { createReadUsage } from '../business/accounts/usage.ts';
import type { Deliveries } from '../business/callbacks/deliveries.ts';
import { createListObjects } from '../business/orders/list.ts';
import type { Store } from '../business/orders/objects.ts';
import { createReadOverview, type Resting } from '../business/orders/overview.ts';
import { createTimelines } from '../business/orders/timeline.ts';
import { createTimelineWatch } from '../business/orders/watch.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import type { Notifications } from '../platform/notifications.ts';
import { readRanks } from '../products/serp/ranks.ts';
import { describeSettings } from './settings.ts';

/** One account may hold this share of all streams. */
const ACCOUNT_SHARE = 10;

export interface ReadParts {
  readonly db: Db;
  readonly store: Store;
  readonly config: Config;
  readonly signals: Notifications;
  readonly deliveries: Deliveries;
  readonly audit: Audit;
  readonly otherMetrics: () => Promise<MetricObject[][]>;
  readonly drift: () => number;
  readonly waits: () => number;
}

export interface Reads {
  readonly routes: Omit<ObjectsRouteParts, 'credentials'> &
    RanksRouteParts &
    Omit<AdminAccountsRouteParts, 'accounts'> &
    AdminOverviewRouteParts;
  /** Ends every stream; their clients connect again elsewhere. */
  endStreams(): void;
  close(): void;
}

interface CooldownMetric {
  readonly values: readonly { readonly labels: { engine?: string; mode?: string; source?: string }; readonly value: number }[];
}

/** Cooldowns in seconds by `engine/mode/source`. Of several workers the longest counts. */
function restingIn(processes: readonly MetricObject[][]): Resting {
  const resting = new Map<string, number>();
  for (const metric of processes.flat()) {
    if (metric.name !== 'sextant_source_cooldown_seconds') continue;
    for (const { labels, value } of (metric as unknown as CooldownMetric).values) {
      if (labels.engine === undefined || value <= 0) continue;
      const circuit = `${labels.engine}/${labels.mode}/${labels.source}`;
      resting.set(circuit, Math.max(value, resting.get(circuit) ?? 0));
    }
  }
  return resting;
}

/** Streams at once, of all and of one account; lives and feeds are counted apart. */
export const streamShares = ({ STREAMS_MAX: most }: Config): ShareSettings => ({
  most,
  perAccount: Math.max(1, Math.ceil(most / ACCOUNT_SHARE)),
});

export function createReads({ db, store, config, signals, deliveries, audit, otherMetrics, drift, waits }: ReadParts): Reads {
  const readOverview = createReadOverview(db);
  const list = createListObjects(db);
  const lives = createTimelines(db);
  const timelineWatch = createTimelineWatch({ marks: lives.marks });
  signals.on('object_finished', (ids) => timelineWatch.heard(ids));
  const streams = createEventStreams({
    ...EVENT_STREAMS,
    ...streamShares(config),
  });
  return {
    routes: {
      list,
      lives,
      timelineWatch,
      streams,
      sendExport: createExports(list),
      resendOwn: async ({ id: account, mode }, objectId) => {
        const sent = await deliveries.resendOwn(objectId, account, mode);
        if (sent === 'sent') signals.send('callback_due');
        return sent;
      },
      ranks: (ask, account) => readRanks(ask, account, { list, store }),
      usage: createReadUsage(db),
      manage: createManageAccounts(db, audit),
      settings: () => describeSettings(config),
      overview: async () => {
        // Workers that do not answer leave only the rests unknown.
        const { database, ...seen } = await readOverview(restingIn(await otherMetrics().catch(() => [])));
        return { ...seen, database: { ...database, drift: drift() }, process: { waits: waits(), streams: streams.count } };
      },
    },
    endStreams: streams.endAll,
    close: timelineWatch.close,
  };
}
