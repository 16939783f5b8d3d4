// Host name resolver for all outbound traffic: timeouts, cache, joined lookups and shares per account.
import { isIP, type LookupFunction } from 'node:net';
import { getDomain } from 'tldts';
import { createAddressCache } from './resolver-cache.ts';
import { NameUnresolved } from './resolver-errors.ts';
import { createLocalNames, type LocalNames, type NameFiles } from './resolver-files.ts';
import { candidatesOf, NAME_LENGTH_MAX, sortFamilies } from './resolver-order.ts';
import { addressQuery, createServerList, type DnsClient, type ResolvedAddresses } from './resolver-servers.ts';
import { createShares, type Share } from './resolver-shares.ts';
import { createSystemLookup, type SystemLookup } from './resolver-system.ts';

export { NameUnresolved } from './resolver-errors.ts';
export type { Share } from './resolver-shares.ts';

export type Outcome = 'answered' | 'cached' | 'joined' | 'local' | 'stale' | 'not_found' | 'timeout' | 'failed' | 'rejected';

/** Resolves a host name. `share` is the owner of the lookup. */
export type Resolve = (hostname: string, share?: Share) => Promise<readonly string[]>;

export interface ResolverSettings {
  /** Name servers as `address` or `address:port`. Default: those of resolv.conf. */
  readonly servers?: readonly string[];
  /** Limit for a whole lookup: waiting for a slot, all servers, all search domains. */
  readonly msMax?: number;
  /** Maximum concurrent lookups of one account. */
  readonly perShare?: number;
  readonly namesMax?: number;
  readonly files?: NameFiles;
  /** Port of the servers in resolv.conf, which does not name one. */
  readonly port?: number;
  readonly system?: SystemLookup;
  readonly platform?: NodeJS.Platform;
  readonly onLookup?: (outcome: Outcome) => void;
}

export interface Resolver {
  /** For names from customers and pages. */
  readonly resolve: Resolve;
  /** For names from settings. Falls back to the system's own lookup, which may know more. */
  readonly resolveFromSettings: Resolve;
  /** `resolveFromSettings` in the form that sockets accept. */
  readonly lookup: LookupFunction;
  /** Any other query to the name servers. Not cached; /etc/hosts and search domains do not apply. */
  query<T>(name: string, share: Share | undefined, query: (client: DnsClient) => Promise<T>): Promise<T>;
  /** The name servers in use, or `system` when only the system knows them. */
  servers(): readonly string[] | 'system';
  readonly cachedNames: number;
  readonly running: number;
}

const MS_MAX = 5000;
const NAMES_MAX = 10_000;
/** Legitimate names have fewer addresses. A longer list would only use memory. */
const ADDRESSES_MAX = 64;
const PER_SHARE = 32;
const SLOTS = { total: 512, always: 2, waitingMax: 256, stuckMs: 1000 };
/** An account's lookups divided by this is the limit per domain, so that a slow domain leaves slots for the others. */
const PER_DOMAIN_DIVISOR = 4;
/** The system does not report a time to live. */
const SYSTEM_TTL_SECONDS = 30;
const NEUTRAL = 'web';
const OPERATOR = 'operator';
const LOOPBACK = ['127.0.0.1', '::1'];
/** Modules of nsswitch.conf that know no more than the files and the name servers do. */
const PLAIN_MODULES = new Set(['files', 'dns', 'resolve', 'myhostname', 'mymachines', 'compat', 'cache']);

