// Builds S3 storage for large results, if it is configured.
import { type Blobs, type BlobsParts, createBlobs, type ReadFailure } from '../business/orders/blobs.ts';
import { type Config, ConfigProblem } from '../config.ts';
import type { Db } from '../platform/db.ts';
import type { Resolver } from '../platform/resolver.ts';
import { createObjectStore, type ObjectStoreSettings } from '../platform/s3.ts';
import { configuredResolver } from './resolver.ts';

const REST_MS = 30_000;

/** `bodies` is null when all results are stored in the database. */
export interface ResultStorage {
  readonly bodies: Blobs | null;
  close(): Promise<void>;
}

/** The caller has checked that the URL and the keys are set. */
export function storeSettings(url: string, accessKey: string, secretKey: string, config: Config): ObjectStoreSettings {
  const { S3_REGION: region, S3_SESSION_TOKEN: token } = config;
  return { url, region, accessKey, secretKey, ...(token === null ? {} : { sessionToken: token }) };
}

/** Reports where results are stored, and reads that failed. */
export interface StorageReports {
  readonly onStored?: BlobsParts['onStored'];
  readonly onReadFailed?: (reason: ReadFailure) => void;
}

export function createResultStorage(
  db: Db,
  config: Config,
  reports: StorageReports = {},
  resolver: Resolver = configuredResolver(config),
): ResultStorage {
  const { S3_URL: url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (url === null) return { bodies: null, close: async () => undefined };
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.search !== '')
    throw new ConfigProblem('Bad settings: S3_URL must be a URL such as https://host/bucket/prefix.');
  if (accessKey === null || secretKey === null) throw new ConfigProblem('Bad settings: S3_URL needs S3_ACCESS_KEY and S3_SECRET_KEY.');
  const store = createObjectStore({ ...storeSettings(url, accessKey, secretKey, config), lookup: resolver.lookup });
  return {
    bodies: createBlobs({ db, store, onStored: () => undefined, ...reports }, { bytesMin: config.S3_MIN_BYTES, cooldownMs: REST_MS }),
    close: store.close,
  };
}
