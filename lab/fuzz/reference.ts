// Which IP addresses are public, computed independently of the product from the registries of special-purpose addresses.

import type { Random } from '../random.ts';

const V4 = [
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
  '224.0.0.0/3',
];
const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const bits4 = (text: string): bigint => text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);

function bits6(text: string): bigint {
  const [head = '', tail] = text.replace(/%.*$/, '').split('::');
  const words = (part?: string): bigint[] =>
    part
      ? part.split(':').flatMap((word) => (word.includes('.') ? [bits4(word) >> 16n, bits4(word) & 0xffffn] : [BigInt(`0x${word}`)]))
      : [];
  const [left, right] = [words(head), words(tail)];
  const all = tail === undefined ? left : [...left, ...Array<bigint>(8 - left.length - right.length).fill(0n), ...right];
  return all.reduce((sum, word) => (sum << 16n) | word, 0n);
}

function within(value: bigint, width: number, list: readonly string[], read: (text: string) => bigint): boolean {
  return list.some((text) => {
    const [base = '', length] = text.split('/');
    const shift = BigInt(width - Number(length));
    return value >> shift === read(base) >> shift;
  });
}

/** `text` is a canonical literal of either family. */
export function isPublic(text: string): boolean {
  if (!text.includes(':')) return !within(bits4(text), 32, V4, bits4);
  const value = bits6(text);
  // An IPv4-mapped address counts as its IPv4 address.
  if (value >> 32n === 0xffffn) return isPublic([24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.'));
  return value >> 125n === 1n && !within(value, 128, V6, bits6);
}

export const randomAddress = (random: Random): string => {
  if (random.chance(0.5))
    return Array.from({ length: 4 }, () =>
      random.chance(0.3) ? random.pick([0, 1, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255, 254, 168, 16, 31, 64]) : random.below(256),
    ).join('.');
  const word = (): string =>
    random.chance(0.5)
      ? random.pick(['0', '1', 'ffff', '2001', '2002', 'db8', 'fe80', 'fc00', 'fd00', 'ff02', '64', 'ff9b', '3fff', '2600', '7f00', 'a9fe'])
      : random.below(65_536).toString(16);
  const words = Array.from({ length: 8 }, word);
  if (random.chance(0.3)) return `::ffff:${randomAddress4(random)}`;
  if (random.chance(0.3)) return `${words.slice(0, random.integer(1, 3)).join(':')}::${words.slice(0, random.integer(1, 3)).join(':')}`;
  return words.join(':');
};
const randomAddress4 = (random: Random): string =>
  Array.from({ length: 4 }, () => random.pick([127, 10, 0, 8, 192, 168, random.below(256)])).join('.');
