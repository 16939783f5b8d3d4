// Converts an RDAP object (RFC 9083) of a domain or an IP network to a registration.
import { unreadable } from '../adapter.ts';
import { readVcard, readVcardUrl } from './rdap-vcard.ts';
import {
  CONTACT_ROLES,
  type ContactRole,
  noContacts,
  type RegistryQuery,
  type WhoisContact,
  type WhoisRecord,
  type WhoisRegistrar,
} from './record.ts';
import { readDate } from './whois-dates.ts';

type Json = Readonly<Record<string, unknown>>;

const ROLES: Readonly<Record<string, ContactRole>> = {
  registrant: 'registrant',
  administrative: 'admin',
  technical: 'tech',
  billing: 'billing',
  zone: 'zone',
};
const EPP_STATUS = /^(?:(?:client|server) (?:(?:delete|renew|transfer|update) prohibited|hold)|pending [a-z]+|[a-z ]{3,14} period)$/;
const DEPTH_MAX = 3;
const LIST_MAX = 50;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? [value] : []).filter((entry) => typeof entry === 'string');

export function readRdapObject(value: unknown, body: string, query: RegistryQuery): WhoisRecord {
  if (!isObject(value) || typeof value.objectClassName !== 'string') throw unreadable('The registry sent a response in an unknown format.');
  const kind = value.objectClassName.toLowerCase();
  if (kind !== 'domain' && kind !== 'ip network') throw unreadable('The registry’s response is about something else.');
  const entities = allEntities(value.entities, 0);
  const byPlace = contactEntities(value.entities);
  const contacts = noContacts();
  for (const role of CONTACT_ROLES)
    contacts[role] = byPlace.flatMap((entity) => (rolesOf(entity).includes(role) ? (readVcard(entity.vcardArray) ?? []) : []))[0] ?? null;
  return {
    domain: query.name,
    tld: query.tld,
    registered: true,
    status: [...new Set(strings(value.status).map(toEppStatus))].slice(0, LIST_MAX),
    createdAt: eventDate(value, ['registration']),
    updatedAt: eventDate(value, ['last changed', 'last update']),
    expiredAt: eventDate(value, ['expiration', 'soft expiration']),
    nameServers: nameServersOf(value),
    contacts,
    rawText: body,
    emails: emailsOf(entities),
    registrar: registrarOf(entities),
  };
}

/** Converts `client transfer prohibited` to the spelling of EPP and port 43 (RFC 8056). Other values stay unchanged. */
function toEppStatus(status: string): string {
  const plain = status.trim().toLowerCase();
  if (plain === 'active') return 'ok';
  if (!EPP_STATUS.test(plain)) return status.trim();
  return plain.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function rolesOf(entity: Json): ContactRole[] {
  return strings(entity.roles).flatMap((role) => ROLES[role.toLowerCase()] ?? []);
}

/** Includes nested entities: a registrar has its abuse contact, an organisation its people. */
function allEntities(value: unknown, depth: number): Json[] {
  if (depth >= DEPTH_MAX) return [];
  const level = objects(value).slice(0, LIST_MAX);
  return level.flatMap((entity) => [entity, ...allEntities(entity.entities, depth + 1)]);
}

const NOT_OF_THE_DOMAIN = new Set(['registrar', 'reseller', 'sponsor', 'abuse', 'notifications', 'proxy']);

/** Returns the entities beside the domain first, then those of its contacts. The staff of the registrar is no contact of the domain. */
function contactEntities(value: unknown): Json[] {
  const beside = objects(value).slice(0, LIST_MAX);
  const ofContacts = beside.filter((entity) => !strings(entity.roles).some((role) => NOT_OF_THE_DOMAIN.has(role.toLowerCase())));
  return [...beside, ...ofContacts.flatMap((entity) => allEntities(entity.entities, 1))];
}

function eventDate(value: Json, actions: readonly string[]): string | null {
  for (const action of actions) {
    const event = objects(value.events).find((entry) => String(entry.eventAction).toLowerCase() === action);
    const date = event && typeof event.eventDate === 'string' ? readDate(event.eventDate) : null;
    if (date !== null) return date;
  }
  return null;
}

function nameServersOf(value: Json): string[] {
  const names = objects(value.nameservers).flatMap((server) =>
    typeof server.ldhName === 'string' ? server.ldhName.toLowerCase().replace(/\.$/, '') : [],
  );
  return [...new Set(names)].filter((name) => /^[a-z0-9_.-]+$/.test(name)).slice(0, LIST_MAX);
}

function registrarOf(entities: readonly Json[]): WhoisRegistrar | null {
  const registrar = entities.find((entity) => strings(entity.roles).includes('registrar'));
  if (!registrar) return null;
  const own = readVcard(registrar.vcardArray);
  const abuse = objects(registrar.entities).find((entity) => strings(entity.roles).includes('abuse'));
  const desk: WhoisContact | null = abuse ? readVcard(abuse.vcardArray) : null;
  const links = objects(registrar.links).filter((link) => link.rel === 'about' || link.type === 'text/html');
  const handle = typeof registrar.handle === 'string' ? registrar.handle : null;
  return {
    name: own?.name ?? own?.org ?? handle,
    email: desk?.email ?? own?.email ?? null,
    url:
      readVcardUrl(registrar.vcardArray) ??
      (typeof links[0]?.href === 'string' ? links[0].href : typeof registrar.url === 'string' ? registrar.url : null),
    phone: desk?.phone ?? own?.phone ?? null,
  };
}

const emailsOf = (entities: readonly Json[]): string[] =>
  [...new Set(entities.flatMap((entity) => readVcard(entity.vcardArray)?.email?.toLowerCase() ?? []))].slice(0, LIST_MAX);
