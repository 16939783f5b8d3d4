// Contacts of a WHOIS text: by label, by heading, or by a handle that points at a paragraph of its own.
import { CONTACT_ROLES, type ContactRole, noContacts, type WhoisContact, type WhoisContacts } from './record.ts';
import { fieldOf, roleOf } from './whois-keys.ts';
import { splitAddress } from './whois-address.ts';
import { type Draft, EMAIL, isKnown, newDraft, pullReach, readBlock } from './whois-block.ts';
import type { Entry } from './whois-lines.ts';

const HANDLE_KEYS = new Set(
  'nic hdl|nic hdl br|contact|handle|contact id|contactid|nic handle|person id|contact handle|norid handle|pid|id contact'.split('|'),
);

/** Registries that print the holder's data right beside the domain use these labels. */
const HOLDER_KEYS = new Set(['person', 'org', 'organization', 'descr', 'address', 'phone', 'e mail', 'fax no']);

function put(draft: Draft, field: keyof WhoisContact, values: readonly string[]): void {
  const known = values.map((value) => value.trim()).filter(isKnown);
  if (field === 'street') draft.street.push(...known);
  // A code says the same as the country's name, and is easier to use.
  else if (field === 'country' && /^[A-Z]{2}$/.test(known[0] ?? '')) draft.country = known[0]!;
  else draft[field] ??= (field === 'email' ? EMAIL.exec(known.join(' '))?.[0] : null) ?? known[0] ?? null;
}

/** What stands in the lines of an address goes to its place, unless labels have told it. */
const finish = (draft: Draft | undefined): WhoisContact | null => {
  if (!draft) return null;
  pullReach(draft);
  const address = draft.city === null && draft.postal === null ? splitAddress(draft.street) : null;
  const found = address && (address.city ?? address.postal) !== null ? address : null;
  const street = found?.street ?? draft.street;
  const contact = {
    ...draft,
    city: draft.city ?? found?.city ?? null,
    state: draft.state ?? found?.state ?? null,
    postal: draft.postal ?? found?.postal ?? null,
    country: draft.country ?? found?.country ?? null,
    street: street.length > 0 ? [...street] : null,
  };
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
