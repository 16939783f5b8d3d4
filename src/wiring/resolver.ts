// Builds the DNS resolver of a process from its settings.
import type { Config } from '../config.ts';
import { createResolver, type Outcome, type Resolver } from '../platform/resolver.ts';

export const configuredResolver = (config: Config, onLookup?: (outcome: Outcome) => void): Resolver =>
  createResolver({
    servers: config.DNS_SERVERS,
    msMax: config.DNS_TIMEOUT_SECONDS * 1000,
    perShare: config.DNS_LOOKUPS_PER_ACCOUNT,
    ...(onLookup ? { onLookup } : {}),
  });
