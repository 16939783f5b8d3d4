// Finds the addresses of host names for all outbound traffic: with a clock, a bounded cache, one question for equal lookups and a share per account.
import { isIP, type LookupFunction } from 'node:net';
import { getDomain } from 'tldts';
import { createAddressCache } from './resolver-cache.ts';
import { NameUnresolved } from './resolver-errors.ts';
import { createLocalNames, type LocalNames, type NameFiles } from './resolver-files.ts';
import { candidatesOf, NAME_LENGTH_MAX, sortFamilies } from './resolver-order.ts';
import { addressQuestion, createServerList, type DnsClient, type FoundAddresses } from './resolver-servers.ts';
import { createShares, type Share } from './resolver-shares.ts';
import { createSystemLookup, type SystemLookup } from './resolver-system.ts';

export { NameUnresolved } from './resolver-errors.ts';
export type { Share } from './resolver-shares.ts';

export type Outcome = 'answered' | 'cached' | 'joined' | 'local' | 'stale' | 'not_found' | 'timeout' | 'failed' | 'rejected';

/** Whatever finds addresses for a name; `share` says whose lookup it is. */
export type Resolve = (hostname: string, share?: Share) => Promise<readonly string[]>;

export interface ResolverSettings {
  /** Name servers as `address` or `address:port`; without any, those of resolv.conf. */
  readonly servers?: readonly string[];
  /** For one whole lookup: waiting for a slot, all servers, all search domains. */
  readonly msMax?: number;
  /** Lookups of one account at once. */
  readonly perShare?: number;
  readonly namesMax?: number;
  readonly files?: NameFiles;
  /** Of the servers in resolv.conf, which names none. */
  readonly port?: number;
  readonly system?: SystemLookup;
  readonly platform?: NodeJS.Platform;
  readonly onLookup?: (outcome: Outcome) => void;
}

export interface Resolver {
  /** For names that customers and pages give. */
  readonly resolve: Resolve;
  /** For names that the operator set; what is not found otherwise is asked of the system, which may know more. */
  readonly resolveOwn: Resolve;
  /** `resolveOwn` as sockets take it. */
  readonly lookup: LookupFunction;
  /** Any other question to the name servers, not cached; neither /etc/hosts nor search domains are looked at. */
  ask<T>(name: string, share: Share | undefined, question: (client: DnsClient) => Promise<T>): Promise<T>;
  /** What is asked: the name servers, or `system` where only the system knows them. */
  servers(): readonly string[] | 'system';
  readonly cachedNames: number;
  readonly running: number;
}

const MS_MAX = 5000;
const NAMES_MAX = 10_000;
/** No honest name has more; a longer list would only fill the memory. */
const ADDRESSES_MAX = 64;
const PER_SHARE = 32;
const SLOTS = { total: 512, always: 2, waitingMax: 256, stuckMs: 1000 };
/** Of an account's lookups, so many times fewer for one domain: one that hangs leaves room for the account's others. */
const PER_DOMAIN_DIVISOR = 4;
/** The system tells no time to live. */
const SYSTEM_TTL_SECONDS = 30;
const NEUTRAL = 'web';
const OPERATOR = 'operator';
const LOOPBACK = ['127.0.0.1', '::1'];
/** Modules of nsswitch.conf that know no more than the files and the name servers do. */
const PLAIN_MODULES = new Set(['files', 'dns', 'resolve', 'myhostname', 'mymachines', 'compat', 'cache']);

