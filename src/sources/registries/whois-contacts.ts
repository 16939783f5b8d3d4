// Contacts of a WHOIS text: by label, by heading, or by a handle that points at a paragraph of its own.
import { CONTACT_ROLES, type ContactRole, EMPTY_CONTACT, noContacts, type WhoisContact, type WhoisContacts } from './record.ts';
import { fieldOf, roleOf } from './whois-keys.ts';
import type { Entry } from './whois-lines.ts';

type Draft = { -readonly [Field in keyof WhoisContact]: Field extends 'street' ? string[] : string | null };

/** What registries print in place of data they keep back. */
const WITHHELD =
  /redacted|not disclosed|^\W*$|^(?:n\/?a|none|null|hidden|anonymous|not available|not applicable|undisclosed|not shown|-+|data protected.*|withheld.*|statutory masking.*|non-public data)$|^please query the rdds|select request email form|^the registrant is/i;
const EMAIL = /[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9][a-z0-9.-]{0,200}\.[a-z]{2,24}/i;
const HANDLE_KEYS = new Set(['nic hdl', 'nic hdl br', 'contact', 'handle', 'contact id', 'contactid', 'nic handle', 'person id']);

const newDraft = (): Draft => ({ ...EMPTY_CONTACT, street: [] });
const isKnown = (value: string): boolean => !WITHHELD.test(value);

function put(draft: Draft, field: keyof WhoisContact, values: readonly string[]): void {
  const known = values.map((value) => value.trim()).filter(isKnown);
  if (field === 'street') draft.street.push(...known);
  else draft[field] ??= field === 'email' ? (EMAIL.exec(known.join(' '))?.[0] ?? null) : (known[0] ?? null);
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
  for (const entry of entries) {
    if (handles.paragraphs.has(entry.paragraph)) continue;
    const own = roleOf(entry.key);
    if (own !== null) readRoleEntry(entry, own.role, own.rest, draftOf, handles.byName);
    else {
      const above = roleOf(entry.section);
      const field = above === null || above.rest.length > 20 ? null : fieldOf(entry.key);
      if (above !== null && field !== null) put(draftOf(above.role), field, entry.values);
    }
  }
  const contacts = noContacts();
  for (const role of CONTACT_ROLES) contacts[role] = finish(drafts.get(role));
  return contacts;
}

/** An entry whose label names the role: a field, a handle, or a block of lines without labels. */
function readRoleEntry(
  entry: Entry,
  role: ContactRole,
  rest: string,
  draftOf: (role: ContactRole) => Draft,
  byName: ReadonlyMap<string, Draft>,
): void {
  const field = fieldOf(rest);
  if (field !== null) {
    put(draftOf(role), field, entry.values);
    return;
  }
  if (rest !== '' && rest !== 'c' && rest !== 'id' && rest !== 'handle') return;
  const handle = byName.get((entry.values[0] ?? '').toLowerCase());
  if (handle) {
    const draft = draftOf(role);
    for (const [name, value] of Object.entries(handle))
      put(draft, name as keyof WhoisContact, Array.isArray(value) ? value : value === null ? [] : [value]);
  } else if (rest === '') readBlock(entry.values, draftOf(role));
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

/** Paragraphs such as `nic-hdl: AB1-EX`, `person: …`, which other lines point at. */
function readHandles(entries: readonly Entry[]): { byName: Map<string, Draft>; paragraphs: Set<number> } {
  const byName = new Map<string, Draft>();
  const paragraphs = new Set<number>();
  const named = new Map<number, string[]>();
  for (const entry of entries) {
    const value = entry.values[0];
    if (value && HANDLE_KEYS.has(entry.key) && entry.section === '')
      named.set(entry.paragraph, [...(named.get(entry.paragraph) ?? []), value.toLowerCase()]);
  }
  for (const entry of entries) if (/^domain(?: name)?$/.test(entry.key)) named.delete(entry.paragraph);
  for (const [paragraph, names] of named) {
    const draft = newDraft();
    for (const entry of entries) {
      const field = entry.paragraph === paragraph ? fieldOf(entry.key) : null;
      if (field !== null && entry.key !== 'contact') put(draft, field, entry.values);
    }
    if (finish({ ...draft, street: [...draft.street] }) === null) continue;
    paragraphs.add(paragraph);
    for (const name of names) byName.set(name, draft);
  }
  return { byName, paragraphs };
}
