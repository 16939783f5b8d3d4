// Every registry of the sandbox: WHOIS texts of any name, and of public IP addresses.

import { percentDecoded } from '../urls.ts';
import type { Dataset } from './dataset.ts';
import { addressBlockOf, isAddress, registrationOf, type SandboxContact } from './registration.ts';
import type { SandboxPage, SandboxRequest, SandboxSite } from './site.ts';

const text = (body: string, status = 200): SandboxPage => ({ status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body });

export const registry: SandboxSite = {
  name: 'registry',
  serves: (url) => url.protocol === 'whois:',
  keywordOf: nameIn,
  hostOf: nameIn,

  results(request, dataset) {
    const name = nameIn(request);
    if (/(?:^|\.)unreachable-/.test(name)) return text('', 599);
    if (request.url.hostname === 'whois.iana.org') return text(referral(name));
    if (/(?:^|\.)unregistered-/.test(name)) return free(name, dataset);
    return text(isAddress(name) ? addressRecord(name, dataset) : domainRecord(name, dataset));
  },

  noResults: (request, dataset) =>
    request.url.hostname === 'whois.iana.org' ? registry.results(request, dataset) : free(nameIn(request), dataset),
  blockPage: () => text('% Query limit exceeded. Please try again later.\r\n'),
};

/** Returns the name at the end of the query. Servers expect different words before it. */
function nameIn(request: SandboxRequest): string {
  let query = request.url.pathname.replace(/^\/+/, '');
  for (let rounds = 0; rounds < 2 && query.includes('%'); rounds++) query = percentDecoded(query);
  return (query.trim().split(/\s+/).at(-1) ?? '').replace(/\/e$/, '').toLowerCase();
}

const footer = (dataset: Dataset): string =>
  `>>> Last update of whois database: ${dataset.day}T00:00:00Z <<<\r\n\r\n` +
  `NOTICE: This record is from the sandbox and describes no real person.\r\n`;
const referral = (name: string): string =>
  `% IANA WHOIS server\r\n\r\nrefer:        whois.registry.example\r\n\r\ndomain:       ${name.split('.').at(-1)!.toUpperCase()}\r\n`;
const free = (name: string, dataset: Dataset): SandboxPage => text(`No match for "${name.toUpperCase()}".\r\n${footer(dataset)}`);

function domainRecord(name: string, dataset: Dataset): string {
  const record = registrationOf(name, dataset.day);
  return [
    `Domain Name: ${name.toUpperCase()}`,
    `Registry Domain ID: ${record.id}`,
    `Registrar URL: ${record.registrar.url}`,
    `Updated Date: ${record.updatedAt}`,
    `Creation Date: ${record.createdAt}`,
    `Registry Expiry Date: ${record.expiredAt}`,
    `Registrar: ${record.registrar.name}`,
    `Registrar Abuse Contact Email: ${record.registrar.email}`,
    `Registrar Abuse Contact Phone: ${record.registrar.phone}`,
    ...record.statuses.map((status) => `Domain Status: ${status} https://icann.org/epp#${status}`),
    ...record.contacts.flatMap(contactLines),
    ...record.nameServers.map((server) => `Name Server: ${server.toUpperCase()}`),
    'DNSSEC: unsigned',
    footer(dataset),
  ].join('\r\n');
}

const contactLines = (contact: SandboxContact): string[] =>
  [
    `Name: ${contact.name}`,
    `Organization: ${contact.organization}`,
    `Street: ${contact.street}`,
    `City: ${contact.city}`,
    `State/Province: ${contact.state}`,
    `Postal Code: ${contact.postal}`,
    `Country: ${contact.country}`,
    `Phone: ${contact.phone}`,
    `Fax: ${contact.fax}`,
    `Email: ${contact.email}`,
  ].map((line) => `${contact.role} ${line}`);

/** Returns a record in the style of the regional registries: a block, its holder, and its contact. */
function addressRecord(name: string, { day }: Dataset): string {
  const block = addressBlockOf(name, day);
  return [
    '% This is the regional registry of the sandbox.',
    '',
    block.prefix === null ? `inetnum:        ${block.range.join(' - ')}` : `inet6num:       ${block.prefix}`,
    `netname:        ${block.netName}`,
    `descr:          ${block.holder}`,
    `country:        ${block.country}`,
    'admin-c:        AV1-TEST',
    'tech-c:         AV1-TEST',
    'status:         ASSIGNED PA',
    `created:        ${block.createdAt}`,
    `last-modified:  ${block.updatedAt}`,
    'source:         TEST',
    '',
    `person:         ${block.person.name}`,
    `address:        ${block.person.street}`,
    `phone:          ${block.person.phone}`,
    `e-mail:         ${block.person.email}`,
    'nic-hdl:        AV1-TEST',
    'source:         TEST',
    '',
  ].join('\r\n');
}
