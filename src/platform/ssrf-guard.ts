// SSRF guard: rejects private, link-local, shared, metadata and reserved IP addresses as targets.
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Resolve, Share } from './resolver.ts';
import { type AllowedTarget, type Listing, listedAddress, listedName } from './ssrf-targets.ts';

export type { Resolve } from './resolver.ts';

export interface GuardPolicy {
  /** Loopback is allowed while the service itself listens only there. */
  readonly allowLoopback: boolean;
  /**
   * False: loopback must be written as an IP address or as localhost. Any other name that resolves to it is rejected,
   * so that the text of a URL decides whether it leads to loopback.
   */
  readonly loopbackByName?: boolean;
  /** Networks of the operator that may be called, in CIDR notation. */
  readonly allowNetworks: readonly string[];
  /** Like `allowNetworks`, with ports, single addresses and host names. */
  readonly allowTargets?: readonly AllowedTarget[];
  /** Ports of the service itself on this machine. They are allowed only for targets listed with that port. */
  readonly ownPorts?: ReadonlySet<number>;
  /** The public addresses of this machine, which must never be called. */
  readonly forbidAddresses?: readonly string[];
}

export class ForbiddenAddress extends Error {
  constructor() {
    super('the target is a private, local or reserved address');
    this.name = 'ForbiddenAddress';
  }
}

const FORBIDDEN_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((text) => ipaddr.IPv4.parseCIDR(text));
/** Of IPv6 only the global unicast block is public. These parts of it are not. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
const FORBIDDEN_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((text) => ipaddr.IPv6.parseCIDR(text));
const LOOPBACK_V4 = ipaddr.IPv4.parseCIDR('127.0.0.0/8');

/**
 * Addresses of this machine, so that the service cannot be made to call itself in a loop. NAT addresses are not known
 * here.
 */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all) => (all ?? []).filter(({ internal }) => !internal).map(({ address }) => address));

/** Returns whether we may connect to this literal address. Without a port the rules about ports do not apply. */
export function isAllowedAddress(text: string, policy: GuardPolicy, port?: number): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text); // unmaps ::ffff:a.b.c.d
  const listing = listedAddress(address, port, policy.allowTargets ?? []);
  if (listing !== null) return isOpen(listing, address, policy, port);
  for (const network of policy.allowNetworks) {
    const range = ipaddr.parseCIDR(network);
    if (range[0].kind() === address.kind() && address.match(range as never)) return true;
  }
  if (isOwnAddress(address, policy)) return false;
  if (isLoopback(address)) return policy.allowLoopback && isOpen('any port', address, policy, port);
  if (address instanceof ipaddr.IPv4) return !FORBIDDEN_V4.some((range) => address.match(range));
  return address.match(GLOBAL_V6) && !FORBIDDEN_V6.some((range) => address.match(range));
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const isLoopback = (address: Address): boolean =>
  address instanceof ipaddr.IPv4 ? address.match(LOOPBACK_V4) : address.toNormalizedString() === '0:0:0:0:0:0:0:1';
const isOwnAddress = (address: Address, { forbidAddresses = [] }: GuardPolicy): boolean =>
  forbidAddresses.some((own) => ipaddr.process(own).toString() === address.toString());
/** Systems treat the unspecified address as their own. */
const isUnspecified = (address: Address): boolean => address.range() === 'unspecified';

/** Ports of the service itself stay closed on this machine unless the operator listed the target with that port. */
function isOpen(listing: Exclude<Listing, null>, address: Address, policy: GuardPolicy, port: number | undefined): boolean {
  if (listing === 'port' || port === undefined || !policy.ownPorts?.has(port)) return true;
  return !(isLoopback(address) || isUnspecified(address) || isOwnAddress(address, policy));
}

const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa|onion|invalid|test)$/;

const bareOf = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
const isLocalhost = (bare: string): boolean => bare === 'localhost' || bare.endsWith('.localhost');

/** Checks the target of a URL before its name is resolved. `hostname` is spelled as by `new URL`. */
export function isAllowedHost(hostname: string, policy: GuardPolicy, port?: number): boolean {
  const bare = bareOf(hostname);
  if (isIP(bare) !== 0) return isAllowedAddress(bare, policy, port);
  // Empty labels hide what resolvers read: some treat `localhost..` as `localhost`.
  if (/^\.|\.\.|\.$/.test(bare)) return false;
  if (listedName(bare, port, policy.allowTargets ?? []) !== null) return true;
  if (isLocalhost(bare)) return policy.allowLoopback && isAllowedAddress('127.0.0.1', policy, port);
  return bare.includes('.') && !LOCAL_NAMES.test(bare);
}

/** Returns the port of a URL, or the default port of its protocol. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number =>
  port !== '' ? Number(port) : protocol === 'https:' || protocol === 'wss:' ? 443 : 80;

/**
 * Returns the address to connect to for a host. A name is resolved once and every result must be allowed, so that it
 * cannot change between the check and the connection (DNS rebinding). `share` is the owner of the lookup.
 */
export async function vettedAddress(
  hostname: string,
  policy: GuardPolicy,
  resolve: Resolve,
  share?: Share,
  port?: number,
): Promise<string> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (!isAllowedHost(bare, policy, port)) throw new ForbiddenAddress();
  if (isIP(bare) !== 0) return bare;
  const addresses = await resolve(bare.replace(/\.$/, ''), share);
  if (addresses.length === 0) throw new Error(`no address for ${bare}`);
  const allowed = addressFilterFor(bareOf(bare), policy, port);
  if (!addresses.every(allowed)) throw new ForbiddenAddress();
  return addresses[0]!;
}

/** The operator vouches for the addresses of a listed name. All other names must resolve to allowed addresses. */
function addressFilterFor(bare: string, policy: GuardPolicy, port: number | undefined): (address: string) => boolean {
  const listing = listedName(bare, port, policy.allowTargets ?? []);
  if (listing !== null) return (address) => ipaddr.isValid(address) && isOpen(listing, ipaddr.process(address), policy, port);
  const rules = policy.loopbackByName === false && !isLocalhost(bare) ? { ...policy, allowLoopback: false } : policy;
  return (address) => isAllowedAddress(address, rules, port);
}
