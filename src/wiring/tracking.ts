// Builds what the routes of tracking need: projects, keywords, history, alerts and shares.
import type { ServerParts } from '../api/server.ts';
import { createOnce } from '../api/tracking-idempotency.ts';
import type { TrackingRouteParts } from '../api/tracking-parts.ts';
import type { CredentialWatch } from '../business/accounts/credential-watch.ts';
import { createResponses } from '../business/tracking/projects/responses.ts';
import type { Config } from '../config.ts';
import { errors } from '../contract/errors.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { GuardPolicy } from '../platform/ssrf-guard.ts';
import type { Secrets } from './secrets.ts';

export interface TrackingParts {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly credentials: CredentialWatch;
  /** Which webhook URLs are accepted. */
  readonly guard: GuardPolicy;
  readonly orders: ServerParts['orders'];
}

/** A module that is not part of this build yet. */
const missing = <T extends object>(): T =>
  new Proxy({} as T, {
    get: () => () => {
      throw errors.unknownRoute();
    },
  });

export function createTracking({ db, log, credentials }: TrackingParts): TrackingRouteParts {
  return {
    ...missing<TrackingRouteParts>(),
    credentials,
    once: createOnce(createResponses(db)),
    onChanged: (what, ids) => log.info(what, ids),
  };
}
