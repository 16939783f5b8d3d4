// Order in which name candidates are queried and addresses are tried.
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ResolvConf } from './resolver-files.ts';

export const NAME_LENGTH_MAX = 253;

/** Returns the full names that a name may stand for, in the order of the system's own resolver. */
export function candidatesOf(name: string, { search, ndots }: Pick<ResolvConf, 'search' | 'ndots'>): string[] {
  const searched = search.map((domain) => `${name}.${domain}`).filter(({ length }) => length <= NAME_LENGTH_MAX);
  const dots = name.split('.').length - 1;
  return dots >= ndots ? [name, ...searched] : [...searched, name];
}

/** IPv4 first, because it works nearly everywhere, except on a machine without IPv4. */
export function sortFamilies(addresses: readonly string[]): readonly string[] {
  if (addresses.length < 2) return addresses;
  const first = hasOnlyIPv6() ? 6 : 4;
  return [...addresses.filter((address) => isIP(address) === first), ...addresses.filter((address) => isIP(address) !== first)];
}

let onlyIPv6: { readonly value: boolean; readonly until: number } | null = null;
function hasOnlyIPv6(): boolean {
  if (onlyIPv6 && performance.now() < onlyIPv6.until) return onlyIPv6.value;
  const outer = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).filter(({ internal }) => !internal));
  const value = outer.every(({ family }) => family === 'IPv6') && outer.some(({ address }) => !/^fe80:/i.test(address));
  onlyIPv6 = { value, until: performance.now() + 10_000 };
  return value;
}
