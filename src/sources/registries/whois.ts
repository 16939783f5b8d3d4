// WHOIS on port 43: starts at the name's registry or the root registry, with at most two referrals.
import { type Adapter, blocked, type Page, type PageRequest, unreachable, unreadable } from '../adapter.ts';
import { freeRecord, type RegistryQuery, type WhoisRecord } from './record.ts';
import { queryFor, ROOT_SERVER, serverOf } from './servers.ts';
import { isThrottled } from './whois-markers.ts';
import { readWhoisText } from './whois-text.ts';

/** Null for a page that only has a referral. */
export type WhoisParsed = WhoisRecord | null;

const REFERRALS_MAX = 2;
const THROTTLED_COOLDOWN_SECONDS = 60;

const request = (server: string, name: string, referrals: number): PageRequest => ({
  url: `whois://${server}/${encodeURIComponent(queryFor(server, name))}`,
  // Port 43 has no headers. This one only counts the referrals for the next page.
  headers: { referrals: String(referrals) },
});

export const whois: Adapter<RegistryQuery, WhoisParsed> = {
  start: (query) => request((query.tld === null ? null : serverOf(query.tld)) ?? ROOT_SERVER, query.name, 0),

  parse(page, query) {
    if (page.status >= 500) throw unreachable('The registry reported a server error.');
    const server = new URL(page.request.url).hostname;
    const referrals = Number(page.request.headers?.referrals ?? REFERRALS_MAX);
    if (server === ROOT_SERVER && query.tld !== 'int' && query.tld !== 'arpa') return readRoot(page, query, referrals);
    const record = readWhoisText(page.body, query);
    const next = record.registered && referrals < REFERRALS_MAX ? referralIn(page.body, server, record) : null;
    return next === null ? { found: record } : { found: record, next: request(next, query.name, referrals + 1) };
  },
};

/** Parses the root registry's page about the top-level domain or the IP block, which names the next server. */
function readRoot(page: Page, query: RegistryQuery, referrals: number): { found: WhoisParsed; next?: PageRequest } {
  const refer = /^(?:refer|whois):[ \t]*([^\s]{1,253})[ \t]*$/im.exec(page.body)?.[1];
  const server = refer ? cleanServer(refer) : null;
  if (server !== null && referrals < REFERRALS_MAX) return { found: null, next: request(server, query.name, referrals + 1) };
  if (/returned 0 objects/i.test(page.body)) return { found: freeRecord(query, page.body) };
  if (/^(?:domain|inetnum|inet6num|organisation):/im.test(page.body)) throw unreadable('The registry of this name has no WHOIS server.');
  if (isThrottled(page.body)) throw blocked('The root registry’s rate limit is exceeded.', THROTTLED_COOLDOWN_SECONDS);
  throw unreadable('The root registry sent a response in an unknown format.');
}

/** A thin registry has no contacts and names the registrar's server. A regional registry names the right region. */
function referralIn(text: string, server: string, record: WhoisRecord): string | null {
  const pattern = /^[ \t]*(?:Registrar WHOIS Server|Whois Server|ReferralServer):[ \t]*(?:r?whois:\/\/)?([^\s/:]{1,253})/im;
  const named = pattern.exec(text)?.[1];
  const next = named ? cleanServer(named) : null;
  return next === null || next === server || record.contacts.registrant !== null ? null : next;
}

/**
 * Accepts only a host name with a dot, never an IP address, because referrals have been used to reach private networks.
 */
function cleanServer(text: string): string | null {
  const server = text.toLowerCase().replace(/\.$/, '');
  return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(server) && server.includes('.') && !server.includes('..') && !/\.\d+$/.test(server)
    ? server
    : null;
}
