// Builds the way to the object store, when one is configured.
import { type Bodies, createBodies } from '../business/orders/bodies.ts';
import { type Config, ConfigProblem } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { createObjectStore } from '../platform/s3.ts';

const REST_MS = 30_000;

/** `bodies` is null where everything is kept in the database. */
export interface BodyKeeping {
  readonly bodies: Bodies | null;
  close(): Promise<void>;
}

export function createBodyKeeping(db: Db, config: Config, onKept: (place: 'store' | 'database', error?: unknown) => void): BodyKeeping {
  const { OBJECT_STORE_URL: url, OBJECT_STORE_ACCESS_KEY: accessKey, OBJECT_STORE_SECRET_KEY: secretKey } = config;
  if (url === null) return { bodies: null, close: async () => undefined };
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.search !== '')
    throw new ConfigProblem('Bad settings: OBJECT_STORE_URL must be an address such as https://host/bucket/prefix.');
  if (accessKey === null || secretKey === null)
    throw new ConfigProblem('Bad settings: OBJECT_STORE_URL needs OBJECT_STORE_ACCESS_KEY and OBJECT_STORE_SECRET_KEY.');
  const token = config.OBJECT_STORE_SESSION_TOKEN;
  const store = createObjectStore({
    url,
    region: config.OBJECT_STORE_REGION,
    accessKey,
    secretKey,
    ...(token === null ? {} : { sessionToken: token }),
  });
  return {
    bodies: createBodies({ db, store, onKept }, { bytesMin: config.OBJECT_STORE_MIN_BYTES, restMs: REST_MS }),
    close: store.close,
  };
}
