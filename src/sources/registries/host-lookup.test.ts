// Server locations of domains, from handmade databases.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createHostLookup, type HostResolve } from './host-lookup.ts';
import { readMmdb } from './mmdb.ts';
import { readRanges } from './ranges.ts';

type Value = string | number | { readonly [key: string]: Value };

const string = (text: string): Buffer => Buffer.concat([Buffer.from([0x40 | Buffer.byteLength(text)]), Buffer.from(text)]);
function encode(value: Value): Buffer {
  if (typeof value === 'string') return string(value);
  if (typeof value === 'object')
    return Buffer.concat([
      Buffer.from([0xe0 | Object.keys(value).length]),
      ...Object.entries(value).flatMap(([key, inner]) => [string(key), encode(inner)]),
    ]);
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  if (!Number.isInteger(value)) return Buffer.concat([Buffer.from([0x68]), bytes]);
  const whole = Buffer.alloc(4);
  whole.writeUInt32BE(value);
  return Buffer.concat([Buffer.from([0xc4]), whole]);
}

/** Returns a tree with one path, along the bits of `prefix`, to one value. */
function madeMmdb(prefix: string, value: Value, version = 4, recordBits = 24): Buffer {
  const nodes = prefix.length;
  const tree = [...prefix].map((bit, index) => {
    const onward = index + 1 < nodes ? index + 1 : nodes + 16;
    const [left, right] = bit === '0' ? [onward, nodes] : [nodes, onward];
    if (recordBits === 24) return Buffer.from([left >> 16, left >> 8, left, right >> 16, right >> 8, right].map((byte) => byte & 255));
    if (recordBits === 28)
      return Buffer.from(
        [left >> 16, left >> 8, left, ((left >> 24) << 4) | (right >> 24), right >> 16, right >> 8, right].map((b) => b & 255),
      );
    const both = Buffer.alloc(8);
    both.writeUInt32BE(left);
    both.writeUInt32BE(right, 4);
    return both;
  });
  const metadata = encode({ node_count: nodes, record_size: recordBits, ip_version: version });
  return Buffer.concat([...tree, Buffer.alloc(16), encode(value), Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata]);
}
const bitsOf = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');

const NESTED = { city: { names: { en: 'Harbourtown' } }, country: { iso_code: 'DE' }, location: { latitude: 53.5501, longitude: 9.9937 } };
const FLAT = { city: 'Quaywick', country_code: 'JP', latitude: 35.68951, longitude: 139.69171 };
const RANGES = '8.8.4.0,8.8.4.255,64496,Before\n8.8.8.0,8.8.8.255,64500,"Quay, Inc."\n2001:4860::,2001:4860:ffff::,64501,Six\nnonsense\n';

const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: Buffer | string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const resolve = (addresses: string[], requested: string[] = []): HostResolve => ({
  addressesOf: async () => addresses,
  namesOf: async (address) => {
    requested.push(address);
    return ['Dns.Quay.Example.'];
  },
});

describe('an MMDB file', () => {
  it.each([24, 28, 32])('with records of %i bits is parsed', (bits) => {
    const database = readMmdb(madeMmdb(bitsOf([8, 8, 8]), FLAT, 4, bits));
    expect(database.find(Uint8Array.from([8, 8, 8, 8]))).toEqual(FLAT);
    expect(database.find(Uint8Array.from([8, 8, 9, 8]))).toBeNull();
    expect(database.find(new Uint8Array(16))).toBeNull();
  });
  it('of IPv6 has IPv4 addresses too', () => {
    const database = readMmdb(madeMmdb('0'.repeat(96) + bitsOf([8, 8]), NESTED, 6));
    expect(database.find(Uint8Array.from([8, 8, 1, 1]))).toEqual(NESTED);
  });
  it('that is not one is rejected', () => {
    expect(() => readMmdb(Buffer.from('hello'))).toThrow('not an MMDB');
    expect(() => readMmdb(madeMmdb(bitsOf([8]), FLAT, 5))).toThrow('unknown kind');
  });
  it('that is damaged causes no crash', () => {
    const good = madeMmdb(bitsOf([8, 8, 8]), FLAT);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }), (changes) => {
        const bad = Buffer.from(good);
        for (const [at, byte] of changes) bad[at] = byte;
        try {
          readMmdb(bad).find(Uint8Array.from([8, 8, 8, 8]));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 500, verbose: 1 },
    );
  });
});

