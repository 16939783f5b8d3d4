// Builds what a worker process sends callbacks with: a guarded HTTP client and the dispatcher of the outbox.
import { createDispatcher, type Dispatcher } from '../business/callbacks/dispatcher.ts';
import { createTraceDelivery } from '../business/callbacks/trace.ts';
import type { Store } from '../business/orders/objects.ts';
import { renderPieces } from '../business/orders/render.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { createHttpClient } from '../platform/http.ts';
import type { Resolver } from '../platform/resolver.ts';
import type { Tracer } from '../platform/tracing.ts';
import { renderPostback } from '../products/dataforseo/postback.ts';
import { callbackPolicy } from './targets.ts';
import { VIEWS } from './views.ts';

const PER_HOST_MAX = 10;

export interface CallbackParts {
  readonly db: Db;
  readonly config: Config;
  readonly resolver: Resolver;
  /** Ports of this process that callbacks must not reach. */
  readonly ownPorts: Iterable<number>;
  readonly store: Store;
  readonly onTry: (ok: boolean) => void;
  readonly onLook: (more: boolean) => void;
  readonly onError: (error: unknown) => void;
  readonly tracer: Tracer | null;
}

export interface Callbacks {
  readonly wake: Dispatcher['wake'];
  /** Claims no further callbacks and waits for those that are being sent. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export function createCallbacks({ db, config, resolver, ownPorts, store, onTry, onLook, onError, tracer }: CallbackParts): Callbacks {
  const client = createHttpClient({
    policy: callbackPolicy(config, ownPorts),
    resolve: resolver.resolve,
    connectionsPerHost: 2 * PER_HOST_MAX,
    connectMsMax: 5000,
  });
  const { wake, stop } = createDispatcher(
    {
      db,
      client,
      render: (stored) => renderPieces(stored, VIEWS),
      renderPostback,
      fetchAny: store.fetchAny,
      onAttempt: ({ ok }) => onTry(ok),
      onPoll: onLook,
      onError,
      trace: tracer && createTraceDelivery(tracer),
    },
    {
      retrySeconds: config.CALLBACK_RETRY_SECONDS,
      msMax: config.CALLBACK_TIMEOUT_SECONDS * 1000,
      atOnceMax: config.CALLBACK_CONCURRENCY,
      perHostMax: PER_HOST_MAX,
      bytesMax: config.CALLBACK_BYTES_MAX,
      pollMs: 500,
    },
  );
  return { wake, stop, close: client.close };
}
