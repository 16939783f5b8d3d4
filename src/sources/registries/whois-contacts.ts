// Parses the contacts of a WHOIS text: by label, by heading, or by a handle.
import { CONTACT_ROLES, type ContactRole, noContacts, type WhoisContact, type WhoisContacts } from './record.ts';
import { splitAddress } from './whois-address.ts';
import { type Draft, emailsIn, isKnown, isOrganisation, newDraft, pullReach, readBlock } from './whois-block.ts';
import { EXPIRED_KEYS, fieldOf, namePartOf, roleOf, rolesOf } from './whois-keys.ts';
import type { Entry } from './whois-lines.ts';

const HANDLE_KEYS = new Set(
  'nic hdl|nic hdl br|contact|handle|contact id|contactid|nic handle|person id|contact handle|norid handle|pid|id contact'.split('|'),
);

/** Labels of registries that print the holder's data directly beside the domain. */
const CONTACT_ALONE = ['contact organization', 'contact email', 'contact name', 'contact phone'];
const HOLDER_KEYS = new Set([
  'person',
  'org',
  'organization',
  'organization name',
  'descr',
  'address',
  'phone',
  'email',
  'fax no',
  'fax',
  ...CONTACT_ALONE,
]);

/** Fields of the holder in paragraphs with an address in separate parts. */
const ADDRESS_FIELDS: ReadonlySet<string | null> = new Set(['city', 'state', 'postal', 'country', 'street']);

const isLatin = (text: string): boolean => /[a-z]/i.test(text) || !/\p{L}/u.test(text);

function put(draft: Draft, field: keyof WhoisContact, values: readonly string[]): void {
  const known = values.map((value) => value.trim().replace(/^tel:(?=\+?\d)|^[a-z]+(?:_[a-z]+)+: |\s*\[0{0,6}\]$/g, '')).filter(isKnown);
  // Registries with two scripts have the Latin one second, and more users can read it.
  const better = known[0] !== undefined && isLatin(known[0]);
  if (field === 'street') {
    if (better && draft.street.length > 0 && !draft.street.some(isLatin)) draft.street = [];
    draft.street.push(...known);
  } else if (better && draft[field] !== null && !isLatin(draft[field])) draft[field] = known[0]!;
  // A code means the same as the country's name, and is easier to use.
  else if (field === 'country' && /^[A-Z]{2}$/.test(known[0] ?? '')) draft.country = known[0]!;
  else draft[field] ??= (field === 'email' ? emailsIn(known.join(' ').replace(/ (?:at|en) /i, '@'))[0] : null) ?? known[0] ?? null;
}

function putPart(draft: Draft, label: string, value: string | undefined): void {
  const part = namePartOf(label);
  if (part !== null && value !== undefined && isKnown(value)) draft[part] ??= value;
}

/** Removes the postal code `21000` from `21000 Split`. */
const withoutPostal = (city: string | null, postal: string | null): string | null =>
  city !== null && postal !== null && city.startsWith(`${postal} `) ? city.slice(postal.length).trim() : city;