export function createResolver(settings: ResolverSettings = {}): Resolver {
  const { msMax = MS_MAX, perShare = PER_SHARE, port = 53, onLookup = () => undefined, platform = process.platform } = settings;
  const read = createLocalNames(settings.files);
  const lookUpBySystem = settings.system ?? createSystemLookup();
  const queryServers = createServerList();
  const cache = createAddressCache(settings.namesMax ?? NAMES_MAX);
  const shares = createShares({ ...SLOTS, perShare, perDomain: Math.ceil(perShare / PER_DOMAIN_DIVISOR) });
  const running = new Map<string, Promise<readonly string[]>>();
  let version = 0;

  const serversOf = (names: LocalNames): readonly string[] =>
    settings.servers?.length
      ? settings.servers
      : names.servers.map((server) => (isIP(server) === 6 ? `[${server}]:${port}` : `${server}:${port}`));
  const hasServers = (names: LocalNames): boolean =>
    Boolean(settings.servers?.length) ||
    (names.servers.length > 0 && (names.modules === null || names.modules.some((module) => module === 'dns' || module === 'resolve')));
  /** Other modules such as mDNS, or the scoped servers of macOS, may know names that the name servers do not have. */
  const systemKnowsMore = (names: LocalNames): boolean =>
    !settings.servers?.length && (platform === 'darwin' || (names.modules ?? []).some((module) => !PLAIN_MODULES.has(module)));

  const viaSystem = async (name: string, share: Share, deadline: number): Promise<ResolvedAddresses> => ({
    addresses: await lookUpBySystem(name, share, deadline),
    ttlSeconds: SYSTEM_TTL_SECONDS,
  });
  const viaServers = async (name: string, names: LocalNames, deadline: number): Promise<ResolvedAddresses> => {
    let failure = new NameUnresolved('not_found');
    for (const full of candidatesOf(name, names)) {
      try {
        return await queryServers(serversOf(names), addressQuery(full, names.wantsIPv6), deadline);
      } catch (error) {
        if (!(error instanceof NameUnresolved) || error.reason === 'timeout') throw error;
        // When a search domain fails, still try the next.
        if (failure.reason === 'not_found') failure = error;
      }
    }
    throw failure;
  };
  const lookUp = async (name: string, share: Share, names: LocalNames, deadline: number): Promise<ResolvedAddresses> => {
    if (!hasServers(names)) return viaSystem(name, share, deadline);
    try {
      return await viaServers(name, names, deadline);
    } catch (error) {
      const notFound = error instanceof NameUnresolved && error.reason === 'not_found';
      if (notFound && systemKnowsMore(names)) return viaSystem(name, share, deadline);
      throw error;
    }
  };

  /** Resolves a name and caches the result. */
  const refresh = async (name: string, share: Share, names: LocalNames, deadline: number): Promise<readonly string[]> => {
    try {
      const { addresses, ttlSeconds } = await lookUp(name, share, names, deadline);
      if (addresses.length === 0) throw new NameUnresolved('not_found');
      if (addresses.length > ADDRESSES_MAX) throw new NameUnresolved('failed', new Error(`${addresses.length} addresses`));
      const sorted = sortFamilies(addresses);
      cache.store(name, sorted, ttlSeconds);
      return sorted;
    } catch (error) {
      if (error instanceof NameUnresolved && error.reason !== 'rejected') cache.unresolved(name, error.reason);
      throw error;
    }
  };
  /**
   * Join only a lookup that has a slot. One that waits behind another account's names would make this caller wait too.
   */
  const lookUpInSlot = async (name: string, share: Share, names: LocalNames, deadline: number): Promise<readonly string[]> => {
    const cached = cache.get(name);
    if (cached) return cached;
    const other = running.get(name);
    if (other) return other;
    const lookup = refresh(name, share, names, deadline).finally(() => running.delete(name));
    running.set(name, lookup);
    return lookup;
  };

  const findAddresses = async (hostname: string, share: Share): Promise<readonly [Outcome, readonly string[]]> => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const names = read();
    if (names.version !== version) {
      version = names.version;
      cache.clear();
    }
    const local = names.hosts.get(name) ?? (/(?:^|\.)localhost$/.test(name) ? LOOPBACK : null);
    if (local) return ['local', sortFamilies(local)];
    if (name === '' || name.length > NAME_LENGTH_MAX) throw new NameUnresolved('not_found');
    const cached = cache.get(name);
    if (cached) return ['cached', cached];
    const joined = running.get(name);
    if (joined) {
      try {
        return ['joined', await joined];
      } catch (error) {
        // Rejected because of another account's share. This account may still query.
        if (!(error instanceof NameUnresolved) || error.reason !== 'rejected') throw error;
      }
    }
    const deadline = performance.now() + msMax;
    return ['answered', await shares.run(share, getDomain(name) ?? name, deadline, () => lookUpInSlot(name, share, names, deadline))];
  };
  const resolve: Resolve = async (hostname, share = NEUTRAL) => {
    const bare = hostname.replace(/^\[|\]$/g, '');
    if (isIP(bare) !== 0) return [bare];
    try {
      const [outcome, addresses] = await findAddresses(hostname, share);
      onLookup(outcome);
      return addresses;
    } catch (error) {
      if (!(error instanceof NameUnresolved)) throw error;
      const stale = error.reason === 'not_found' ? null : cache.stale(hostname.toLowerCase().replace(/\.$/, ''));
      onLookup(stale ? 'stale' : error.reason);
      if (stale) return stale;
      throw error;
    }
  };
  const resolveFromSettings: Resolve = async (hostname) => {
    try {
      return await resolve(hostname, OPERATOR);
    } catch (error) {
      if (!(error instanceof NameUnresolved) || !hasServers(read())) throw error;
      return sortFamilies(await lookUpBySystem(hostname, OPERATOR, performance.now() + msMax));
    }
  };
  return {
    resolve,
    resolveFromSettings,
    lookup: (hostname, options, callback) => {
      resolveFromSettings(hostname).then(
        (addresses) => {
          const wanted = options.family === 4 || options.family === 'IPv4' ? 4 : options.family === 6 || options.family === 'IPv6' ? 6 : 0;
          const all = addresses
            .map((address) => ({ address, family: isIP(address) }))
            .filter(({ family }) => wanted === 0 || family === wanted);
          if (!all[0]) return callback(new NameUnresolved('not_found'), '', 0);
          if (options.all) return callback(null, all);
          callback(null, all[0].address, all[0].family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    },
    query: (name, share = NEUTRAL, query) => {
      const deadline = performance.now() + msMax;
      const names = read();
      return shares.run(share, getDomain(name) ?? name, deadline, () =>
        queryServers(hasServers(names) ? serversOf(names) : [], query, deadline),
      );
    },
    servers: () => (hasServers(read()) ? serversOf(read()) : 'system'),
    get cachedNames() {
      return cache.size;
    },
    get running() {
      return shares.running;
    },
  };
}

let shared: Resolver | null = null;
/** Shared resolver of the process, with the settings of this machine. */
export const defaultResolver = (): Resolver => (shared ??= createResolver());
