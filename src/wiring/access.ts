// Builds access control: accounts and keys, operators and their tokens, rate limits, and streams of revoked credentials.
import { createLimits, type Limits } from '../api/limits.ts';
import { type BodyLimitSettings, createBodyLimits } from '../api/rations.ts';
import type { AccessParts as AccessRouteParts } from '../api/server.ts';
import { type Accounts, createAccounts } from '../business/accounts/accounts.ts';
import type { Audit } from '../business/accounts/audit.ts';
import { type CredentialWatch, createCredentialWatch, createKeyLapses } from '../business/accounts/credential-watch.ts';
import { createOperators, type Operators } from '../business/accounts/operators.ts';
import { createRejectedTokens } from '../business/accounts/rejected-tokens.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { networkOf } from '../platform/network.ts';
import type { Buckets } from '../platform/rate-limit.ts';
import { peppersIn, type Secrets } from './secrets.ts';

export interface Access {
  readonly routes: Omit<AccessRouteParts, 'loopbackOpen'>;
  readonly accounts: Accounts;
  readonly operators: Operators;
  /** Ends streams whose key or token is no longer accepted. */
  readonly credentials: CredentialWatch;
  close(): Promise<void>;
}

export interface AccessParts {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly audit: Audit;
  readonly log: Log;
  readonly buckets: Buckets;
}

export function createAccess({ db, config, secrets, audit, log, buckets }: AccessParts): Access {
  const accounts = createAccounts(db, peppersIn(secrets), audit);
  const operators = createOperators(db, peppersIn(secrets), audit);
  const rejectedTokens = createRejectedTokens(db, audit, log);
  const credentials = createCredentialWatch({ key: createKeyLapses(db), operator: operators.revokedAmong }, (error) =>
    log.warn('credential check of open streams failed', { error }),
  );
  return {
    routes: {
      findAccount: accounts.byKey,
      findOperator: operators.byToken,
      operatorToken: secrets.adminToken,
      onBadToken: (ip, throttled) => rejectedTokens.count(networkOf(ip, config.IPV6_PREFIX_LENGTH), throttled),
      hasAdminListener: config.ADMIN_PORT !== 0,
      limits: createRates(buckets, config),
      rations: createBodyLimits(buckets, rationsOf(config)),
    },
    accounts,
    operators,
    credentials,
    close: () => {
      credentials.close();
      return rejectedTokens.close();
    },
  };
}

function createRates(buckets: Buckets, config: Config): Limits {
  const rate = (perMinute: number, burst = perMinute) => ({ perMinute, burst });
  return createLimits(buckets, {
    account: rate(config.RATE_PER_MINUTE, config.RATE_BURST),
    address: rate(config.IP_RATE_PER_MINUTE, config.IP_RATE_BURST),
    badKeys: rate(config.IP_BAD_KEYS_PER_MINUTE),
    badTokens: rate(config.IP_BAD_TOKENS_PER_MINUTE),
    ipv6Prefix: config.IPV6_PREFIX_LENGTH,
  });
}

const MEGABYTE = 1_000_000;
const SECOND_MS = 1000;

function rationsOf(config: Config): BodyLimitSettings {
  const pace = (perMinute: number, parts: number) => ({ perMinute, burst: Math.round(perMinute / parts) });
  // A third of a minute's bytes may arrive at once, and half of a minute's time.
  const bytes = (megabytes: number) => pace(megabytes * MEGABYTE, 3);
  const time = (seconds: number) => pace(seconds * SECOND_MS, 2);
  return {
    bodies: { account: bytes(config.BODY_MB_PER_MINUTE), address: bytes(config.IP_BODY_MB_PER_MINUTE) },
    rejected: { account: time(config.REJECTED_SECONDS_PER_MINUTE), address: time(config.IP_REJECTED_SECONDS_PER_MINUTE) },
    ipv6Prefix: config.IPV6_PREFIX_LENGTH,
  };
}
