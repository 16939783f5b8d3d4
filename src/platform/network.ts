// Maps a client's address to the network that rates, caps and rations count it under.
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A provider gives one customer a /64 or more, so an address of IPv6 by itself says nothing about the client behind it. */
export const IPV6_PREFIX = 64;

/** What a proxy sends as an address and is none: all of it counts as one client. */
const UNKNOWN = 'unknown';
/** 64:ff9b::/96, under which a translating router shows clients of IPv4. */
const TRANSLATED = [0x64, 0xff9b, 0, 0, 0, 0];
const MAPPED = [0, 0, 0, 0, 0, 0xffff];
const GROUPS = 8;
const GROUP_BITS = 16;

/**
 * The IPv4 address itself, or the network of an IPv6 address, such as `2001:db8:1:2::/64`.
 * Takes any text, as an address may come from a header: ports and zones are left off, IPv4 inside IPv6 is unwrapped.
 */
export function networkOf(text: string, ipv6Prefix = IPV6_PREFIX): string {
  if (isIPv4(text)) return text;
  const bare = bareAddress(text);
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : UNKNOWN;
  const { parts } = ipaddr.IPv6.parse(bare);
  if (startsWith(parts, MAPPED) || startsWith(parts, TRANSLATED)) {
    const [high = 0, low = 0] = parts.slice(-2);
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const kept = parts.slice(0, Math.ceil(ipv6Prefix / GROUP_BITS)).map((group, index) => {
    const bits = Math.min(GROUP_BITS, ipv6Prefix - index * GROUP_BITS);
    return (group & (0xffff << (GROUP_BITS - bits))).toString(16);
  });
  return kept.length === GROUPS ? `${kept.join(':')}/${ipv6Prefix}` : `${kept.join(':')}::/${ipv6Prefix}`;
}

/** The first 16 bits of an IPv4 network and the first 32 of an IPv6 one; any other text as it is. */
export const widerNetworkOf = (network: string): string => /^[^.:]+[.:][^.:]+(?=[.:])/.exec(network)?.[0] ?? network;

const startsWith = (parts: readonly number[], prefix: readonly number[]): boolean => prefix.every((group, index) => parts[index] === group);

function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const withoutPort = bracketed ?? /^([^:]+):\d+$/.exec(text)?.[1] ?? text;
  return withoutPort.replace(/%.*$/, '');
}
