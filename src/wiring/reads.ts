// Builds what people read with: lists, lives, streams, exports and usage.
import { createEventStreams, EVENT_STREAMS } from '../api/event-stream.ts';
import { createExports } from '../api/export.ts';
import type { ObjectsRouteParts } from '../api/routes/objects.ts';
import type { UsageRouteParts } from '../api/routes/usage.ts';
import { createReadUsage } from '../business/accounts/usage.ts';
import type { Deliveries } from '../business/callbacks/deliveries.ts';
import { createLives } from '../business/orders/life.ts';
import { createListObjects } from '../business/orders/list.ts';
import { createLifeWatch } from '../business/orders/watch.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import type { Signals } from '../platform/signals.ts';

/** One account may hold this share of all streams. */
const ACCOUNT_SHARE = 10;

export interface ReadParts {
  readonly db: Db;
  readonly config: Config;
  readonly signals: Signals;
  readonly deliveries: Deliveries;
}

export interface Reads {
  readonly routes: ObjectsRouteParts & UsageRouteParts;
  /** Ends every stream; their clients connect again elsewhere. */
  endStreams(): void;
  close(): void;
}

export function createReads({ db, config, signals, deliveries }: ReadParts): Reads {
  const list = createListObjects(db);
  const lives = createLives(db);
  const lifeWatch = createLifeWatch({ marks: lives.marks });
  signals.on('done', (ids) => lifeWatch.heard(ids));
  const streams = createEventStreams({
    ...EVENT_STREAMS,
    streamsMax: config.STREAMS_MAX,
    perAccountMax: Math.max(1, Math.ceil(config.STREAMS_MAX / ACCOUNT_SHARE)),
  });
  return {
    routes: {
      list,
      lives,
      lifeWatch,
      streams,
      sendExport: createExports(list),
      resendOwn: async ({ id: account, mode }, objectId) => {
        const sent = await deliveries.resendOwn(objectId, account, mode);
        if (sent === 'sent') signals.send('told');
        return sent;
      },
      usage: createReadUsage(db),
    },
    endStreams: streams.endAll,
    close: lifeWatch.close,
  };
}
