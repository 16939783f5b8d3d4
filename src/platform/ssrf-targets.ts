// Targets that the operator allows: networks, addresses and host names, for one port or all ports.
import ipaddr from 'ipaddr.js';

export interface AllowedTarget {
  /** A network; null for a host name. */
  readonly network: [ipaddr.IPv4 | ipaddr.IPv6, number] | null;
  /** A host name, in lower case and without a final dot; null for a network. */
  readonly name: string | null;
  /** Null: any port, except the ports of the service itself. */
  readonly port: number | null;
}

const NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Rejects ambiguous numbers: some parsers read `127.1` as an address and others as a name. */
const NUMBERS = /^(?:0x)?[0-9a-f.]*\d$|^[\d.]+$/;

/**
 * Parses `10.0.0.0/8`, `10.1.2.3:8443`, `[fd00::/8]:8443`, `fd00::5`, `hooks.internal` or `hooks.internal:8443`.
 * Returns null for anything else.
 */
export function readTarget(text: string): AllowedTarget | null {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^[\]]+?))(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  // Without brackets the last group of an IPv6 address looks like a port.
  const whole = networkOf(text.trim());
  if (whole) return { network: whole, name: null, port: null };
  const port = digits === undefined ? null : Number(digits);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  const host = (bracketed ?? plain ?? '').toLowerCase().replace(/\.$/, '');
  const network = networkOf(host);
  if (network) return (network[0].kind() === 'ipv6') === (bracketed !== undefined) ? { network, name: null, port } : null;
  if (bracketed !== undefined || !NAME.test(host) || NUMBERS.test(host)) return null;
  return { network: null, name: host, port };
}

/** A network in CIDR notation, or a single address as a network. */
function networkOf(text: string): AllowedTarget['network'] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)) {
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  return null;
}

/** The kind of match in the list: with its port, for all ports, or none. */
export type Listing = 'port' | 'any port' | null;

const listingOf = (targets: readonly AllowedTarget[], port: number | undefined): Listing => {
  if (targets.some((target) => target.port !== null && target.port === port)) return 'port';
  return targets.some((target) => target.port === null) ? 'any port' : null;
};

export function listedAddress(address: ipaddr.IPv4 | ipaddr.IPv6, port: number | undefined, targets: readonly AllowedTarget[]): Listing {
  const fitting = targets.filter(({ network }) => network?.[0].kind() === address.kind() && address.match(network as never));
  return listingOf(fitting, port);
}

/** `name` in lower case and without a final dot. */
export const listedName = (name: string, port: number | undefined, targets: readonly AllowedTarget[]): Listing =>
  listingOf(
    targets.filter((target) => target.name === name),
    port,
  );
