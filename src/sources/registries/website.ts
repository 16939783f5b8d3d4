// Registries without RDAP and port 43, whose web page shows the registration.
import { type Adapter, blocked, type Page, type PageRequest, unreachable, unreadable } from '../adapter.ts';
import { textOfPage } from './page-text.ts';
import type { RegistryQuery, WhoisRecord } from './record.ts';
import type { WhoisParsed } from './whois.ts';
import { isFreeStatus, saysFree } from './whois-markers.ts';
import { domainIn, readWhoisText } from './whois-text.ts';

const get = (url: string): PageRequest => ({ url, headers: { accept: 'text/html' } });
const post = (url: string, fields: Readonly<Record<string, string>>): PageRequest => ({
  url,
  method: 'POST',
  headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});
const parted = (name: string): [label: string, ending: string] => {
  const dot = name.indexOf('.');
  return [name.slice(0, dot), name.slice(dot)];
};

/** Builds the request for each top-level domain. Names are validated ASCII, so nothing needs escaping. */
const PAGES: Readonly<Record<string, (name: string) => PageRequest>> = {
  bb: (name) => get(`https://whois.telecoms.gov.bb/status/${name}`),
  bt: (name) => get(`https://www.nic.bt/search?query=${parted(name)[0]}&ext=${parted(name)[1]}`),
  gt: (name) => get(`https://www.gt/sitio/whois.php?dn=${name}&lang=en`),
  ph: (name) => get(`https://whois.dot.ph/?search=${name}`),
  // This registry has no encryption.
  tj: (name) => get(`http://www.nic.tj/cgi/whois2?domain=${name.slice(0, -'.tj'.length)}`),
  tt: (name) => post('https://www.nic.tt/cgi-bin/search.pl', { name, Search: 'Search' }),
};

/** Top-level domains that `source=website` works for. */
export const WEBSITE_TLDS: readonly string[] = Object.keys(PAGES);
export const hasWebsite = (query: RegistryQuery): boolean =>
  query.kind === 'domain' && query.tld !== null && Object.hasOwn(PAGES, query.tld);

const BLOCK_PAGE = /captcha|cf-challenge|challenge-platform|turnstile|verify you are (?:a )?human|are you a robot/i;
const SENTENCE_CHARACTERS_MAX = 160;
/** Number of lines around the name in which a sentence can refer to it. */
const NEAR = 3;

export const website: Adapter<RegistryQuery, WhoisParsed> = {
  start(query) {
    if (!hasWebsite(query)) throw unreadable('The registry of this name has no supported web page.');
    return PAGES[query.tld!]!(query.name);
  },

  parse(page, query) {
    if (page.status === 429) throw blocked('The registry’s rate limit is exceeded.');
    if (page.status === 401 || page.status === 403) throw blocked('The registry rejected the request.');
    if (page.status >= 500) throw unreachable('The registry reported a server error.');
    try {
      return { found: readPage(page, query) };
    } catch (error) {
      // A page without a registration but with a captcha is a block page.
      throw BLOCK_PAGE.test(page.body) ? blocked('The registry shows a captcha.') : error;
    }
  },
};

function readPage(page: Page, query: RegistryQuery): WhoisRecord {
  const text = textOfPage(withScriptDates(page.body));
  if (!mentions(page.body, query.name)) throw unreadable('The registry’s page does not contain this name.');
  const record = readWhoisText(text, query);
  if (!record.registered) {
    if (!isReportedFree(text, page.body, query.name)) throw unreadable('The registry’s page does not say whether the name is free.');
    return record;
  }
  const about = domainIn(text);
  if (about?.includes('.') && about !== query.name && !query.name.endsWith(`.${about}`))
    throw unreadable('The registry’s page is about another name.');
  const isNamed = [record.createdAt, record.expiredAt, record.nameServers[0], record.contacts.registrant].some((value) => value);
  if (!isNamed) throw unreadable('The registry’s page has no registration data.');
  return record;
}

const mentions = (html: string, name: string): boolean => {
  const lower = html.toLowerCase();
  return lower.includes(name) || lower.includes(parted(name)[0]);
};

/**
 * Such pages also advertise free names, so the sentence must be near the name, or be the result of a form with the
 * name.
 */
function isReportedFree(text: string, html: string, name: string): boolean {
  const lines = text.toLowerCase().split('\n');
  const label = parted(name)[0];
  for (const [at, line] of lines.entries()) {
    const status = /^(?:domain )?status: ?(.+)$/.exec(line)?.[1];
    if (status !== undefined && isFreeStatus(status)) return true;
    if (!saysFree(line) || line.length > SENTENCE_CHARACTERS_MAX) continue;
    if (lines.slice(Math.max(0, at - NEAR), at + NEAR + 1).some((near) => near.includes(label))) return true;
    if (html.toLowerCase().includes(`value="${name}"`) && !BLOCK_PAGE.test(html)) return true;
  }
  return false;
}

/** Some pages write dates by a script: `createDate = moment('2027-01-02')` goes into `<span id="create-date">`. */
function withScriptDates(html: string): string {
  let filled = html;
  for (const [, name, value] of html.matchAll(/\b(create|expiry|update)Date = moment\('([\dTZ :.+-]{8,40})'\)/g))
    filled = filled.replace(`<span id="${name}-date"></span>`, value!);
  return filled;
}
