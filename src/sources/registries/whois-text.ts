// Parses the text of a WHOIS response by its labels, for any registry.
import { domainToASCII } from 'node:url';
import { blocked, unreadable } from '../adapter.ts';
import { freeRecord, type RegistryQuery, type WhoisRecord } from './record.ts';
import { emailsIn } from './whois-block.ts';
import { leadersOf, readContacts, withAddressIn } from './whois-contacts.ts';
import { type DateOrder, readDate } from './whois-dates.ts';
import {
  CREATED_KEYS,
  DATE_STEMS,
  DOMAIN_KEYS,
  EXPIRED_KEYS,
  isKnownLabel,
  LOOSE_DATES,
  NAME_SERVER_KEYS,
  roleOf,
  SERVER_STEMS,
  STATUS_KEYS,
  UPDATED_KEYS,
} from './whois-keys.ts';
import { cleanText, type Entry, readEntries } from './whois-lines.ts';
import { isActiveStatus, isFreeStatus, isPlainlyThrottled, isThrottled, saysFree } from './whois-markers.ts';
import { readRegistrar } from './whois-registrar.ts';

const THROTTLED_COOLDOWN_SECONDS = 60;
const LIST_MAX = 50;
const BESIDE_NAME = /^\S{3,253} (?:\(|is )((?:in)?active|ok|on hold|hold|expired|suspended|locked|delegated|not delegated)\)?$/i;
/** Labels about the domain in any position, because some registries do not mark the end of a contact. */
const DOMAIN_LABEL = /^(?:domain|record|registry)\b/;
/** Labels of paragraphs about a person or an organisation. */
const PERSON_KEYS = new Set(['nic hdl', 'nic hdl br', 'person', 'contactid', 'role', 'contact', 'nic handle']);

/** Throws `blocked` for too many queries and `unreadable` for a text that is neither a registration nor a free name. */
export function readWhoisText(body: string, query: RegistryQuery): WhoisRecord {
  const text = cleanText(body);
  const entries = withoutHosts(readEntries(text));
  const order = isAmerican(text) ? 'month' : 'day';
  const main = withoutContacts(entries);
  const status = readStatus(main);
  const registrar = readRegistrar(entries);
  const record: WhoisRecord = {
    domain: query.name,
    tld: query.tld,
    registered: true,
    status,
    createdAt: dated(main, CREATED_KEYS, order, 'first') ?? assignedIn(main) ?? dateByWords(main, 'created', order),
    updatedAt: dated(main, UPDATED_KEYS, order, 'latest') ?? dateByWords(main, 'updated', order),
    expiredAt: dated(main, EXPIRED_KEYS, order, 'first') ?? dateByWords(main, 'expired', order) ?? untilIn(main),
    nameServers: readNameServers(main, query.name),
    contacts: readContacts(entries, registrar?.name ?? null),
    rawText: text,
    emails: [...new Set(emailsIn(text).map((email) => email.toLowerCase()))].slice(0, LIST_MAX),
    registrar,
  };
  const evidence = [record.createdAt, record.expiredAt, record.nameServers[0], record.registrar?.name, record.contacts.registrant].filter(
    Boolean,
  ).length;
  if (status.some(isFreeStatus) && record.createdAt === null) return freeRecord(query, text);
  if (evidence === 0 && isPlainlyThrottled(text)) throw blocked('The registry’s rate limit is exceeded.', THROTTLED_COOLDOWN_SECONDS);
  // Terms of use mention free names. The status or a date of the domain says more.
  const isInUse = status.some(isActiveStatus) && record.updatedAt !== null;
  if (evidence < 2 && !isInUse && record.createdAt === null && record.nameServers.length === 0 && saysFree(text))
    return freeRecord(query, text);
  // Terms of use mention limits too, so an explicit result has precedence.
  if (evidence === 0 && isThrottled(text)) throw blocked('The registry’s rate limit is exceeded.', THROTTLED_COOLDOWN_SECONDS);
  if (evidence === 0 && status.length === 0 && !main.some((entry) => DOMAIN_KEYS.has(entry.key)))
    throw unreadable('The registry sent a response in an unknown format.');
  return record;
}

const SENTENCE_NAME = new RegExp(
  '\\b(?:not found|no match for(?: domain)?|no such domain|domain|object|for)[: ]{1,2}["\']?' +
    '([a-z0-9][a-z0-9.-]{0,250}\\.[a-z]{2,24})\\b',
  'i',
);

