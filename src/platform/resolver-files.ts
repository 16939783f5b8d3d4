// Name settings of this machine: resolv.conf, hosts and nsswitch.conf, read again when they change.
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

export interface NameFiles {
  readonly resolvConf: string;
  readonly hosts: string;
  readonly nsswitch: string;
}

export interface ResolvConf {
  /** As `Resolver.setServers` takes them. */
  readonly servers: readonly string[];
  readonly search: readonly string[];
  /** Names with at least this many dots are queried unchanged before the search domains are tried. */
  readonly ndots: number;
  /** False with `options no-aaaa`: this network does not use IPv6 addresses. */
  readonly wantsIPv6: boolean;
}

export interface LocalNames extends ResolvConf {
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** `hosts:` of nsswitch.conf. Null when the file does not set it. */
  readonly modules: readonly string[] | null;
  /** Changes when the name servers or the search domains change. */
  readonly version: number;
}

export const SYSTEM_FILES: NameFiles = { resolvConf: '/etc/resolv.conf', hosts: '/etc/hosts', nsswitch: '/etc/nsswitch.conf' };
/** Interval between two checks of the files, each with three calls to stat. */
const CHECK_MS = 1000;
const BYTES_MAX = 8 * 1024 * 1024;
/** The same limit as in the system's own resolver. */
const SERVERS_MAX = 3;
const SEARCH_MAX = 32;
const NDOTS_MAX = 15;

/** Returns the current settings and reads changed files again. A missing file counts as empty. */
export function createLocalNames(files: NameFiles = SYSTEM_FILES, now: () => number = () => performance.now()): () => LocalNames {
  const resolvConf = readWhenChanged(files.resolvConf, readResolvConf);
  const hosts = readWhenChanged(files.hosts, readHosts);
  const nsswitch = readWhenChanged(files.nsswitch, readModules);
  let current: LocalNames | null = null;
  let checkedAt = 0;
  return () => {
    if (current && now() - checkedAt < CHECK_MS) return current;
    checkedAt = now();
    const [conf, table, modules] = [resolvConf(), hosts(), nsswitch()];
    const version = (current?.version ?? 0) + (conf.changed ? 1 : 0);
    if (!current || conf.changed || table.changed || modules.changed)
      current = { ...conf.value, hosts: table.value, modules: modules.value, version };
    return current;
  };
}

function readWhenChanged<T>(path: string, parse: (text: string) => T): () => { readonly value: T; readonly changed: boolean } {
  let lastState: string | null = null;
  let value: T;
  return () => {
    const state = stateOf(path);
    if (state === lastState) return { value, changed: false };
    value = parse(textOf(path));
    lastState = state;
    return { value, changed: true };
  };
}

function stateOf(path: string): string {
  const state = statSync(path, { throwIfNoEntry: false, bigint: true });
  return state ? `${state.ino} ${state.size} ${state.mtimeNs}` : 'absent';
}

function textOf(path: string): string {
  try {
    return readFileSync(path).subarray(0, BYTES_MAX).toString('utf8');
  } catch {
    return '';
  }
}

const fieldsOf = (line: string): string[] => line.trim().split(/\s+/);
const bareName = (text: string): string => text.toLowerCase().replace(/\.$/, '');

export function readResolvConf(text: string, host: string = hostname()): ResolvConf {
  const servers: string[] = [];
  // The default search domain is the host's own domain: corp.example for a.corp.example.
  let search = host.includes('.') ? [bareName(host.slice(host.indexOf('.') + 1))] : [];
  let ndots = 1;
  let wantsIPv6 = true;
  for (const line of text.split('\n')) {
    const [key, ...values] = fieldsOf(line);
    // A link-local server needs its interface, which `setServers` does not accept.
    if (key === 'nameserver' && values[0] && isIP(values[0]) !== 0 && !values[0].includes('%')) servers.push(values[0]);
    if (key === 'search' || key === 'domain') search = values.map(bareName).filter((name) => name !== '');
    if (key !== 'options') continue;
    for (const option of values) {
      const dots = /^ndots:(\d+)$/.exec(option)?.[1];
      if (dots !== undefined) ndots = Math.min(Number(dots), NDOTS_MAX);
      if (option === 'no-aaaa') wantsIPv6 = false;
    }
  }
  return { servers: servers.slice(0, SERVERS_MAX), search: [...new Set(search)].slice(0, SEARCH_MAX), ndots, wantsIPv6 };
}

export function readHosts(text: string): Map<string, readonly string[]> {
  const table = new Map<string, readonly string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = fieldsOf(line.replace(/#.*/, ''));
    if (isIP(address) === 0 || address.includes('%')) continue;
    for (const name of names.map(bareName)) {
      const addresses = table.get(name) ?? [];
      if (!addresses.includes(address)) table.set(name, [...addresses, address]);
    }
  }
  return table;
}

function readModules(text: string): string[] | null {
  const line = /^[ \t]*hosts:(.*)$/m.exec(text)?.[1];
  if (line === undefined) return null;
  // Text in brackets is the action after a module, not a module.
  return fieldsOf(line.replace(/#.*/, '').replace(/\[[^\]]*\]/g, ' ')).filter(Boolean);
}