describe('a table of ranges', () => {
  const table = readRanges(RANGES);
  it('has the networks of IPv4 and IPv6 addresses', () => {
    expect(table.find(Uint8Array.from([8, 8, 8, 8]))).toEqual({
      autonomous_system_number: 64500,
      autonomous_system_organization: 'Quay, Inc.',
    });
    expect(table.find(Uint8Array.from([0x20, 1, 0x48, 0x60, ...Array(12).fill(1)]))).toMatchObject({ autonomous_system_number: 64501 });
    for (const bytes of [
      [8, 8, 5, 0],
      [1, 1, 1, 1],
      [9, 9, 9, 9],
    ])
      expect(table.find(Uint8Array.from(bytes))).toBeNull();
  });
});

describe('a domain', () => {
  const databases = { cityDatabase: file('city.mmdb', madeMmdb(bitsOf([8, 8, 8]), FLAT)), asnDatabase: file('asn.csv', RANGES) };
  it('has its location and its network', async () => {
    expect(await createHostLookup({ ...databases, resolve: resolve(['8.8.8.8']) })('lantern.com')).toEqual({
      ip: '8.8.8.8',
      reverseDNS: 'dns.quay.example',
      latitude: 35.6895,
      longitude: 139.6917,
      country: 'JP',
      city: 'Quaywick',
      continent: 'AS',
      hostingASN: 'AS64500',
      hostingPovider: 'Quay, Inc.', // misspelt in the contract
    });
  });
  it('is found in databases with nested records', async () => {
    const cityDatabase = file('nested.mmdb', madeMmdb(bitsOf([8, 8, 8]), NESTED));
    const found = await createHostLookup({ cityDatabase, asnDatabase: null, resolve: resolve(['8.8.8.8']) })('lantern.com');
    expect(found).toMatchObject({ city: 'Harbourtown', country: 'DE', continent: 'EU', latitude: 53.5501, hostingASN: null });
  });
  it('without databases has an IP address and a name', async () => {
    const lookup = createHostLookup({ cityDatabase: join(folder, 'absent.mmdb'), asnDatabase: null, resolve: resolve(['8.8.8.8']) });
    expect(await lookup('lantern.com')).toMatchObject({ ip: '8.8.8.8', reverseDNS: 'dns.quay.example', city: null, hostingASN: null });
  });
  it('with a private address is not looked up in the operator’s own network', async () => {
    const requested: string[] = [];
    const found = await createHostLookup({ ...databases, resolve: resolve(['10.0.0.5'], requested) })('lantern.com');
    expect(found).toMatchObject({ ip: '10.0.0.5', reverseDNS: null });
    expect(requested).toEqual([]);
  });
  it('that DNS does not know has no data', async () => {
    const away: HostResolve = { addressesOf: () => Promise.reject(new Error('no')), namesOf: () => Promise.reject(new Error('no')) };
    expect(await createHostLookup({ ...databases, resolve: away })('lantern.com')).toMatchObject({ ip: null, country: null });
  });
  it('is found although a database cannot be read, which is reported once', async () => {
    const reported: string[] = [];
    const cityDatabase = file('bad.mmdb', 'hello');
    const lookup = createHostLookup({
      cityDatabase,
      asnDatabase: null,
      resolve: resolve(['8.8.8.8']),
      report: (problem) => reported.push(problem),
    });
    await lookup('lantern.com');
    expect(await lookup('lantern.com')).toMatchObject({ ip: '8.8.8.8', city: null });
    expect(reported).toEqual([expect.stringContaining('not an MMDB')]);
  });
});