/** Splits the lines of an address into fields, unless labels have set them. */
const finish = (draft: Draft | undefined): WhoisContact | null => {
  if (!draft) return null;
  pullReach(draft);
  // Some registries have the organisation above the street, and some repeat the name there.
  if (draft.org === null && draft.name !== null && draft.street.length > 2 && isOrganisation(draft.street[0]!))
    draft.org = draft.street[0]!;
  if (draft.street.length > 1 && [draft.name, draft.org].includes(draft.street[0]!)) draft.street = draft.street.slice(1);
  const address = draft.city === null && draft.postal === null ? splitAddress(draft.street) : null;
  const found = address && (address.city ?? address.postal) !== null ? address : null;
  const street = found?.street ?? draft.street;
  const { first, last, ...rest } = draft;
  const parts = [first, last ?? (first === undefined ? undefined : draft.name)].filter((part) => part !== undefined && part !== null);
  const contact = {
    ...rest,
    name: parts.length > 0 ? parts.join(' ') : draft.name,
    city: withoutPostal(draft.city, draft.postal) ?? found?.city ?? null,
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
  // The holder is beside the name, or beside fields of the domain.
  const domainParagraphs = new Set(
    entries
      .filter((entry) => /^(?:domain(?: name)?|nserver|admin c|ipv\d address|network number)$/.test(entry.key))
      .map((entry) => entry.paragraph),
  );
  // Without a domain label, the paragraph with the expiry date is about the domain.
  if (domainParagraphs.size === 0) for (const entry of entries) if (EXPIRED_KEYS.has(entry.key)) domainParagraphs.add(entry.paragraph);
  // Regional registries describe abuse contacts like a holder.
  for (const entry of entries) if (entry.key === 'irt') domainParagraphs.delete(entry.paragraph);
  const descriptions = entries.filter((entry) => entry.key === 'descr' && domainParagraphs.has(entry.paragraph));
  const withAddress = withAddressIn(entries);
  for (const entry of entries) {
    if (handles.paragraphs.has(entry.paragraph)) continue;
    const own = rolesOf(entry.key);
    const above = rolesOf(/^(?:organization|contact)$/.test(entry.section) ? 'registrant' : entry.section);
    const field = fieldOf(entry.key);
    if (own !== null) for (const role of own.roles) readOwn(entry, role, own.rest, draftOf(role), handles, blocks);
    else if (above !== null && above.rest.length <= 20) {
      for (const role of above.roles) {
        putPart(draftOf(role), entry.key, entry.values[0]);
        if (field !== null) put(draftOf(role), field, entry.values);
      }
    } else if (entry.key === 'organization' && entry.values.length > 2) blocks.push(['registrant', entry.values]);
    else if (leaders.has(entry.paragraph) && entry.section === '') {
      if (field !== null) put(draftOf(leaders.get(entry.paragraph)!), field, entry.values);
    } else if (domainParagraphs.has(entry.paragraph) && /^(?:(?:domain|network) information)?$/.test(entry.section)) {
      if (withAddress.has(entry.paragraph)) putPart(draftOf('registrant'), entry.key, entry.values[0]);
      const isHolder = HOLDER_KEYS.has(entry.key) || (ADDRESS_FIELDS.has(field) && withAddress.has(entry.paragraph));
      if (isHolder && (entry.key !== 'descr' || descriptions.length < 3)) put(draftOf('registrant'), field!, entry.values);
    }
  }
  if (descriptions.length > 2) blocks.push(['registrant', descriptions.flatMap((entry) => entry.values)]);
  // Lines without labels come last, because labels are more reliable.
  const latin = blocks.filter(([, lines]) => isLatin(lines[0] ?? ''));
  for (const [role, lines] of [...latin, ...blocks.filter((block) => !latin.includes(block))]) readBlock(lines, draftOf(role));
  const contacts = noContacts();
  for (const role of CONTACT_ROLES) contacts[role] = finish(drafts.get(role) ?? handles.byRole.get(role));
  contacts.registrant ??= finish(handles.loneOrganization(drafts) ?? undefined);
  return contacts;
}

/** Parses a label with a role: one of its fields, a handle, or the first of several lines without labels. */
function readOwn(
  entry: Entry,
  role: ContactRole,
  rest: string,
  draft: Draft,
  handles: Handles,
  blocks: [ContactRole, readonly string[]][],
) {
  const field = fieldOf(rest);
  const value = entry.values[0] ?? '';
  const handle = ['', 'c', 'id', 'handle'].includes(rest) ? handles.byName.get(value.toLowerCase()) : undefined;
  putPart(draft, rest, entry.values[0]);
  if (field !== null) put(draft, field, entry.values);
  // The name of the organisation is more reliable than the description of its block.
  if (entry.key === 'org name' && isKnown(value)) draft.org = value;
  if (field !== null) return;
  if (handle) {
    handles.used.add(handle);
    copy(handle, draft);
  } else if (rest === '' && entry.values.length > 0) blocks.push([role, / code$/.test(entry.key) ? entry.values.slice(1) : entry.values]);
  // `admin-c: CCOM-1 ada@lantern.com`
  else if (rest === 'c') draft.email ??= emailsIn(value)[0] ?? null;
}

/** Returns the paragraphs with an address in separate parts, where `state` is a region and not a status. */
export function withAddressIn(entries: readonly Entry[]): Set<number> {
  return new Set(entries.filter((entry) => /^(?:city|postal code|zip ?code)$/.test(entry.key)).map((entry) => entry.paragraph));
}

/** Returns the paragraphs that begin with a role, such as `Registrant: …`, followed by its fields. */
export function leadersOf(entries: readonly Entry[]): Map<number, ContactRole> {
  const leaders = new Map<number, ContactRole>();
  const begun = new Set<number>();
  for (const entry of entries) {
    if (begun.has(entry.paragraph)) continue;
    begun.add(entry.paragraph);
    const own = roleOf(entry.key);
    if (own !== null && own.rest === '' && entry.values.length > 0) leaders.set(entry.paragraph, own.role);
    // Regional registries describe the holder of a block like this.
    else if (/^(?:organi[sz]ation|orgname)$/.test(entry.key)) leaders.set(entry.paragraph, 'registrant');
  }
  return leaders;
}

function copy(from: Draft, to: Draft): void {
  // An address is copied as a whole, from the first source that has one.
  for (const [name, value] of Object.entries(from))
    if (name !== 'street' || to.street.length === 0)
      put(to, name as keyof WhoisContact, Array.isArray(value) ? value : value === null ? [] : [value]);
}

interface Handles {
  readonly byName: Map<string, Draft>;
  readonly byRole: Map<ContactRole, Draft>;
  readonly paragraphs: Set<number>;
  /** Drafts that a line refers to. */
  readonly used: Set<Draft>;
  /** Some registries do not name the holder. There, the only organisation without a reference is the holder. */
  loneOrganization(drafts: ReadonlyMap<ContactRole, Draft>): Draft | null;
}

/** Parses paragraphs that other lines refer to, such as `nic-hdl: AB1-EX`, `person: …` or `contact: administrative`. */
function readHandles(entries: readonly Entry[]): Handles {
  const organizations: Draft[] = [];
  const handles: Handles = {
    byName: new Map(),
    byRole: new Map(),
    paragraphs: new Set(),
    used: new Set(),
    loneOrganization: (drafts) => {
      const lone = drafts.has('registrant') ? [] : organizations.filter((draft) => !handles.used.has(draft));
      return lone.length === 1 ? lone[0]! : null;
    },
  };
  for (const [paragraph, lines] of handleParagraphsIn(entries)) {
    const names = lines.filter((entry) => HANDLE_KEYS.has(entry.key)).flatMap((entry) => entry.values[0]?.toLowerCase() ?? []);
    const numbered = lines.some((entry) => /^(?:nic hdl|contact handle|norid handle)/.test(entry.key));
    const draft = newDraft();
    for (const entry of lines) {
      // Beside a handle, `contact` is the name. Alone, it is the handle.
      const field = entry.key === 'contact' ? (numbered ? 'name' : null) : fieldOf(entry.key);
      if (field !== null) put(draft, field, entry.values);
    }
    if (lines.some((entry) => entry.key === 'type' && /^organi[sz]ation$/i.test(entry.values[0] ?? ''))) {
      draft.org ??= draft.name;
      organizations.push(draft);
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

/** Returns the paragraphs with a handle that are not about the domain itself. */
function handleParagraphsIn(entries: readonly Entry[]): Map<number, Entry[]> {
  const paragraphs = new Map<number, Entry[]>();
  for (const entry of entries)
    if (HANDLE_KEYS.has(entry.key) && entry.section === '' && entry.values.length > 0) paragraphs.set(entry.paragraph, []);
  for (const entry of entries) if (/^domain(?: name)?$/.test(entry.key)) paragraphs.delete(entry.paragraph);
  for (const entry of entries) paragraphs.get(entry.paragraph)?.push(entry);
  return paragraphs;
}
