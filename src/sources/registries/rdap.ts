// RDAP: the root registry's table says which server knows the name, that server says the rest.
import ipaddr from 'ipaddr.js';
import { type Adapter, blocked, type Page, type PageRequest, unreachable, unreadable } from '../adapter.ts';
import { readRdapObject } from './rdap-record.ts';
import { freeRecord, type RegistryAsk } from './record.ts';
import type { WhoisFound } from './whois.ts';

const BOOTSTRAP_URL = 'https://data.iana.org/rdap/';
const REST_SECONDS = 60;
const REST_SECONDS_MAX = 3600;

/** Servers asked so often that the table need not be fetched. */
const SERVERS: Readonly<Record<string, string>> = {
  com: 'https://rdap.verisign.com/com/v1/',
  net: 'https://rdap.verisign.com/net/v1/',
  org: 'https://rdap.publicinterestregistry.org/rdap/',
};

const accept = { accept: 'application/rdap+json, application/json' };

export const rdap: Adapter<RegistryAsk, WhoisFound> = {
  start(ask) {
    const server = ask.tld === null ? undefined : SERVERS[ask.tld];
    if (server) return objectRequest(server, ask);
    const table = ask.kind === 'domain' ? 'dns.json' : ask.name.includes(':') ? 'ipv6.json' : 'ipv4.json';
    return { url: `${BOOTSTRAP_URL}${table}`, headers: accept };
  },

  parse(page, ask) {
    if (page.status === 429) throw blocked('The registry is asked too often.', restSeconds(page));
    if (page.status === 403 || page.status === 401) throw blocked('The registry refused the request.');
    if (page.status >= 500) throw unreachable('The registry did not answer.');
    const bootstrap = page.request.url.startsWith(BOOTSTRAP_URL);
    if (page.status === 404 && !bootstrap) return { found: freeRecord(ask, page.body) };
    const value = parseJson(page.body);
    if (page.status !== 200) throw unreadable('The registry refused the request.');
    if (!bootstrap) return { found: readRdapObject(value, page.body, ask) };
    const server = serverIn(value, ask);
    if (server === null) throw unreadable('The registry of this name has no RDAP server.');
    return { found: null, next: objectRequest(server, ask) };
  },
};

const objectRequest = (server: string, ask: RegistryAsk): PageRequest => ({
  url: `${server.endsWith('/') ? server : `${server}/`}${ask.kind}/${ask.name}`,
  headers: accept,
});

/** Services are pairs: names or blocks, and the servers for them. The longest block wins. */
function serverIn(table: unknown, ask: RegistryAsk): string | null {
  const services = (table as { services?: unknown } | null)?.services;
  if (!Array.isArray(services)) throw unreadable('The table of registries is not readable.');
  let best: { length: number; server: string } | null = null;
  for (const service of services) {
    const [names, servers] = Array.isArray(service) ? service : [];
    const server = Array.isArray(servers) ? servers.find((url) => typeof url === 'string' && url.startsWith('https://')) : undefined;
    if (!Array.isArray(names) || server === undefined) continue;
    for (const name of names) {
      const length = typeof name === 'string' ? matchLength(name, ask) : -1;
      if (length > (best?.length ?? -1)) best = { length, server };
    }
  }
  return best?.server ?? null;
}

function matchLength(name: string, ask: RegistryAsk): number {
  if (ask.kind === 'domain') return name.toLowerCase() === ask.tld ? 1 : -1;
  if (!ipaddr.isValidCIDR(name)) return -1;
  const block = ipaddr.parseCIDR(name);
  const address = ipaddr.parse(ask.name);
  return address.kind() === block[0].kind() && address.match(block) ? block[1] : -1;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw unreadable('The registry answered with something that is not JSON.');
  }
}

function restSeconds(page: Page): number {
  const after = /^\d{1,6}$/.exec(page.headers['retry-after'] ?? '')?.[0];
  return after ? Math.min(Number(after), REST_SECONDS_MAX) : REST_SECONDS;
}
