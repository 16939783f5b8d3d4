// CSV tables of IP ranges: first address, last address, number and name of the network.
import ipaddr from 'ipaddr.js';
import type { AddressDatabase } from './mmdb.ts';

/** Sorted ranges. Only the start of each line is stored beside the text, because the tables are long. */
interface Table<Key> {
  readonly starts: Key[];
  readonly lines: number[];
}

/** Lines that are not ranges are skipped. Tables with addresses as plain numbers are not supported. */
export function readRanges(text: string): AddressDatabase {
  const four: Table<number> = { starts: [], lines: [] };
  const six: Table<bigint> = { starts: [], lines: [] };
  for (let at = 0; at < text.length; ) {
    const comma = text.indexOf(',', at);
    if (comma < 0) break;
    const first = text.slice(at, comma);
    const key = first.length > 45 ? null : first.includes(':') ? sixOf(first) : fourOf(first);
    if (typeof key === 'number') add(four, key, at);
    else if (key !== null) add(six, key, at);
    const end = text.indexOf('\n', comma);
    at = end < 0 ? text.length : end + 1;
  }
  return {
    find: (address) =>
      address.length === 4
        ? findIn(four, numberOf(address), text, fourOf)
        : findIn(
            six,
            address.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n),
            text,
            sixOf,
          ),
  };
}

function add<Key>(table: Table<Key>, key: Key, at: number): void {
  table.starts.push(key);
  table.lines.push(at);
}

function findIn<Key extends number | bigint>(table: Table<Key>, key: Key, text: string, keyOf: (address: string) => Key | null): unknown {
  let [low, high] = [0, table.starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (table.starts[middle]! <= key) low = middle;
    else high = middle - 1;
  }
  const at = table.lines[low];
  if (at === undefined || table.starts[low]! > key) return null;
  const end = text.indexOf('\n', at);
  const [, last = '', number = '', ...name] = text
    .slice(at, end < 0 ? text.length : end)
    .trim()
    .split(',');
  const until = keyOf(last);
  if (until === null || until < key || !/^\d{1,10}$/.test(number)) return null;
  const organisation = name.join(',').replace(/^"|"$/g, '').replaceAll('""', '"');
  return { autonomous_system_number: Number(number), autonomous_system_organization: organisation };
}

const numberOf = (bytes: ArrayLike<number>): number => bytes[0]! * 2 ** 24 + bytes[1]! * 2 ** 16 + bytes[2]! * 256 + bytes[3]!;

function fourOf(address: string): number | null {
  const parts = address.split('.');
  if (parts.length !== 4) return null;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte >= 0 && byte <= 255) ? numberOf(bytes) : null;
}

function sixOf(address: string): bigint | null {
  if (!ipaddr.IPv6.isValid(address)) return null;
  return ipaddr.IPv6.parse(address).parts.reduce((sum, part) => (sum << 16n) | BigInt(part), 0n);
}
