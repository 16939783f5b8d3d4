// Reads the text of a WHOIS answer: labels first, whatever the registry.
import { blocked, unreadable } from '../adapter.ts';
import { freeRecord, type RegistryAsk, type WhoisRecord, type WhoisRegistrar } from './record.ts';
import { leadersOf, readContacts } from './whois-contacts.ts';
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
import { isFreeStatus, saysFree, saysThrottled, saysThrottledPlainly } from './whois-signs.ts';

const THROTTLED_REST_SECONDS = 60;
const LIST_MAX = 50;
/** Labels that speak of the domain wherever they stand, for some registries do not end the list of a contact. */
const DOMAIN_LABEL = /^(?:domain|record|registry)\b/;
/** Labels of paragraphs that describe a person or an organisation. */
const PERSON_KEYS = new Set(['nic hdl', 'nic hdl br', 'person', 'contactid', 'role', 'contact', 'nic handle']);

/** Throws `blocked` when the registry is asked too often and `unreadable` at a text that says neither yes nor no. */
export function readWhoisText(body: string, ask: RegistryAsk): WhoisRecord {
  const text = cleanText(body);
  const entries = readEntries(text);
  const main = withoutContacts(entries);
  const status = readStatus(main);
  const record: WhoisRecord = {
    domain: ask.name,
    tld: ask.tld,
    registered: true,
    status,
    createdAt: firstDate(main, CREATED_KEYS),
    updatedAt: latestDate(main, UPDATED_KEYS),
    expiredAt: firstDate(main, EXPIRED_KEYS),
    nameServers: readNameServers(main, ask.name),
    contacts: readContacts(entries),
    rawText: text,
    emails: readEmails(text),
    registrar: readRegistrar(entries),
  };
  const evidence = [record.createdAt, record.expiredAt, record.nameServers[0], record.registrar?.name, record.contacts.registrant].filter(
    Boolean,
  ).length;
  if (status.some(isFreeStatus) && record.createdAt === null) return freeRecord(ask, text);
  if (evidence === 0 && saysThrottledPlainly(text)) throw blocked('The registry is asked too often.', THROTTLED_REST_SECONDS);
  if (evidence < 2 && record.createdAt === null && record.nameServers.length === 0 && saysFree(text)) return freeRecord(ask, text);
  // Terms of use speak of limits too, so a plain answer counts first.
  if (evidence === 0 && saysThrottled(text)) throw blocked('The registry is asked too often.', THROTTLED_REST_SECONDS);
  if (evidence === 0 && status.length === 0 && !main.some((entry) => DOMAIN_KEYS.has(entry.key)))
    throw unreadable('The registry answered in a way that is not known.');
  return record;
}

