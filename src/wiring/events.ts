// Builds the event feed: its pages, its streams and the notifications that move them.
import type { ServerParts } from '../api/server.ts';
import type { Audit } from '../business/accounts/audit.ts';
import type { CredentialWatch } from '../business/accounts/credential-watch.ts';
import { createFeed } from '../business/events/feed.ts';
import { createFeedWatch } from '../business/events/watch.ts';
import type { Store } from '../business/orders/objects.ts';
import { renderObject } from '../business/orders/render.ts';
import { createTrackingAlerts } from '../business/tracking/alerts/alerts.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import type { Notifications } from '../platform/notifications.ts';
import { streamShares } from './reads.ts';
import { VIEWS } from './views.ts';

export interface EventsParts {
  readonly db: Db;
  readonly config: Config;
  readonly store: Store;
  readonly audit: Audit;
  readonly credentials: CredentialWatch;
  readonly notifications: Notifications;
}

export interface Events {
  readonly routes: ServerParts['events'];
  /** Ends every stream; their clients connect again elsewhere. */
  endStreams(): void;
  close(): void;
}

export function createEvents({ db, config, store, audit, credentials, notifications }: EventsParts): Events {
  const feed = createFeed(db, audit.record);
  const feedWatch = createFeedWatch(feed.lasts);
  const alerts = createTrackingAlerts(db);
  notifications.on('event_added', (names) => feedWatch.notify(names));
  return {
    routes: {
      feed,
      feedWatch,
      feedStreams: streamShares(config),
      messages: ({ id, mode }, ids) => alerts.messages({ accountId: id, mode }, ids),
      envelopes: { render: (stored) => renderObject(stored, VIEWS), fetchAny: store.fetchAny },
      credentials,
    },
    endStreams: feedWatch.end,
    close: feedWatch.close,
  };
}
