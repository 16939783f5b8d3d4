// RDAP: the root registry's table has the server of a name, and the server has the registration.
import { isUrl } from '../../contract/text.ts';
import { type Adapter, blocked, type Page, type PageRequest, unreachable, unreadable } from '../adapter.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { type Bootstrap, loadBootstrap } from './bootstrap.ts';
import { readRdapObject } from './rdap-record.ts';
import { freeRecord, type RegistryQuery } from './record.ts';
import type { WhoisParsed } from './whois.ts';

/** ARIN redirects queries about other regions to their registries. */
export const ADDRESS_SERVER = 'https://rdap.arin.net/registry/';
const COOLDOWN_SECONDS = 60;
const COOLDOWN_SECONDS_MAX = 3600;
const LINKS_MAX = 20;
const ACCEPT = { accept: 'application/rdap+json, application/json' };
const JSON_MAX = 256 * 1024;

/** True when the RDAP server of the name's registry is known. */
export const hasRdap = (bootstrap: Bootstrap, query: RegistryQuery): boolean =>
  query.kind === 'ip' || (query.tld !== null && bootstrap.serverOf(query.tld) !== null);

export function createRdap(bootstrap: Bootstrap): Adapter<RegistryQuery, WhoisParsed> {
  return {
    start(query) {
      const server = query.kind === 'ip' ? ADDRESS_SERVER : query.tld === null ? null : bootstrap.serverOf(query.tld);
      if (server === null) throw unreadable('The registry of this name has no RDAP server.');
      return objectRequest(server, query);
    },

    parse(page, query) {
      if (page.status === 429)
        throw blocked('The registry’s rate limit is exceeded.', retryAfterSeconds(page, COOLDOWN_SECONDS, COOLDOWN_SECONDS_MAX));
      if (page.status === 403 || page.status === 401) throw blocked('The registry rejected the request.');
      if (page.status >= 500) throw unreachable('The registry reported a server error.');
      if (page.status === 404 && isFree(page)) return { found: freeRecord(query, page.body) };
      if (page.status !== 200) throw unreadable('The registry rejected the request.');
      const value = parseJson(page.body);
      const found = readRdapObject(value, page.body, query);
      const server = query.tld === null ? null : bootstrap.serverOf(query.tld);
      const further =
        server !== null && page.request.url.startsWith(server) && found.contacts.registrant === null ? relatedIn(value) : null;
      return further === null ? { found } : { found, next: { url: further, headers: ACCEPT } };
    },
  };
}

/** RDAP with the shipped table. */
export const rdap: Adapter<RegistryQuery, WhoisParsed> = {
  start: (query) => createRdap(loadBootstrap()).start(query),
  parse: (page, query) => createRdap(loadBootstrap()).parse(page, query),
};

const objectRequest = (server: string, query: RegistryQuery): PageRequest => ({
  url: `${server}${query.kind}/${query.name}`,
  headers: ACCEPT,
});

/** A thin registry has no contacts and links to the registrar's object. The link is followed once. */
function relatedIn(value: unknown): string | null {
  const { links } = value as { readonly links?: unknown };
  for (const link of Array.isArray(links) ? links.slice(0, LINKS_MAX) : []) {
    const { rel, type, href } = (link ?? {}) as { readonly rel?: unknown; readonly type?: unknown; readonly href?: unknown };
    if (rel !== 'related' || !String(type).includes('rdap+json') || typeof href !== 'string') continue;
    if (href.startsWith('https://') && isUrl(href)) return href;
  }
  return null;
}

/** A server that has moved also returns 404, so only an RDAP response proves that the name is free. */
function isFree(page: Page): boolean {
  if (page.headers['content-type']?.includes('rdap+json')) return true;
  try {
    const value = JSON.parse(page.body.slice(0, JSON_MAX)) as { errorCode?: unknown; rdapConformance?: unknown } | null;
    return value?.errorCode === 404 || Array.isArray(value?.rdapConformance);
  } catch {
    return false;
  }
}

function parseJson(body: string): unknown {
  if (body.length > JSON_MAX) throw unreadable('The registry’s response is too long.');
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw unreadable('The registry sent a response that is not JSON.');
  }
}
