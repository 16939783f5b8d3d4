// Builds what customers read with: lists, timelines, streams, exports, ranks and usage.
import { createEventStreams, EVENT_STREAMS } from '../api/event-stream.ts';
import { createExports } from '../api/export.ts';
import { createReadResults } from '../api/export-results.ts';
import type { ServerParts } from '../api/server.ts';
import type { StreamLimitSettings } from '../api/stream-limits.ts';
import type { CredentialWatch } from '../business/accounts/credential-watch.ts';
import { createReadUsage } from '../business/accounts/usage.ts';
import { readUser } from '../business/accounts/user.ts';
import type { Deliveries } from '../business/callbacks/deliveries.ts';
import { createReadObjectDeliveries } from '../business/callbacks/object-deliveries.ts';
import { createListObjects } from '../business/orders/list.ts';
import type { Store } from '../business/orders/objects.ts';
import { createTimelines } from '../business/orders/timeline.ts';
import { createTimelineWatch } from '../business/orders/watch.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import type { Notifications } from '../platform/notifications.ts';
import { readRanks } from '../products/serp/ranks.ts';
import { VIEWS } from './views.ts';

/** One account may hold this part of all streams. */
const ACCOUNT_SHARE = 10;

export interface ReadsParts {
  readonly db: Db;
  readonly config: Config;
  readonly store: Store;
  readonly deliveries: Deliveries;
  readonly credentials: CredentialWatch;
  readonly notifications: Notifications;
}

export interface Reads {
  readonly routes: Pick<ServerParts, 'objects' | 'account'>;
  /** The number of open timeline streams. */
  streamCount(): number;
  /** Ends every stream; their clients connect again elsewhere. */
  endStreams(): void;
  close(): void;
}

/** Limits on open streams, in total and per account. Timelines and event feeds are counted separately. */
export const streamShares = ({ STREAMS_MAX: most }: Config): StreamLimitSettings => ({
  most,
  perAccount: Math.max(1, Math.ceil(most / ACCOUNT_SHARE)),
});

export function createReads({ db, config, store, deliveries, credentials, notifications }: ReadsParts): Reads {
  const list = createListObjects(db);
  const lives = createTimelines(db);
  const timelineWatch = createTimelineWatch({ versions: lives.versions });
  notifications.on('object_finished', (ids) => timelineWatch.notified(ids));
  const streams = createEventStreams({ ...EVENT_STREAMS, ...streamShares(config) });
  return {
    routes: {
      objects: {
        list,
        timelines: lives,
        timelineWatch,
        streams,
        credentials,
        sendExport: createExports({ list, readResults: createReadResults(store, VIEWS) }),
        objectDeliveries: createReadObjectDeliveries(db),
        resendOwn: ({ id, mode }, objectId) => deliveries.resendOwn(objectId, id, mode),
        ranks: (ask, account) => readRanks(ask, account, { list, store }),
      },
      account: {
        user: (account) => readUser(db, account),
        usage: createReadUsage(db),
      },
    },
    streamCount: () => streams.count,
    endStreams: streams.endAll,
    close: timelineWatch.close,
  };
}
