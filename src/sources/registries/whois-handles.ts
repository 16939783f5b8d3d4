// Parses paragraphs that other lines refer to, such as `nic-hdl: AB1-EX`.
import type { ContactRole } from './record.ts';
import { type Draft, newDraft } from './whois-block.ts';
import { finish, put } from './whois-draft.ts';
import { fieldOf, isKnownLabel, roleOf } from './whois-keys.ts';
import type { Entry } from './whois-lines.ts';

const HANDLE_KEYS = new Set(
  'nic hdl|nic hdl br|contact|handle|contact id|contactid|nic handle|person id|contact handle|norid handle|pid|id contact'.split('|'),
);

export interface Handles {
  readonly byName: Map<string, Draft>;
  readonly byRole: Map<ContactRole, Draft>;
  readonly paragraphs: Set<number>;
  /** Drafts that a line refers to. */
  readonly used: Set<Draft>;
  /** Some registries do not name the holder. There, the only organisation without a reference is the holder. */
  loneOrganization(drafts: ReadonlyMap<ContactRole, Draft>): Draft | null;
}

/** Parses paragraphs that other lines refer to, such as `nic-hdl: AB1-EX`, `person: …` or `contact: administrative`. */
export function readHandles(entries: readonly Entry[]): Handles {
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
  const references = referencesIn(entries);
  for (const [paragraph, lines] of handleParagraphsIn(entries, references)) {
    const named = lines.filter((entry) => isHandle(entry, references));
    const names = named.flatMap((entry) => entry.values[0]?.toLowerCase() ?? []);
    const numbered = named.some((entry) => /^(?:nic hdl|contact handle|norid handle)/.test(entry.key) || !HANDLE_KEYS.has(entry.key));
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

/** The form of an id, such as `AB1-EX`. */
export const ID = /^(?=.*[\d-])[\w.-]{3,40}$/;

/** Returns the ids that a role refers to: `owner: AB1-EX`. They show which paragraphs are contacts, whatever their labels. */
function referencesIn(entries: readonly Entry[]): Set<string> {
  const references = new Set<string>();
  for (const entry of entries) {
    const value = entry.values.length === 1 ? entry.values[0]! : '';
    const rest = value.length <= 40 && !value.includes(' ') && ID.test(value) ? roleOf(entry.key)?.rest : undefined;
    if (rest !== undefined && fieldOf(rest) === null) references.add(value.toLowerCase());
  }
  return references;
}

const isHandle = ({ key, values }: Entry, references: ReadonlySet<string>): boolean =>
  HANDLE_KEYS.has(key) ||
  // A registrar may have an id that is a contact's too.
  (references.size > 0 &&
    values.length === 1 &&
    references.has(values[0]!.toLowerCase()) &&
    !/registrar/.test(key) &&
    !isKnownLabel(key) &&
    roleOf(key) === null);

/** Returns the paragraphs with a handle that are not about the domain itself. */
function handleParagraphsIn(entries: readonly Entry[], references: ReadonlySet<string>): Map<number, Entry[]> {
  const paragraphs = new Map<number, Entry[]>();
  for (const entry of entries)
    if (entry.section === '' && entry.values.length > 0 && isHandle(entry, references)) paragraphs.set(entry.paragraph, []);
  if (paragraphs.size === 0) return paragraphs;
  // A paragraph that refers to a contact is none itself, unless it has a handle of its own.
  const listed = new Set(entries.filter((entry) => HANDLE_KEYS.has(entry.key)).map((entry) => entry.paragraph));
  for (const { key, paragraph } of entries)
    if (key === 'domain' || key === 'domain name' || (!listed.has(paragraph) && roleOf(key)?.rest === '')) paragraphs.delete(paragraph);
  for (const entry of entries) paragraphs.get(entry.paragraph)?.push(entry);
  return paragraphs;
}
