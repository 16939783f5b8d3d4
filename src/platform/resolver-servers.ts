// Sends a query to the name servers in turn, each attempt with a timeout, and tracks failing servers.
import { Resolver as DnsClient } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { NameUnresolved } from './resolver-errors.ts';

export type { Resolver as DnsClient } from 'node:dns/promises';

export interface ResolvedAddresses {
  readonly addresses: readonly string[];
  readonly ttlSeconds: number;
}

/** `deadline` is a time of `performance.now()`. */
export type QueryServers = <T>(servers: readonly string[], query: (client: DnsClient) => Promise<T>, deadline: number) => Promise<T>;

/** A datagram can be lost, so the first timeout is short. It doubles with every round. */
const ATTEMPT_MS = 1000;
const ROUNDS_MAX = 3;
const DEMOTED_MS = 30_000;
/** When one address family is known, wait this long for the other. Some servers never answer AAAA queries. */
const OTHER_FAMILY_MS = 300;
const NOT_FOUND = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ENONAME']);
const TIMEOUTS = new Set(['ETIMEOUT', 'ECANCELLED']);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Each attempt uses a new client: an unpredictable source port, and a socket that closes with the attempt. */
export function createServerList(): QueryServers {
  const demotedUntil = new Map<string, number>();
  const ordered = (servers: readonly string[]): (string | null)[] => {
    // Without a list the client uses the servers of the system.
    if (servers.length === 0) return [null];
    const isDemoted = (server: string): boolean => (demotedUntil.get(server) ?? 0) > performance.now();
    return [...servers.filter((server) => !isDemoted(server)), ...servers.filter(isDemoted)];
  };
  return async (servers, query, deadline) => {
    const unresponsive = new Set<string>();
    // A name that no server answers says nothing about the servers. A name that only the next server answers does.
    const demoteUnresponsive = (): void => {
      for (const server of unresponsive) demotedUntil.set(server, performance.now() + DEMOTED_MS);
    };
    let failure: NameUnresolved = new NameUnresolved('timeout');
    for (let round = 0; round < ROUNDS_MAX; round++) {
      let timeouts = 0;
      for (const server of ordered(servers)) {
        const remainingMs = deadline - performance.now();
        if (remainingMs < 1) throw new NameUnresolved('timeout');
        try {
          const result = await once(server, query, Math.min(remainingMs, ATTEMPT_MS * 2 ** round));
          demoteUnresponsive();
          return result;
        } catch (error) {
          if (NOT_FOUND.has(codeOf(error))) {
            demoteUnresponsive();
            throw new NameUnresolved('not_found', error);
          }
          const isTimeout = TIMEOUTS.has(codeOf(error));
          if (isTimeout) timeouts++;
          if (server !== null) unresponsive.add(server);
          failure = new NameUnresolved(isTimeout ? 'timeout' : 'failed', error);
        }
      }
      // A server that responded with an error would respond the same way again.
      if (timeouts === 0) break;
    }
    throw failure;
  };
}

async function once<T>(server: string | null, query: (client: DnsClient) => Promise<T>, ms: number): Promise<T> {
  const client = new DnsClient({ timeout: Math.ceil(ms), tries: 1 });
  if (server !== null) client.setServers([server]);
  // The client restarts its own timeout when it switches to TCP.
  const timer = setTimeout(() => client.cancel(), Math.ceil(ms) + 50);
  try {
    return await query(client);
  } finally {
    clearTimeout(timer);
    client.cancel();
  }
}

interface Half {
  readonly records: readonly { readonly address: string; readonly ttl: number }[];
  readonly error: unknown;
}

/** Returns a query for all addresses of a name. One family is enough when the other is unavailable. */
export function addressQuery(name: string, wantsIPv6: boolean): (client: DnsClient) => Promise<ResolvedAddresses> {
  return async (client) => {
    const halves = [halfOf(client.resolve4(name, { ttl: true }))];
    if (wantsIPv6) halves.push(halfOf(client.resolve6(name, { ttl: true })));
    const all = Promise.all(halves);
    const early = halves.map(async (half) => {
      const { records, error } = await half;
      // A name that does not exist has no addresses of the other family either.
      if (codeOf(error ?? {}) === 'ENOTFOUND') return [{ records, error }];
      if (records.length === 0) return all;
      return Promise.race([all, sleep(OTHER_FAMILY_MS, [{ records, error: null }], { ref: false })]);
    });
    const results: readonly Half[] = await Promise.race([all, ...early]);
    const records = results.flatMap((half) => half.records);
    if (records.length > 0) {
      const addresses = [...new Set(records.map(({ address }) => address))];
      return { addresses, ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)) };
    }
    const errors = results.flatMap(({ error }) => (error === null ? [] : [error]));
    throw errors.find(isNotFound) ?? errors.find(isFailure) ?? errors[0] ?? new NameUnresolved('not_found');
  };
}

const isNotFound = (error: unknown): boolean => codeOf(error) === 'ENOTFOUND';
const isFailure = (error: unknown): boolean => !NOT_FOUND.has(codeOf(error));

const halfOf = (lookup: Promise<Half['records']>): Promise<Half> =>
  lookup.then(
    (records) => ({ records, error: null }),
    (error: unknown) => ({ records: [], error }),
  );
