// Who may call and how often: operators' tokens and what is written down about wrong ones, streams of lapsed credentials, rates.
import { createLimits, type Limits } from '../api/limits.ts';
import type { ServerParts } from '../api/server.ts';
import type { Audit } from '../business/accounts/audit.ts';
import { createCredentialWatch } from '../business/accounts/credential-watch.ts';
import { createKeyLapses } from '../business/accounts/key-lapses.ts';
import { createOperators } from '../business/accounts/operators.ts';
import { createRejectedTokens } from '../business/accounts/rejected-tokens.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { networkOf } from '../platform/network.ts';
import type { Buckets } from '../platform/rate-limit.ts';
import { peppersIn, type Secrets } from './secrets.ts';

export interface Access {
  readonly routes: Pick<
    ServerParts,
    | 'operatorToken'
    | 'operatorApart'
    | 'findOperator'
    | 'onBadToken'
    | 'operators'
    | 'credentials'
    | 'limits'
    | 'connections'
    | 'trustProxy'
  >;
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
  const operators = createOperators(db, peppersIn(secrets), audit);
  const refused = createRejectedTokens(db, audit, log);
  const credentials = createCredentialWatch({ key: createKeyLapses(db), operator: operators.revokedAmong }, (error) =>
    log.warn('credential check of open streams failed', { error }),
  );
  return {
    routes: {
      operatorToken: secrets.adminToken,
      findOperator: operators.byToken,
      onBadToken: (ip, throttled) => refused.count(networkOf(ip, config.IPV6_PREFIX_LENGTH), throttled),
      operators,
      credentials,
      operatorApart: config.ADMIN_PORT !== 0,
      limits: createRates(buckets, config),
      connections: {
        perAddressMax: config.IP_CONNECTIONS_MAX,
        uncounted: config.TRUST_PROXY,
        ipv6Prefix: config.IPV6_PREFIX_LENGTH,
      },
      trustProxy: config.TRUST_PROXY,
    },
    close: () => {
      credentials.close();
      return refused.close();
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