/** The name the text speaks about, for texts found without their question. */
export function domainIn(text: string): string | null {
  for (const entry of readEntries(cleanText(text))) {
    const value = DOMAIN_KEYS.has(entry.key) || (entry.section === 'domain' && entry.key === 'name') ? entry.values[0] : undefined;
    const name = /^[^\s()"]{1,253}/
      .exec(value ?? '')?.[0]
      .toLowerCase()
      .replace(/\.$/, '');
    if (name?.includes('.')) return name;
  }
  // Free names are often named in the sentence alone.
  const sentence =
    /\b(?:not found|no match for(?: domain)?|no such domain|domain|object|for)[: ]{1,2}["']?([a-z0-9][a-z0-9.-]{0,250}\.[a-z]{2,24})\b/i.exec(
      text,
    );
  return sentence?.[1]?.toLowerCase() ?? null;
}

/** Dates and statuses of a contact are none of the domain's. */
function withoutContacts(entries: readonly Entry[]): Entry[] {
  const people = new Set(entries.filter((entry) => PERSON_KEYS.has(entry.key)).map((entry) => entry.paragraph));
  for (const paragraph of leadersOf(entries).keys()) people.add(paragraph);
  for (const entry of entries) if (DOMAIN_KEYS.has(entry.key)) people.delete(entry.paragraph);
  const main = entries.filter((entry) => {
    const above = roleOf(entry.section);
    if (people.has(entry.paragraph)) return false;
    return (
      above === null ||
      above.rest.length > 20 ||
      DOMAIN_LABEL.test(entry.key) ||
      EXPIRED_KEYS.has(entry.key) ||
      NAME_SERVER_KEYS.test(entry.key)
    );
  });
  // What stands beside the name counts before what stands below, where other objects have dates of their own.
  const home = main.find((entry) => DOMAIN_KEYS.has(entry.key))?.paragraph;
  return [...main.filter((entry) => entry.paragraph === home), ...main.filter((entry) => entry.paragraph !== home)];
}

/** The first date of the most trusted label; labels beside the name before those further down. */
function firstDate(entries: readonly Entry[], keys: ReadonlySet<string>): string | null {
  return dated(entries, keys, (dates) => dates[0]!);
}

/** Some registries list every change. */
function latestDate(entries: readonly Entry[], keys: ReadonlySet<string>): string | null {
  return dated(entries, keys, (dates) => dates.sort().at(-1)!);
}

function dated(entries: readonly Entry[], keys: ReadonlySet<string>, choose: (dates: string[]) => string): string | null {
  const home = entries[0]?.paragraph;
  for (const part of [entries.filter((entry) => entry.paragraph === home), entries]) {
    for (const key of keys) {
      const dates = part.flatMap((entry) => (entry.key === key ? (readDate(entry.values.join(' ')) ?? []) : []));
      if (dates.length > 0) return choose(dates);
    }
  }
  return null;
}

function readStatus(entries: readonly Entry[]): string[] {
  const found = entries
    .filter((entry) => STATUS_KEYS.has(entry.key))
    .flatMap((entry) => entry.values)
    .flatMap((value) => value.replace(/\s*\(?https?:\/\/\S*/gi, '').split(/\s*[,;]\s*|\s+\/\s+/))
    .map((value) => value.replace(/\s+-(?:\s.*)?$|\s*\(.*$/, '').trim())
    .filter((value) => value !== '');
  return [...new Set(found)].slice(0, LIST_MAX);
}

/** Beside a name server stand addresses, states, and at some registries the domain once more. */
function readNameServers(entries: readonly Entry[], domain: string): string[] {
  const found = entries
    .filter((entry) => NAME_SERVER_KEYS.test(entry.key) || /^(?:domain )?name ?servers/.test(entry.section) || entry.section === 'nserver')
    .flatMap((entry) => entry.values)
    .flatMap((value) => {
      const hosts = value
        .toLowerCase()
        .split(/[\s,]+/)
        .map((word) => word.replace(/\.$/, ''))
        .filter(
          (word) => word !== domain && /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?$/.test(word) && word.includes('.') && !/^[\d.]+$/.test(word),
        );
      return hosts.slice(0, value.includes(',') ? LIST_MAX : 1);
    });
  return [...new Set(found)].slice(0, LIST_MAX);
}

type RegistrarField = keyof WhoisRegistrar;

function readRegistrar(entries: readonly Entry[]): WhoisRegistrar | null {
  const found: Record<RegistrarField, string | null> = { name: null, email: null, url: null, phone: null };
  // Some registries print a paragraph about the registrar, which knows more than the line that names it.
  const own = new Set<number>();
  const seen = new Set<number>();
  for (const entry of entries) {
    if (!seen.has(entry.paragraph) && entry.key === 'registrar' && entry.section === '') own.add(entry.paragraph);
    seen.add(entry.paragraph);
  }
  for (const entry of entries) {
    const value = entry.values[0];
    if (value === undefined) continue;
    const inside = /^(?:sponsoring )?registrar\b/.test(entry.section) || (own.has(entry.paragraph) && entry.section === '');
    const field = REGISTRAR_KEYS[entry.key] ?? (inside ? registrarField(entry.key) : null);
    if (field === 'name' && own.has(entry.paragraph) && entry.key !== 'registrar') found.name = value;
    else if (field) found[field] ??= value;
  }
  if (found.name !== null) found.name = found.name.replace(/\s*(?:\[Tag = [^\]]{1,40}\]|\([A-Z]?\d{1,6}-[A-Z]{2,8}\))$/, '');
  return Object.values(found).some((value) => value !== null) ? found : null;
}

function registrarField(label: string): RegistrarField | null {
  if (/^(?:url|web|website|www|homepage|web site)$/.test(label)) return 'url';
  const field = fieldOf(label);
  if (field === 'org') return 'name';
  return field === 'name' || field === 'email' || field === 'phone' ? field : null;
}

function readEmails(text: string): string[] {
  const found = text.match(/[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9][a-z0-9.-]{0,200}\.[a-z]{2,24}/gi) ?? [];
  return [...new Set(found.map((email) => email.toLowerCase()))].slice(0, LIST_MAX);
}
