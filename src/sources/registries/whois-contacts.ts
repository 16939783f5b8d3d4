// Contacts of a WHOIS text: by label, by heading, or by a handle that points at a paragraph of its own.
import { CONTACT_ROLES, type ContactRole, EMPTY_CONTACT, noContacts, type WhoisContact, type WhoisContacts } from './record.ts';
import { fieldOf, roleOf } from './whois-keys.ts';
import type { Entry } from './whois-lines.ts';

type Draft = { -readonly [Field in keyof WhoisContact]: Field extends 'street' ? string[] : string | null };

/** A field left empty. Words such as `REDACTED FOR PRIVACY` are passed on: they are what the registry says. */
const NOTHING = /^[^\p{L}\p{N}]*$/u;
const EMAIL = /[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9][a-z0-9.-]{0,200}\.[a-z]{2,24}/i;
/** `Springfield, IL 62701` */
const TOWN = /^([^,]{2,60}), ?([A-Z]{2}),? +(\d{5}(?:-\d{4})?)$/;
const HANDLE_KEYS = new Set(['nic hdl', 'nic hdl br', 'contact', 'handle', 'contact id', 'contactid', 'nic handle', 'person id']);

/** Registries that print the holder's data right beside the domain use these labels. */
const HOLDER_KEYS = new Set(['person', 'org', 'organization', 'descr', 'address', 'phone', 'e mail', 'fax no']);

const newDraft = (): Draft => ({ ...EMPTY_CONTACT, street: [] });
/** `ORG-QUAY1-RIPE` points at an organisation and does not name it. */
const isKnown = (value: string): boolean => !NOTHING.test(value) && !/^ORG-[A-Z0-9-]+$/.test(value);

function put(draft: Draft, field: keyof WhoisContact, values: readonly string[]): void {
  const known = values.map((value) => value.trim()).filter(isKnown);
  if (field === 'street') draft.street.push(...known);
  // A code says the same as the country's name, and is easier to use.
  else if (field === 'country' && /^[A-Z]{2}$/.test(known[0] ?? '')) draft.country = known[0]!;
  else draft[field] ??= (field === 'email' ? EMAIL.exec(known.join(' '))?.[0] : null) ?? known[0] ?? null;
}

const finish = (draft: Draft | undefined): WhoisContact | null => {
  if (!draft) return null;
  const contact = { ...draft, street: draft.street.length > 0 ? draft.street : null };
  return Object.values(contact).some((value) => value !== null) ? contact : null;
};

export function readContacts(entries: readonly Entry[]): WhoisContacts {
  const drafts = new Map<ContactRole, Draft>();
  const handles = readHandles(entries);
  const draftOf = (role: ContactRole): Draft => {
    const draft = drafts.get(role) ?? newDraft();
    drafts.set(role, draft);
    return draft;
  };
  const leaders = leadersOf(entries);
  const blocks: [ContactRole, readonly string[]][] = [];
  const home = entries.find((entry) => /^domain(?: name)?$/.test(entry.key))?.paragraph;
  for (const entry of entries) {
    if (handles.paragraphs.has(entry.paragraph)) continue;
    const own = roleOf(entry.key);
    const above = roleOf(entry.section);
    if (own !== null) {
      const field = fieldOf(own.rest);
      const handle = ['', 'c', 'id', 'handle'].includes(own.rest) ? handles.byName.get((entry.values[0] ?? '').toLowerCase()) : undefined;
      if (field !== null) put(draftOf(own.role), field, entry.values);
      if (entry.key === 'org name') put(draftOf(own.role), 'org', entry.values);
      if (field !== null) continue;
      if (handle) copy(handle, draftOf(own.role));
      else if (own.rest === '' && entry.values.length > 0) blocks.push([own.role, entry.values]);
    } else if (above !== null && above.rest.length <= 20) {
      const field = fieldOf(entry.key);
      if (field !== null) put(draftOf(above.role), field, entry.values);
    } else if (leaders.has(entry.paragraph) && entry.section === '') {
      const field = fieldOf(entry.key);
      if (field !== null) put(draftOf(leaders.get(entry.paragraph)!), field, entry.values);
    } else if (entry.paragraph === home && /^(?:domain information)?$/.test(entry.section) && HOLDER_KEYS.has(entry.key))
      put(draftOf('registrant'), fieldOf(entry.key)!, entry.values);
  }
  // Lines without labels come last, for labels know better.
  for (const [role, lines] of blocks) readBlock(lines, draftOf(role));
  const contacts = noContacts();
  for (const role of CONTACT_ROLES) contacts[role] = finish(drafts.get(role) ?? handles.byRole.get(role));
  return contacts;
}

