// Finds fields and the holder without known labels, by the form of values and by groups of labels.
import type { ContactRole } from './record.ts';
import { isCountry, ONLY_POSTAL } from './whois-address.ts';
import { type Draft, emailsIn, isKnown, newDraft, PERSON } from './whois-block.ts';
import { put } from './whois-draft.ts';
import { fieldOf, isKnownLabel, namePartOf, rolesOf } from './whois-keys.ts';
import type { Entry } from './whois-lines.ts';

/** A line of a contact, with the field that its label names. */
export interface ContactLine {
  readonly role: ContactRole;
  readonly label: string;
  readonly field: string | null;
  readonly value: string;
}

/** Labels of values that are no contact's fields, whatever their form. */
const OTHER =
  /\b(?:id|ids|type|typ|tipo|status|state|source|remarks?|notes?|lang\w*|class|category|handle|hdl|number|vat|tax|created?|creation|changed?|updated?|modified|date|url|web\w*|www|abuse|mnt|by|notify|disclose|verified|nexus|purpose|application|key|code)\b/;
const PHONE = /^(?:\+|00|\(?0\d)[\d ()./-]{6,20}$/;
const NO_DIGIT = /^\p{L}[\p{L} .'’-]{1,40}$/u;

/** Adds the values below unknown labels whose form and neighbours leave one meaning. Known labels have precedence. */
export function inferFields(lines: readonly ContactLine[], draftOf: (role: ContactRole) => Draft): void {
  for (const [at, { role, label, field, value }] of lines.entries()) {
    if (field !== null || !isKnown(value) || OTHER.test(label)) continue;
    const [before, after] = [lines[at - 1], lines[at + 1]].map((line) => (line?.role === role ? line.field : null));
    const draft = draftOf(role);
    if (emailsIn(value)[0] === value) draft.email ??= value;
    else if (PHONE.test(value) && !ONLY_POSTAL.test(value)) {
      if (draft.phone === null) draft.phone = value;
      else draft.fax ??= value;
    } else if (isCountry(value) && (before !== null || after !== null)) draft.country ??= value;
    else if (ONLY_POSTAL.test(value) && (isPlace(before) || isPlace(after))) draft.postal ??= value;
    else if (NO_DIGIT.test(value) && (before === 'street' || before === 'postal') && isPlace(after)) draft.city ??= value;
    else if (/\p{L}/u.test(value) && (after === 'city' || after === 'postal') && before !== 'street' && draft.street.length === 0)
      draft.street.push(value);
    else if (PERSON.test(value) && after !== null && draft.name === null) draft.name = value;
  }
}

const isPlace = (field: string | null | undefined): boolean =>
  field === 'street' || field === 'city' || field === 'state' || field === 'country' || field === 'postal';

/** Words for everybody who is not the holder. */
const NOT_HOLDER =
  /regist|resell|abuse|sponsor|provid|agen|hosti?|server|\bn?s\b|dns|support|help|whois|service|mnt|maint|irt|domain|admin|tech|bill|zone|query|contact/;

/**
 * Returns the holder from the first group of fields with an unknown heading or first word, if it has a name and an address
 * or email. The registrar must be known and have another name, so that it is not taken for the holder.
 */
export function inferHolder(entries: readonly Entry[], registrar: string | null): Draft | null {
  if (registrar === null) return null;
  const groups = new Map<string, Draft>();
  for (const entry of entries) {
    if (rolesOf(entry.key) !== null || rolesOf(entry.section) !== null) break;
    const [group, field] = groupOf(entry);
    if (field === null || NOT_HOLDER.test(group)) continue;
    const draft = groups.get(group) ?? newDraft();
    groups.set(group, draft);
    put(draft, field, entry.values);
  }
  const isHolder = ({ name, org, email, street }: Draft): boolean =>
    (name ?? org) !== null && (email !== null || street.length > 0) && name !== registrar && org !== registrar;
  return [...groups.values()].find(isHolder) ?? null;
}

/** Returns the heading or the first words of a label, and the field. */
function groupOf({ section, key }: Entry): [string, ReturnType<typeof fieldOf>] {
  if (section !== '') return isKnownLabel(section) || fieldOf(section) !== null ? NO_GROUP : [section, fieldOf(key)];
  const end = key.lastIndexOf(' ');
  if (end < 0 || isKnownLabel(key) || (fieldOf(key.slice(end + 1)) === null && !/ (?:code|number|no)$/.test(key))) return NO_GROUP;
  for (let at = key.indexOf(' '); at > 0; at = key.indexOf(' ', at + 1)) {
    const [group, field] = [key.slice(0, at), fieldOf(key.slice(at + 1))];
    if (field !== null && fieldOf(group) === null && namePartOf(key) === null) return [group, field];
  }
  return NO_GROUP;
}
const NO_GROUP: [string, null] = ['', null];
