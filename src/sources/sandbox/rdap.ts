// The RDAP servers of the sandbox: the same registrations as on port 43, as JSON (RFC 9083).
import { addressBlockOf, isAddress, registrationOf, type SandboxContact } from './registration.ts';
import type { SandboxPage, SandboxRequest, SandboxSite } from './site.ts';

/** All servers of the root registry's table except one have this word in their name or path. */
const SERVER = /rdap|^restwhois\./;
const QUERY_PATH = /^\/(?:[^/]+\/)*(?:domain|ip)\/([^/]+)$/;
const ROLES: Readonly<Record<string, string>> = {
  Registrant: 'registrant',
  Admin: 'administrative',
  Tech: 'technical',
  Zone: 'zone',
  Billing: 'billing',
};

export const rdapSite: SandboxSite = {
  name: 'rdap',
  serves: (url) =>
    url.protocol === 'https:' && SERVER.test(`${url.hostname}${url.pathname.replace(/[^/]+$/, '')}`) && QUERY_PATH.test(url.pathname),
  keywordOf: nameIn,
  hostOf: nameIn,

  results(request, dataset) {
    const name = nameIn(request);
    if (/(?:^|\.)unreachable-/.test(name)) return response({}, 599);
    if (/(?:^|\.)unregistered-/.test(name)) return free();
    return response(isAddress(name) ? addressObject(name, dataset.day) : domainObject(name, dataset.day));
  },

  noResults: () => free(),
  blockPage: () => ({ ...response({ errorCode: 429, title: 'Too many requests' }, 429), headers: { 'retry-after': '60' } }),
};

function nameIn(request: SandboxRequest): string {
  const part = QUERY_PATH.exec(request.url.pathname)?.[1] ?? '';
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
}

const response = (value: object, status = 200): SandboxPage => ({
  status,
  headers: { 'content-type': 'application/rdap+json; charset=utf-8' },
  body: JSON.stringify({ rdapConformance: ['rdap_level_0'], ...value }),
});
const free = (): SandboxPage => response({ errorCode: 404, title: 'Not found' }, 404);

const events = (dates: Readonly<Record<string, string>>): object[] =>
  Object.entries(dates).map(([eventAction, eventDate]) => ({ eventAction, eventDate }));
const card = (...properties: unknown[]): unknown => ['vcard', [['version', {}, 'text', '4.0'], ...properties]];

function domainObject(name: string, day: string): object {
  const record = registrationOf(name, day);
  const { registrar } = record;
  return {
    objectClassName: 'domain',
    handle: record.id,
    ldhName: name.toUpperCase(),
    status: record.statuses.map((status) => status.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
    events: events({ registration: record.createdAt, 'last changed': record.updatedAt, expiration: record.expiredAt }),
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        vcardArray: card(['fn', {}, 'text', registrar.name], ['url', {}, 'uri', registrar.url]),
        entities: [
          {
            objectClassName: 'entity',
            roles: ['abuse'],
            vcardArray: card(['email', {}, 'text', registrar.email], ['tel', { type: 'voice' }, 'uri', `tel:${registrar.phone}`]),
          },
        ],
      },
      ...record.contacts.map((contact) => ({
        objectClassName: 'entity',
        roles: [ROLES[contact.role]],
        vcardArray: contactCard(contact),
      })),
    ],
    nameservers: record.nameServers.map((server) => ({ objectClassName: 'nameserver', ldhName: server.toUpperCase() })),
    secureDNS: { delegationSigned: false },
    notices: [{ title: 'Notice', description: ['This record is from the sandbox and describes no real person.'] }],
  };
}

const contactCard = (contact: SandboxContact): unknown =>
  card(
    ['fn', {}, 'text', contact.name],
    ['org', {}, 'text', contact.organization],
    ['adr', { cc: contact.country }, 'text', ['', '', contact.street, contact.city, contact.state, contact.postal, '']],
    ['tel', { type: 'voice' }, 'uri', `tel:${contact.phone}`],
    ['tel', { type: 'fax' }, 'uri', `tel:${contact.fax}`],
    ['email', {}, 'text', contact.email],
  );

function addressObject(name: string, day: string): object {
  const block = addressBlockOf(name, day);
  return {
    objectClassName: 'ip network',
    handle: block.netName,
    name: block.netName,
    startAddress: block.range[0],
    endAddress: block.range[1],
    country: block.country,
    status: ['ASSIGNED PA'],
    events: events({ registration: block.createdAt, 'last changed': block.updatedAt }),
    entities: [
      { objectClassName: 'entity', roles: ['registrant'], vcardArray: card(['org', {}, 'text', block.holder]) },
      {
        objectClassName: 'entity',
        handle: 'AV1-TEST',
        roles: ['administrative', 'technical'],
        vcardArray: card(
          ['fn', {}, 'text', block.person.name],
          ['adr', {}, 'text', ['', '', block.person.street, '', '', '', '']],
          ['tel', { type: 'voice' }, 'uri', `tel:${block.person.phone}`],
          ['email', {}, 'text', block.person.email],
        ),
      },
    ],
  };
}