/** Returns the name that the text is about, for texts without their query. */
export function domainIn(text: string): string | null {
  for (const entry of readEntries(cleanText(text))) {
    const value = DOMAIN_KEYS.has(entry.key) || (entry.section === 'domain' && entry.key === 'name') ? entry.values[0] : undefined;
    const name = /^[^\s()"]{1,253}/
      .exec(value ?? '')?.[0]
      .toLowerCase()
      .replace(/\.$/, '');
    if (name?.includes('.')) return domainToASCII(name) || name;
  }
  // A free name is often only in the sentence.
  const sentence = SENTENCE_NAME.exec(text);
  return sentence?.[1]?.toLowerCase() ?? null;
}

/** Removes the entries of contacts, whose dates and statuses are not those of the domain. */
function withoutContacts(entries: readonly Entry[]): Entry[] {
  const contactParagraphs = new Set(entries.filter((entry) => PERSON_KEYS.has(entry.key)).map((entry) => entry.paragraph));
  for (const paragraph of leadersOf(entries).keys()) contactParagraphs.add(paragraph);
  for (const entry of entries) if (DOMAIN_KEYS.has(entry.key)) contactParagraphs.delete(entry.paragraph);
  const main = entries.filter((entry) => {
    const above = roleOf(entry.section);
    if (contactParagraphs.has(entry.paragraph)) return false;
    return (
      above === null ||
      above.rest.length > 20 ||
      DOMAIN_LABEL.test(entry.key) ||
      EXPIRED_KEYS.has(entry.key) ||
      NAME_SERVER_KEYS.test(entry.key)
    );
  });
  // Entries beside the name have precedence over later ones, where other objects have their own dates.
  const domainParagraph = (main.find((entry) => /^domain(?: name)?$/.test(entry.key)) ?? main.find((entry) => DOMAIN_KEYS.has(entry.key)))
    ?.paragraph;
  return [...main.filter((entry) => entry.paragraph === domainParagraph), ...main.filter((entry) => entry.paragraph !== domainParagraph)];
}

/** Verisign also lists hosts with the same prefix as the domain. They have their own registrars. */
function withoutHosts(entries: readonly Entry[]): Entry[] {
  const hosts = new Set(entries.filter((entry) => entry.key === 'server name').map((entry) => entry.paragraph));
  for (const entry of entries) if (DOMAIN_KEYS.has(entry.key)) hosts.delete(entry.paragraph);
  return entries.filter((entry) => !hosts.has(entry.paragraph));
}

/** One date with a day above twelve in second position shows the order of all dates. */
const isAmerican = (text: string): boolean =>
  /\d\/\d/.test(text) &&
  // Text of the free registries of Freenom, which use this order.
  (/\brecord will expire on: {1,20}\d\d\/\d\d\/\d{4}\b/i.test(text) ||
    (/\b(?:0?[1-9]|1[0-2])\/(?:1[3-9]|2\d|3[01])\/\d{4}\b/.test(text) && !/\b(?:1[3-9]|2\d|3[01])\/\d{1,2}\/\d{4}\b/.test(text)));

/**
 * Labels beside the name have precedence over later ones, then the order of reliability decides. Some registries list
 * every change.
 */
function dated(entries: readonly Entry[], keys: ReadonlySet<string>, order: DateOrder, which: 'first' | 'latest'): string | null {
  const domainParagraph = entries[0]?.paragraph;
  const beside = entries.filter((entry) => entry.paragraph === domainParagraph);
  // If objects follow without a blank line, the domain's own lines end at the next object.
  const end = beside.findIndex((entry) => entry.key === 'contact');
  for (const part of [end > 0 ? beside.slice(0, end) : beside, entries]) {
    const told = part.filter((entry) => keys.has(entry.key));
    if (told.length === 0) continue;
    for (const key of keys) {
      const dates = told.flatMap((entry) => (entry.key === key ? (readDate(entry.values.join(' '), order) ?? []) : []));
      if (dates.length > 0) return which === 'first' ? dates[0]! : dates.sort().at(-1)!;
    }
  }
  return null;
}

/** Finds a date by the words in a label that is not listed, first in English. */
function dateByWords(entries: readonly Entry[], kind: keyof typeof LOOSE_DATES.words, order: DateOrder): string | null {
  const unlisted = entries.filter((entry) => !LOOSE_DATES.never.test(entry.key));
  const told = unlisted.filter((entry) => LOOSE_DATES.words[kind].test(entry.key));
  const other = unlisted.filter((entry) => !isKnownLabel(entry.key) && DATE_STEMS.find(([, stems]) => stems.test(entry.key))?.[0] === kind);
  return [...told, ...other].flatMap((entry) => readDate(entry.values.join(' '), order) ?? [])[0] ?? null;
}

/** `changed: somebody 19990605 (Assigned)` */
const assignedIn = (entries: readonly Entry[]): string | null =>
  entries.flatMap((entry) =>
    entry.key === 'changed' && /\(assigned\)/i.test(entry.values[0] ?? '') ? (readDate(entry.values[0]!) ?? []) : [],
  )[0] ?? null;

/** `status: OK-UNTIL 20270130`, `state: Connected (2027/03/31)` */
const untilIn = (entries: readonly Entry[]): string | null =>
  entries
    .filter((entry) => STATUS_KEYS.has(entry.key))
    .flatMap((entry) => readDate(/(?:\buntil:? {1,4}|^connected \()(\d.{5,30})/i.exec(entry.values[0] ?? '')?.[1] ?? '') ?? [])[0] ?? null;

function readStatus(entries: readonly Entry[]): string[] {
  const withAddress = entries.some(({ key }) => key === 'state') ? withAddressIn(entries) : new Set();
  // `Domain LANTERN.KG (ACTIVE)`
  const beside = entries.flatMap((entry) => (entry.key === 'domain name' ? (BESIDE_NAME.exec(entry.values[0] ?? '')?.[1] ?? []) : []));
  const found = entries
    .filter((entry) => STATUS_KEYS.has(entry.key) && !(entry.key === 'state' && withAddress.has(entry.paragraph)))
    .flatMap((entry) => entry.values)
    .flatMap((value) => value.replace(/\s*\(?https?:\/\/\S*/gi, '').split(/\s*[,;]\s*|\s+\/\s+/))
    .map((value) => value.replace(/\s+-{1,2}(?:\s.*)?$|\s*\(.*$/, '').trim())
    .filter((value) => /[\p{L}\p{N}]/u.test(value));
  return [...new Set([...beside, ...found])].slice(0, LIST_MAX);
}

const HOST = /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?$/;
const IP = /^[([]?(?:[\d.]+|[\da-f:]*:[\da-f:]*)[)\]]?$/;
const HOST_OF_SERVER = /^(?:[a-z0-9_-]{1,63}\.){2,8}[a-z][a-z0-9-]{1,24}$/;
const HOSTS_LENGTH_MAX = 500;

/** True for a line with hosts and their IP addresses only. */
function isHosts(value: string): boolean {
  if (value.length > HOSTS_LENGTH_MAX) return false;
  const words = value
    .toLowerCase()
    .split(/[\s,;+|/]+/)
    .map((word) => word.replace(/\.$/, ''));
  return HOST_OF_SERVER.test(words[0]!) && words.every((word) => HOST_OF_SERVER.test(word) || IP.test(word));
}

/** True for an unlisted label such as `jmenný server`, with hosts below it. */
const isUnlistedServer = ({ key, values }: Entry): boolean =>
  values.length > 0 && SERVER_STEMS.test(key) && !isKnownLabel(key) && values.every(isHosts);

/** Beside a name server there can be IP addresses, states, and at some registries the domain. */
function readNameServers(entries: readonly Entry[], domain: string): string[] {
  const found = entries
    .filter(
      (entry) =>
        NAME_SERVER_KEYS.test(entry.key) ||
        /^(?:(?:domain )?name ?servers?|dns servers?|servers|nservers?)\b/.test(entry.section) ||
        entry.section === 'nserver' ||
        isUnlistedServer(entry),
    )
    .flatMap((entry) => entry.values)
    .flatMap((value) => {
      const hosts = value
        .toLowerCase()
        .split(/[\s,;+|]+/)
        .map((word) => word.replace(/\.$/, ''))
        .filter((word) => word !== domain && word !== 'not.defined' && HOST.test(word) && word.includes('.') && !/^[\d.]+$/.test(word));
      return hosts.slice(0, /[,;+|]/.test(value) || isHosts(value) ? LIST_MAX : 1);
    });
  return [...new Set(found)].slice(0, LIST_MAX);
}
