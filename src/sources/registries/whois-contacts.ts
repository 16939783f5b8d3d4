// Parses the contacts of a WHOIS text: by label, by heading, or by a handle.
import { CONTACT_ROLES, type ContactRole, noContacts, type WhoisContacts } from './record.ts';
import { type Draft, emailsIn, isKnown, newDraft, readBlock } from './whois-block.ts';
import { copy, finish, isLatin, put, putPart } from './whois-draft.ts';
import { type Handles, ID, readHandles } from './whois-handles.ts';
import { type ContactLine, inferFields, inferHolder } from './whois-inference.ts';
import { EXPIRED_KEYS, fieldOf, isKnownLabel, namePartOf, roleOf, rolesOf } from './whois-keys.ts';
import type { Entry } from './whois-lines.ts';
import { resolveReferences } from './whois-same-as.ts';

/** Labels of registries that print the holder's data directly beside the domain. */
const CONTACT_ALONE = ['contact organization', 'contact email', 'contact name', 'contact phone'];
const HOLDER_KEYS = new Set([
  'person',
  'org',
  'organization',
  'organization name',
  'organisation name',
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

/** The registrar's name tells its own lines from the holder's. */
export function readContacts(entries: readonly Entry[], registrar: string | null = null): WhoisContacts {
  const drafts = new Map<ContactRole, Draft>();
  const handles = readHandles(entries);
  const draftOf = (role: ContactRole): Draft => {
    const draft = drafts.get(role) ?? newDraft();
    drafts.set(role, draft);
    return draft;
  };
  const leaders = leadersOf(entries);
  const lines: ContactLine[] = [];
  const blocks: [ContactRole, readonly string[]][] = [];
  // The holder is beside the name, or beside fields of the domain.
  const domainParagraphs = paragraphsWith(entries, DOMAIN_LABELS);
  // Without a domain label, the paragraph with the expiry date is about the domain.
  if (domainParagraphs.size === 0) for (const entry of entries) if (EXPIRED_KEYS.has(entry.key)) domainParagraphs.add(entry.paragraph);
  // Regional registries describe abuse contacts like a holder.
  for (const entry of entries) if (entry.key === 'irt') domainParagraphs.delete(entry.paragraph);
  const descriptions = entries.filter((entry) => entry.key === 'descr' && domainParagraphs.has(entry.paragraph));
  const withAddress = withAddressIn(entries);
  let leader = null as Leader | null;
  for (const entry of entries) {
    const above = entry.section === '' ? null : rolesOf(/^(?:organization|contact)$/.test(entry.section) ? 'registrant' : entry.section);
    // A paragraph with an id may name its role itself.
    if (handles.paragraphs.has(entry.paragraph) && above?.rest !== '') continue;
    const own = rolesOf(entry.key);
    const field = fieldOf(entry.key);
    if (own?.rest === '' || isNameBeside(entry, own?.rest)) leader = leaderOf(entry, own!.roles[0]!);
    else if (leader !== null && endsLeader(entry, leader, withAddress)) leader = null;
    // Below a contact's heading or name, `org name` is its field.
    if (own !== null && (field === null || (above === null && leader === null)))
      for (const role of own.roles) {
        readOwn(entry, role, own.rest, draftOf(role), handles, blocks);
        if (own.rest !== '')
          lines.push({ role, label: own.rest, field: namePartOf(own.rest) ?? fieldOf(own.rest), value: entry.values[0] ?? '' });
      }
    else if (above !== null && above.rest.length <= 20) {
      for (const role of above.roles) {
        putPart(draftOf(role), entry.key, entry.values[0]);
        if (field !== null) put(draftOf(role), field, entry.values);
        lines.push({ role, label: entry.key, field: namePartOf(entry.key) ?? field, value: entry.values[0] ?? '' });
      }
    } else if (entry.key === 'organization' && entry.values.length > 2) blocks.push(['registrant', entry.values]);
    else if (leader !== null && entry.section === '') {
      if (field !== null) put(draftOf(leader.role), field, entry.values);
    } else if (leaders.has(entry.paragraph) && entry.section === '') {
      if (field !== null) put(draftOf(leaders.get(entry.paragraph)!), field, entry.values);
    } else if (domainParagraphs.has(entry.paragraph) && /^(?:(?:domain|network) information)?$/.test(entry.section)) {
      if (withAddress.has(entry.paragraph)) putPart(draftOf('registrant'), entry.key, entry.values[0]);
      const isHolder = HOLDER_KEYS.has(entry.key) || (ADDRESS_FIELDS.has(field) && withAddress.has(entry.paragraph));
      if (isHolder && (entry.key !== 'descr' || descriptions.length < 3)) put(draftOf('registrant'), field!, entry.values);
    }
  }
  if (descriptions.length > 2) blocks.push(['registrant', descriptions.flatMap((entry) => entry.values)]);
  inferFields(lines, draftOf);
  // Lines without labels come last, because labels are more reliable.
  const latin = blocks.filter(([, lines]) => isLatin(lines[0] ?? ''));
  for (const [role, lines] of [...latin, ...blocks.filter((block) => !latin.includes(block))]) readBlock(lines, draftOf(role));
  resolveReferences(drafts);
  const contacts = noContacts();
  for (const role of CONTACT_ROLES) contacts[role] = finish(drafts.get(role) ?? handles.byRole.get(role));
  contacts.registrant ??= finish(handles.loneOrganization(drafts) ?? inferHolder(entries, registrar) ?? undefined);
  return contacts;
}

interface Leader {
  readonly role: ContactRole;
  readonly paragraph: number;
}

/** Returns the role of a line with a name, such as `Holder: Ada Vale`. Fields below it are this contact's. */
const leaderOf = ({ values, paragraph, section }: Entry, role: ContactRole): Leader | null =>
  section === '' && values.length > 0 && !ID.test(values[0]!) ? { role, paragraph } : null;

/** True for a line that is no field of the contact whose name is above. */
function endsLeader({ key, paragraph }: Entry, leader: Leader, withAddress: ReadonlySet<number>): boolean {
  const field = fieldOf(key);
  if (leader.paragraph !== paragraph || (rolesOf(key) !== null && field === null)) return true;
  // In an address, `state` is a region.
  return isKnownLabel(key) && !(field === 'state' && withAddress.has(paragraph));
}

/** `tech-c: Ben Harrow`: a name in the place of an id. */
const isNameBeside = ({ values }: Entry, rest: string | undefined): boolean =>
  rest === 'c' && values.length === 1 && /^\p{L}[\p{L}.'’-]*,? \p{L}/u.test(values[0]!) && !values[0]!.includes('@');

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
  const handle = field === null ? handles.byName.get(value.toLowerCase()) : undefined;
  putPart(draft, rest, entry.values[0]);
  if (field !== null) put(draft, field, entry.values);
  // The name of the organisation is more reliable than the description of its block.
  if (entry.key === 'org name' && isKnown(value)) draft.org = value;
  if (field !== null) return;
  if (handle) {
    handles.used.add(handle);
    copy(handle, draft);
  } else if (rest === '' && entry.values.length > 0) blocks.push([role, / code$/.test(entry.key) ? entry.values.slice(1) : entry.values]);
  else if (isNameBeside(entry, rest)) draft.name ??= value;
  // `admin-c: CCOM-1 ada@lantern.com`
  else if (rest === 'c') draft.email ??= emailsIn(value)[0] ?? null;
}

/** Returns the paragraphs with an address in separate parts, where `state` is a region and not a status. */
export const withAddressIn = (entries: readonly Entry[]): Set<number> =>
  paragraphsWith(entries, { has: (key) => ADDRESS_PARTS.has(fieldOf(key)) });

const ADDRESS_PARTS: ReadonlySet<string | null> = new Set(['city', 'postal']);

const DOMAIN_LABELS: ReadonlySet<string> = new Set(
  'domain|domain name|nserver|admin c|ipv4 address|ipv6 address|network number'.split('|'),
);

function paragraphsWith(entries: readonly Entry[], labels: Pick<ReadonlySet<string>, 'has'>): Set<number> {
  const paragraphs = new Set<number>();
  for (const entry of entries) if (labels.has(entry.key)) paragraphs.add(entry.paragraph);
  return paragraphs;
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
