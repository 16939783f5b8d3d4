// Maps a client's IP address to the network that rate limits and connection limits count it under.
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Providers assign a /64 or more to one customer, so a single IPv6 address does not identify a client. */
export const IPV6_PREFIX = 64;

/** Invalid addresses from a proxy header all count as one client. */
const UNKNOWN = 'unknown';
/** 64:ff9b::/96 (NAT64), where a translating router puts IPv4 clients. */
const NAT64 = [0x64, 0xff9b, 0, 0, 0, 0];
const MAPPED = [0, 0, 0, 0, 0, 0xffff];
const GROUPS = 8;
const GROUP_BITS = 16;

/**
 * Returns the IPv4 address itself, or the network of an IPv6 address, such as `2001:db8:1:2::/64`. Accepts any text,
 * because an address may come from a header: removes ports and zones, and unwraps IPv4 inside IPv6.
 */
export function networkOf(text: string, ipv6Prefix = IPV6_PREFIX): string {
  if (isIPv4(text)) return text;
  const bare = bareAddress(text);
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : UNKNOWN;
  const { parts } = ipaddr.IPv6.parse(bare);
  if (startsWith(parts, MAPPED) || startsWith(parts, NAT64)) {
    const [high = 0, low = 0] = parts.slice(-2);
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const groups = parts.slice(0, Math.ceil(ipv6Prefix / GROUP_BITS)).map((group, index) => {
    const bits = Math.min(GROUP_BITS, ipv6Prefix - index * GROUP_BITS);
    return (group & (0xffff << (GROUP_BITS - bits))).toString(16);
  });
  return groups.length === GROUPS ? `${groups.join(':')}/${ipv6Prefix}` : `${groups.join(':')}::/${ipv6Prefix}`;
}

/** Returns the first 16 bits of an IPv4 network or the first 32 of an IPv6 network; any other text unchanged. */
export const widerNetworkOf = (network: string): string => /^[^.:]+[.:][^.:]+(?=[.:])/.exec(network)?.[0] ?? network;

const startsWith = (parts: readonly number[], prefix: readonly number[]): boolean => prefix.every((group, index) => parts[index] === group);

function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const withoutPort = bracketed ?? /^([^:]+):\d+$/.exec(text)?.[1] ?? text;
  return withoutPort.replace(/%.*$/, '');
}
