// Says which addresses we may connect to; private, link-local, shared, metadata and reserved ones are never reached by accident.
import { lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

export interface GuardPolicy {
  /** Loopback is allowed while the service itself listens only there. */
  readonly allowLoopback: boolean;
  /** Networks of the operator's own that may be called, as CIDR. */
  readonly allowNetworks: readonly string[];
  /** Never to be called, although they are public: those of this machine. */
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
/** Of IPv6 only the global unicast block is public; these parts of it are not. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
const FORBIDDEN_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((text) => ipaddr.IPv6.parseCIDR(text));
const LOOPBACK_V4 = ipaddr.IPv4.parseCIDR('127.0.0.0/8');

/** A service that can be made to call itself can be made to do so in circles. Addresses that a router translates are not known here. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all) => (all ?? []).filter(({ internal }) => !internal).map(({ address }) => address));

/** May we connect to this literal address? */
export function isAllowedAddress(text: string, policy: GuardPolicy): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text); // unmaps ::ffff:a.b.c.d
  for (const network of policy.allowNetworks) {
    const range = ipaddr.parseCIDR(network);
    if (range[0].kind() === address.kind() && address.match(range as never)) return true;
  }
  if (policy.forbidAddresses?.some((own) => ipaddr.process(own).toString() === address.toString())) return false;
  if (address instanceof ipaddr.IPv4) {
    if (policy.allowLoopback && address.match(LOOPBACK_V4)) return true;
    return !FORBIDDEN_V4.some((range) => address.match(range));
  }
  if (policy.allowLoopback && address.toNormalizedString() === '0:0:0:0:0:0:0:1') return true;
  return address.match(GLOBAL_V6) && !FORBIDDEN_V6.some((range) => address.match(range));
}

const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa|onion|invalid|test)$/;

/** What a URL alone says about its target, before any name is looked up. `hostname` as `new URL` spells it. */
export function isAllowedHost(hostname: string, policy: GuardPolicy): boolean {
  const bare = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(bare) !== 0) return isAllowedAddress(bare, policy);
  // Empty labels make a name look unlike what resolvers take it for: `localhost..` is `localhost` to some.
  if (/^\.|\.\.|\.$/.test(bare)) return false;
  if (policy.allowLoopback && (bare === 'localhost' || bare.endsWith('.localhost'))) return true;
  return bare.includes('.') && !LOCAL_NAMES.test(bare);
}

export type Resolve = (hostname: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses.map(({ address }) => address));
    });
  });

/**
 * The address to connect to for a host. Names are looked up once and every answer must be allowed, so that a name that
 * changes its mind between the check and the connection gains nothing.
 */
export async function vettedAddress(hostname: string, policy: GuardPolicy, resolve: Resolve): Promise<string> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (!isAllowedHost(bare, policy)) throw new ForbiddenAddress();
  if (isIP(bare) !== 0) return bare;
  const addresses = await resolve(bare.replace(/\.$/, ''));
  if (addresses.length === 0) throw new Error(`no address for ${bare}`);
  if (!addresses.every((address) => isAllowedAddress(address, policy))) throw new ForbiddenAddress();
  return addresses[0]!;
}