/** Paragraphs that begin with a role, such as `Registrant: …`, and go on with its fields. */
export function leadersOf(entries: readonly Entry[]): Map<number, ContactRole> {
  const leaders = new Map<number, ContactRole>();
  const begun = new Set<number>();
  for (const entry of entries) {
    if (begun.has(entry.paragraph)) continue;
    begun.add(entry.paragraph);
    const own = roleOf(entry.key);
    if (own !== null && own.rest === '' && entry.values.length > 0) leaders.set(entry.paragraph, own.role);
    // Address registries describe the holder of a block so.
    else if (/^(?:organisation|orgname)$/.test(entry.key)) leaders.set(entry.paragraph, 'registrant');
  }
  return leaders;
}

function copy(from: Draft, to: Draft): void {
  for (const [name, value] of Object.entries(from))
    put(to, name as keyof WhoisContact, Array.isArray(value) ? value : value === null ? [] : [value]);
}

/** Lines below `Registrant:`: a name first, then an address, with mail and telephone anywhere. */
function readBlock(lines: readonly string[], draft: Draft): void {
  const rest: string[] = [];
  for (const line of lines) {
    const email = EMAIL.exec(line)?.[0];
    if (email) {
      draft.email ??= email;
      const before = line
        .slice(0, line.indexOf(email))
        .replace(/[\s,<(]+$/, '')
        .trim();
      if (before !== '' && isKnown(before) && !/e-?mail/i.test(before)) rest.push(before);
    } else if (/^(?:tel|phone|fax)?\W*\+?[\d ().-]{7,20}(?:\s*(?:fax|x\d+).*)?$/i.test(line)) {
      if (/fax/i.test(line)) draft.fax ??= line.replace(/[^\d+ ().-]/g, '').trim();
      else draft.phone ??= line.replace(/[^\d+ ().-]/g, '').trim();
    } else if (isKnown(line)) rest.push(line);
  }
  const town = rest.findIndex((line, index) => index > 0 && TOWN.test(line));
  if (town > 0) {
    const [, city, state, postal] = TOWN.exec(rest[town]!)!;
    draft.city ??= city!;
    draft.state ??= state!;
    draft.postal ??= postal!;
    rest.splice(town, 1);
  }
  const [first, ...address] = rest;
  if (first) {
    draft.name ??= first;
    draft.org ??= first;
  }
  const last = address.at(-1);
  if (last && /^[\p{L} .]{2,30}$/u.test(last) && address.length > 1) {
    draft.country ??= last;
    address.pop();
  }
  draft.street.push(...address);
}

interface Handles {
  readonly byName: Map<string, Draft>;
  readonly byRole: Map<ContactRole, Draft>;
  readonly paragraphs: Set<number>;
}

/** Paragraphs such as `nic-hdl: AB1-EX`, `person: …`, which other lines point at, or `contact: administrative`. */
function readHandles(entries: readonly Entry[]): Handles {
  const handles: Handles = { byName: new Map(), byRole: new Map(), paragraphs: new Set() };
  for (const [paragraph, lines] of peopleIn(entries)) {
    const names = lines.filter((entry) => HANDLE_KEYS.has(entry.key)).flatMap((entry) => entry.values[0]?.toLowerCase() ?? []);
    const numbered = lines.some((entry) => entry.key.startsWith('nic hdl'));
    const draft = newDraft();
    for (const entry of lines) {
      // Beside a handle, `contact` is the name; alone, it is the handle.
      const field = entry.key === 'contact' ? (numbered ? 'name' : null) : fieldOf(entry.key);
      if (field !== null) put(draft, field, entry.values);
    }
    if (finish({ ...draft, street: [...draft.street] }) === null) continue;
    handles.paragraphs.add(paragraph);
    for (const name of names) {
      handles.byName.set(name, draft);
      const role = numbered ? null : roleOf(name);
      if (role !== null && role.rest === '') handles.byRole.set(role.role, draft);
    }
  }
  return handles;
}

/** Paragraphs with a handle that are not about the domain itself. */
function peopleIn(entries: readonly Entry[]): Map<number, Entry[]> {
  const people = new Map<number, Entry[]>();
  for (const entry of entries)
    if (HANDLE_KEYS.has(entry.key) && entry.section === '' && entry.values.length > 0) people.set(entry.paragraph, []);
  for (const entry of entries) if (/^domain(?: name)?$/.test(entry.key)) people.delete(entry.paragraph);
  for (const entry of entries) people.get(entry.paragraph)?.push(entry);
  return people;
}
