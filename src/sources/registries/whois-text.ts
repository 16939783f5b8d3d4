// Reads the text of a WHOIS answer: labels first, whatever the registry.
import { blocked, unreadable } from '../adapter.ts';
import { freeRecord, type RegistryAsk, type WhoisRecord, type WhoisRegistrar } from './record.ts';
import { readContacts } from './whois-contacts.ts';
import { readDate } from './whois-dates.ts';
import {
  CREATED_KEYS,
  DOMAIN_KEYS,
  EXPIRED_KEYS,
  fieldOf,
  NAME_SERVER_KEYS,
  REGISTRAR_KEYS,
  roleOf,
  STATUS_KEYS,
  UPDATED_KEYS,
} from './whois-keys.ts';
import { cleanText, type Entry, readEntries } from './whois-lines.ts';
import { isFreeStatus, saysFree, saysThrottled } from './whois-signs.ts';

const THROTTLED_REST_SECONDS = 60;
const LIST_MAX = 50;

/** Throws `blocked` when the registry is asked too often and `unreadable` at a text that says neither yes nor no. */
export function readWhoisText(body: string, ask: RegistryAsk): WhoisRecord {
  const text = cleanText(body);
  const entries = readEntries(text);
  const main = entries.filter((entry) => !isContactEntry(entry, entries));
  const status = readStatus(main);
  const record: WhoisRecord = {
    domain: ask.name,
    tld: ask.tld,
    registered: true,
    status,
    createdAt: firstDate(main, CREATED_KEYS),
    updatedAt: latestDate(main, UPDATED_KEYS),
    expiredAt: firstDate(main, EXPIRED_KEYS),
    nameServers: readNameServers(main),
    contacts: readContacts(entries),
    rawText: text,
    emails: readEmails(text),
    registrar: readRegistrar(entries),
  };
  const evidence = [record.createdAt, record.expiredAt, record.nameServers[0], record.registrar?.name, record.contacts.registrant].filter(
    Boolean,
  ).length;
  if (status.some(isFreeStatus) && record.createdAt === null) return freeRecord(ask, text);
  if (evidence === 0 && saysThrottled(text)) throw blocked('The registry is asked too often.', THROTTLED_REST_SECONDS);
  if (evidence < 2 && record.createdAt === null && record.nameServers.length === 0 && saysFree(text)) return freeRecord(ask, text);
  if (evidence === 0 && status.length === 0 && domainIn(text) === null)
    throw unreadable('The registry answered in a way that is not known.');
  return record;
}

/** The name the text speaks about, for texts found without their question. */
export function domainIn(text: string): string | null {
  for (const entry of readEntries(cleanText(text))) {
    const value = DOMAIN_KEYS.has(entry.key) ? entry.values[0] : undefined;
    const name = /^[^\s()"]{1,253}/
      .exec(value ?? '')?.[0]
      .toLowerCase()
      .replace(/\.$/, '');
    if (name?.includes('.')) return name;
  }
  return null;
}

/** Dates and statuses of a contact are none of the domain's. */
function isContactEntry(entry: Entry, entries: readonly Entry[]): boolean {
  const above = roleOf(entry.section);
  if (above !== null && above.rest.length <= 20) return true;
  return entries.some((other) => other.paragraph === entry.paragraph && /^(?:nic hdl|nic hdl br|person|contactid|role)$/.test(other.key));
}

function firstDate(entries: readonly Entry[], keys: ReadonlySet<string>): string | null {
  for (const key of keys) {
    for (const entry of entries) {
      const date = entry.key === key ? readDate(entry.values.join(' ')) : null;
      if (date !== null) return date;
    }
  }
  return null;
}

/** Some registries list every change. */
function latestDate(entries: readonly Entry[], keys: ReadonlySet<string>): string | null {
  for (const key of keys) {
    const dates = entries.flatMap((entry) => (entry.key === key ? (readDate(entry.values.join(' ')) ?? []) : []));
    if (dates.length > 0) return dates.sort().at(-1)!;
  }
  return null;
}

function readStatus(entries: readonly Entry[]): string[] {
  const found = entries
    .filter((entry) => STATUS_KEYS.has(entry.key))
    .flatMap((entry) => entry.values)
    .flatMap((value) => value.replace(/\s*\(?https?:\/\/\S*/gi, '').split(/\s*[,;]\s+|\s+\/\s+/))
    .map((value) => value.trim())
    .filter((value) => value !== '');
  return [...new Set(found)].slice(0, LIST_MAX);
}

function readNameServers(entries: readonly Entry[]): string[] {
  const found = entries
    .filter((entry) => NAME_SERVER_KEYS.test(entry.key) || /^(?:domain )?name ?servers/.test(entry.section) || entry.section === 'nserver')
    .flatMap((entry) => entry.values)
    .flatMap((value) => value.split(/\s*,\s*|\s+/).slice(0, value.includes(',') ? LIST_MAX : 1))
    .map((value) => value.toLowerCase().replace(/\.$/, ''))
    .filter((value) => /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?$/.test(value) && value.includes('.') && !/^[\d.]+$/.test(value));
  return [...new Set(found)].slice(0, LIST_MAX);
}

function readRegistrar(entries: readonly Entry[]): WhoisRegistrar | null {
  const found: Record<'name' | 'email' | 'url' | 'phone', string | null> = { name: null, email: null, url: null, phone: null };
  for (const entry of entries) {
    const value = entry.values.find((line) => line !== '');
    if (value === undefined) continue;
    const field = REGISTRAR_KEYS[entry.key] ?? (/^(?:sponsoring )?registrar\b/.test(entry.section) ? registrarField(entry.key) : null);
    if (field) found[field] ??= value;
  }
  return Object.values(found).some((value) => value !== null) ? found : null;
}

function registrarField(label: string): 'name' | 'email' | 'url' | 'phone' | null {
  if (/^(?:url|web|website|www|homepage|web site)$/.test(label)) return 'url';
  const field = fieldOf(label);
  if (field === 'org') return 'name';
  return field === 'name' || field === 'email' || field === 'phone' ? field : null;
}

function readEmails(text: string): string[] {
  const found = text.match(/[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9][a-z0-9.-]{0,200}\.[a-z]{2,24}/gi) ?? [];
  return [...new Set(found.map((email) => email.toLowerCase()))].slice(0, LIST_MAX);
}
