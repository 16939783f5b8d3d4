// The server of a domain: IP address from DNS, location and network from local databases.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { Resolver, Share } from '../../platform/resolver.ts';
import { isAllowedAddress } from '../../platform/ssrf-guard.ts';
import { type ServerData, unknownServer } from '../host.ts';
import { continentOf } from './continents.ts';
import { type AddressDatabase, readMmdb } from './mmdb.ts';
import { readRanges } from './ranges.ts';

export interface HostResolve {
  /** Returns the IP addresses of a name, the best first. */
  addressesOf(name: string, share?: Share): Promise<readonly string[]>;
  /** Returns the names of an IP address. */
  namesOf(address: string, share?: Share): Promise<readonly string[]>;
}

export interface HostLookupSettings {
  /** An MMDB file of locations, or a folder of them, or null. */
  readonly cityDatabase: string | null;
  /** An MMDB or CSV file of networks, or a folder of them, or null. */
  readonly asnDatabase: string | null;
  readonly resolve: HostResolve;
  /** Called once for a database that cannot be read. Lookups continue without it. */
  readonly report?: (problem: string) => void;
}

export type HostLookup = (name: string, share?: Share) => Promise<ServerData>;

const PUBLIC_ONLY = { allowLoopback: false, allowNetworks: [] };

/** Databases are loaded at the first lookup. Unknown values are null. */
export function createHostLookup(settings: HostLookupSettings): HostLookup {
  const { resolve, report = () => {} } = settings;
  let databases: { readonly city: AddressDatabase[]; readonly asn: AddressDatabase[] } | null = null;
  return async (name, share) => {
    databases ??= { city: open(settings.cityDatabase, report), asn: open(settings.asnDatabase, report) };
    const ip = isIP(name) === 0 ? ((await resolve.addressesOf(name, share).catch(() => []))[0] ?? null) : name;
    // Names of private IP addresses belong to the operator's network, and no database has their location.
    if (ip === null || !isAllowedAddress(ip, PUBLIC_ONLY)) return unknownServer(ip);
    const reverseDNS = (await resolve.namesOf(ip, share).catch(() => []))[0]?.replace(/\.$/, '').toLowerCase() ?? null;
    const bytes = Uint8Array.from(ipaddr.process(ip).toByteArray());
    return { ...unknownServer(ip), reverseDNS, ...locationIn(find(databases.city, bytes)), ...networkIn(find(databases.asn, bytes)) };
  };
}

function open(path: string | null, report: (problem: string) => void): AddressDatabase[] {
  if (path === null || !existsSync(path)) return [];
  const files = statSync(path).isDirectory() ? readdirSync(path).map((file) => join(path, file)) : [path];
  return files.flatMap((file) => {
    try {
      if (file.endsWith('.mmdb')) return [readMmdb(readFileSync(file))];
      return file.endsWith('.csv') ? [readRanges(readFileSync(file, 'utf8'))] : [];
    } catch (error) {
      report(`${file}: ${(error as Error).message}`);
      return [];
    }
  });
}

/** A damaged entry counts as none. */
function find(databases: readonly AddressDatabase[], bytes: Uint8Array): unknown {
  for (const database of databases) {
    try {
      const found = database.find(bytes);
      if (found !== null) return found;
    } catch {}
  }
  return null;
}

/** Returns a nested value. Databases differ in their depth. */
function at(value: unknown, ...keys: readonly string[]): unknown {
  let inner = value;
  for (const key of keys) inner = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined;
  return inner;
}
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
/** Databases store 32-bit floats, which have rounding noise as doubles. */
const degrees = (value: unknown): number | null => (number(value) === null ? null : Number(number(value)!.toFixed(4)));

function locationIn(found: unknown): Partial<ServerData> {
  const country = text(at(found, 'country', 'iso_code')) ?? text(at(found, 'country_code'));
  return {
    latitude: degrees(at(found, 'location', 'latitude')) ?? degrees(at(found, 'latitude')),
    longitude: degrees(at(found, 'location', 'longitude')) ?? degrees(at(found, 'longitude')),
    country,
    city: text(at(found, 'city', 'names', 'en')) ?? text(at(found, 'city')),
    continent: text(at(found, 'continent', 'code')) ?? (country === null ? null : continentOf(country)),
  };
}

function networkIn(found: unknown): Partial<ServerData> {
  const asn = number(at(found, 'autonomous_system_number'));
  return {
    hostingASN: asn === null ? null : `AS${asn}`,
    hostingPovider: text(at(found, 'autonomous_system_organization')), // misspelt in the contract
  };
}

/**
 * Uses only name servers, because this machine's own files are not for customers. IPv4 comes first: most databases
 * cover it better.
 */
export function createDnsResolve(resolver: Pick<Resolver, 'query'>): HostResolve {
  return {
    addressesOf: async (name, share) => {
      const four = await resolver.query(name, share, (client) => client.resolve4(name)).catch(() => []);
      return four.length > 0 ? four : resolver.query(name, share, (client) => client.resolve6(name));
    },
    namesOf: (address, share) => resolver.query(address, share, (client) => client.reverse(address)),
  };
}