export function createResolver(settings: ResolverSettings = {}): Resolver {
  const { msMax = MS_MAX, perShare = PER_SHARE, port = 53, onLookup = () => undefined, platform = process.platform } = settings;
  const read = createLocalNames(settings.files);
  const askSystem = settings.system ?? createSystemLookup();
  const askServers = createServerList();
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
  /** Other modules, such as mDNS, or the scoped servers of macOS may know names that the name servers deny. */
  const systemKnowsMore = (names: LocalNames): boolean =>
    !settings.servers?.length && (platform === 'darwin' || (names.modules ?? []).some((module) => !PLAIN_MODULES.has(module)));

  const viaSystem = async (name: string, share: Share, deadline: number): Promise<FoundAddresses> => ({
    addresses: await askSystem(name, share, deadline),
    ttlSeconds: SYSTEM_TTL_SECONDS,
  });
  const viaServers = async (name: string, names: LocalNames, deadline: number): Promise<FoundAddresses> => {
    let failure = new NameUnresolved('not_found');
    for (const full of candidatesOf(name, names)) {
      try {
        return await askServers(serversOf(names), addressQuestion(full, names.wantsIPv6), deadline);
      } catch (error) {
        if (!(error instanceof NameUnresolved) || error.reason === 'timeout') throw error;
        // A search domain that fails is no reason not to try the next.
        if (failure.reason === 'not_found') failure = error;
      }
    }
    throw failure;
  };
  const lookUp = async (name: string, share: Share, names: LocalNames, deadline: number): Promise<FoundAddresses> => {
    if (!hasServers(names)) return viaSystem(name, share, deadline);
    try {
      return await viaServers(name, names, deadline);
    } catch (error) {
      const unknown = error instanceof NameUnresolved && error.reason === 'not_found';
      if (unknown && systemKnowsMore(names)) return viaSystem(name, share, deadline);
      throw error;
    }
  };

  /** Looks a name up and keeps what came of it. */
  const refresh = async (name: string, share: Share, names: LocalNames, deadline: number): Promise<readonly string[]> => {
    try {
      const { addresses, ttlSeconds } = await lookUp(name, share, names, deadline);
      if (addresses.length === 0) throw new NameUnresolved('not_found');
      if (addresses.length > ADDRESSES_MAX) throw new NameUnresolved('failed', new Error(`${addresses.length} addresses`));
      const sorted = sortFamilies(addresses);
      cache.found(name, sorted, ttlSeconds);
      return sorted;
    } catch (error) {
      if (error instanceof NameUnresolved && error.reason !== 'rejected') cache.unresolved(name, error.reason);
      throw error;
    }
  };
  /** Only what has a slot is joined: a lookup that waits behind another account's names would make its waiting ours. */
  const inSlot = async (name: string, share: Share, names: LocalNames, deadline: number): Promise<readonly string[]> => {
    const known = cache.get(name);
    if (known) return known;
    const other = running.get(name);
    if (other) return other;
    const own = refresh(name, share, names, deadline).finally(() => running.delete(name));
    running.set(name, own);
    return own;
  };

  const find = async (hostname: string, share: Share): Promise<readonly [Outcome, readonly string[]]> => {
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
        // Rejected for the share of another account: this one may still ask.
        if (!(error instanceof NameUnresolved) || error.reason !== 'rejected') throw error;
      }
    }
    const deadline = performance.now() + msMax;
    return ['answered', await shares.run(share, getDomain(name) ?? name, deadline, () => inSlot(name, share, names, deadline))];
  };
  const resolve: Resolve = async (hostname, share = NEUTRAL) => {
    const bare = hostname.replace(/^\[|\]$/g, '');
    if (isIP(bare) !== 0) return [bare];
    try {
      const [outcome, addresses] = await find(hostname, share);
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
  const resolveOwn: Resolve = async (hostname) => {
    try {
      return await resolve(hostname, OPERATOR);
    } catch (error) {
      if (!(error instanceof NameUnresolved) || !hasServers(read())) throw error;
      return sortFamilies(await askSystem(hostname, OPERATOR, performance.now() + msMax));
    }
  };
  return {
    resolve,
    resolveOwn,
    lookup: (hostname, options, callback) => {
      resolveOwn(hostname).then(
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
    ask: (name, share = NEUTRAL, question) => {
      const deadline = performance.now() + msMax;
      const names = read();
      return shares.run(share, getDomain(name) ?? name, deadline, () =>
        askServers(hasServers(names) ? serversOf(names) : [], question, deadline),
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
/** One for the process, by the files of this machine, for whatever is built without another. */
export const defaultResolver = (): Resolver => (shared ??= createResolver());
