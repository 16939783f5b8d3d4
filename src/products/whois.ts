// WHOIS lookups: the registration, the server of the domain, and profiles on its homepage.
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import type { WhoisSource } from '../contract/vocabulary.ts';
import type { Whois } from '../contract/whois.ts';
import { createTtlCache, type TtlCache } from '../platform/ttl-cache.ts';
import type { Adapter } from '../sources/adapter.ts';
import { CollectFailure, collect } from '../sources/collect.ts';
import type { ServerData } from '../sources/host.ts';
import { lookupError } from '../sources/lookup.ts';
import { type Bootstrap, loadBootstrap } from '../sources/registries/bootstrap.ts';
import { readDomain } from '../sources/registries/domain.ts';
import { homepage, type SocialLinks } from '../sources/registries/homepage.ts';
import { createRdap, hasRdap } from '../sources/registries/rdap.ts';
import { mergeRecords, type RegistryQuery, type WhoisRecord } from '../sources/registries/record.ts';
import { serverOf } from '../sources/registries/servers.ts';
import { hasWebsite, WEBSITE_TLDS, website } from '../sources/registries/website.ts';
import { type WhoisParsed, whois } from '../sources/registries/whois.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';

export interface WhoisParts {
  readonly fetchOf: (account: Account) => FetchPage;
  readonly hostOf: (name: string, account: Account) => Promise<ServerData | null>;
  /** Returns the number of links to a domain. Null if no source is configured or it failed. */
  readonly backlinksOf?: (name: string, account: Account) => Promise<number | null>;
  /** Registries with RDAP. Default: the shipped table. */
  readonly bootstrap?: Bootstrap;
  /** Recent results. Default: those of this process. */
  readonly cache?: TtlCache<Whois>;
}

const PAGES_MAX = 4;
const processCache = createTtlCache<Whois>();

/** Validates the name before any query or charge. */
export function readWhoisDomain(text: string, account: Account): RegistryQuery {
  const read = readDomain(text, { allowExample: account.mode === 'test' });
  if ('problem' in read) throw errors.badParameter('domain', read.problem, 'Send a domain such as shop.com, or a public IP address.');
  return { kind: read.kind, name: read.name, tld: read.tld };
}

export function checkWhoisSource(query: RegistryQuery, source: WhoisSource): void {
  if (source !== 'website' || hasWebsite(query)) return;
  const solution = `Use auto or whois. The source website supports ${WEBSITE_TLDS.map((tld) => `.${tld}`).join(', ')}.`;
  throw errors.badParameter('source', 'website does not support this top-level domain', solution);
}

/** A recent result is returned again without a query. */
export async function lookUpWhois(query: RegistryQuery, source: WhoisSource, account: Account, parts: WhoisParts): Promise<Whois> {
  checkWhoisSource(query, source);
  return (parts.cache ?? processCache).get(`${account.mode} ${source} ${query.name}`, () => lookUp(query, source, account, parts));
}

async function lookUp(query: RegistryQuery, source: WhoisSource, account: Account, parts: WhoisParts): Promise<Whois> {
  const fetch = parts.fetchOf(account);
  const record = await (source === 'auto'
    ? queryAny(query, fetch, parts.bootstrap ?? loadBootstrap())
    : queryRegistry(source === 'website' ? website : whois, query, fetch));
  const isDomain = query.kind === 'domain';
  const [server, socialLinks, backlinks] = record.registered
    ? await Promise.all([
        parts.hostOf(query.name, account),
        isDomain ? linksOf(query.name, fetch) : null,
        isDomain ? (parts.backlinksOf?.(query.name, account) ?? null) : null,
      ])
    : [null, null, null];
  return {
    domain: record.domain,
    tld: record.tld,
    status: [...record.status],
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    expiredAt: record.expiredAt,
    nameServers: [...record.nameServers],
    contacts: record.contacts as Whois['contacts'],
    rawText: record.rawText,
    emails: [...record.emails],
    registered: record.registered,
    registrar: record.registrar,
    server,
    backlinks,
    socialLinks,
  };
}

/** Uses RDAP if available, the web page without RDAP and port 43, and port 43 otherwise or when RDAP fails. */
async function queryAny(query: RegistryQuery, fetch: FetchPage, bootstrap: Bootstrap): Promise<WhoisRecord> {
  if (!hasRdap(bootstrap, query)) {
    const onlyPage = hasWebsite(query) && query.tld !== null && serverOf(query.tld) === null;
    return queryRegistry(onlyPage ? website : whois, query, fetch);
  }
  try {
    return await queryRegistry(createRdap(bootstrap), query, fetch);
  } catch {
    return queryRegistry(whois, query, fetch);
  }
}

async function queryRegistry(adapter: Adapter<RegistryQuery, WhoisParsed>, query: RegistryQuery, fetch: FetchPage): Promise<WhoisRecord> {
  let found: readonly WhoisParsed[];
  try {
    found = (await collect(adapter, query, fetch, { attempt: 1 }, { pagesMax: PAGES_MAX, enough: () => false })).found;
  } catch (error) {
    // Use the registry's data even if the registrar that it refers to fails.
    found = error instanceof CollectFailure ? (error.found as WhoisParsed[]) : [];
    if (found.every((record) => record === null)) throw lookupError('The registry', error);
  }
  const [first, ...more] = found.filter((record) => record !== null);
  if (!first) throw errors.sourceUnavailable('The registry');
  return more.reduce(mergeRecords, first);
}

/** Returns null for a homepage that cannot be read. The lookup succeeds without it. */
async function linksOf(name: string, fetch: FetchPage): Promise<SocialLinks | null> {
  try {
    const { found } = await collect(homepage, { name }, fetch, { attempt: 1 }, { pagesMax: 1, enough: () => true });
    return found[0] ?? null;
  } catch {
    return null;
  }
}
