// Parses contacts in plain lines: name, organisation, address, email and telephone.

import { EMPTY_CONTACT, type WhoisContact } from './record.ts';
import { isCountry, isTown } from './whois-address.ts';

export type Draft = { -readonly [Field in keyof WhoisContact]: Field extends 'street' ? string[] : string | null } & {
  /** Parts of the name, if the registry separates them. */
  first?: string;
  last?: string;
};

/** An empty field. Texts such as `REDACTED FOR PRIVACY` are returned, because the registry shows them. */
const EMPTY_VALUE = /^(?:[^\p{L}\p{N}]*|n\/?a|null|none|not applicable|not available)$/iu;
const BEFORE_AT = /[a-z0-9][a-z0-9._%+-]{0,63}$/i;
const AFTER_AT = /^[a-z0-9][a-z0-9.-]{0,200}\.[a-z]{2,24}(?![a-z0-9])/i;
/** Maximum number of `@` characters that are checked. */
const AT_MAX = 500;

/** Returns the email addresses in a text. Scans only around the `@`, so that long lines without one cost nothing. */
export function emailsIn(text: string): string[] {
  const found: string[] = [];
  let at = text.indexOf('@');
  for (let count = 0; at >= 0 && count < AT_MAX; count++) {
    const before = BEFORE_AT.exec(text.slice(Math.max(0, at - 64), at))?.[0];
    const after = before === undefined ? undefined : AFTER_AT.exec(text.slice(at + 1, at + 230))?.[0];
    if (after !== undefined) found.push(`${before}@${after}`);
    at = text.indexOf('@', at + 1);
  }
  return found;
}

const PHONE =
  /^\(?(?:tel|phone|fax|ph|t|f)?\W*\+?[\d ().-]{7,22}(?:ext\.? ?\d{1,6})?(?:\s*\(?(?:phone|tel|fax|voice|x\d{1,6})\)?.{0,40})?$/i;
/** `+1.5550100 (FAX) +1.5550101` */
const BOTH = /^(\+?[\d ().-]{7,22})\s*\(?fax\)?[\s:.-]*(\(?\+?[\d ().-]{7,22})$/i;

/** A line with the contact's site. */
const SITE = /^(?:(?:web(?: ?site| ?page)?|www|url|internet|home ?page)\s?[:.]\s*)?(?:https?:\/\/|www\.)\S+$/i;

const FORMS = [
  'inc|bhd|ehf|lda|ltda|sarl|sas|s\\.r\\.o|mbh|kg|ltd|llc|llp|gmbh|ag|s\\.?a|s\\.?r\\.?l|s\\.?p\\.?a|b\\.?v|n\\.?v|a\\.?s|oy|ab|aps|kft',
  'd\\.?o\\.?o|sp\\. z|pty|plc|corp|corporation|company|co|limited|university|universit\\S{1,4}|college|institute|institut|school',
  'foundation|association|ministry|bank|group|technolog\\S{1,4}|networks?|solutions?|systems?|registry|hosting|media|international',
  'holdings?|centre|center|society|council|trust',
];
const COMPANY = new RegExp(`\\b(?:${FORMS.join('|')})\\b`, 'i');
/** Words for a contact desk, not for the owner. */
const DESK = /\b(?:admin|administrator|administration|hostmaster|webmaster|contact|manager|support|master|department|agent|dns|noc)\b/i;

export const newDraft = (): Draft => ({ ...EMPTY_CONTACT, street: [] });
/** `ORG-QUAY1-RIPE` refers to an organisation but is not its name. */
export const isKnown = (value: string): boolean => !EMPTY_VALUE.test(value) && !/^ORG-[A-Z0-9-]+$/.test(value);
/** `AV001JP`, `P-AVX1`, `G123456` and `CON_27` are ids. They replace the name only if nothing else is known. */
const isId = (line: string): boolean => /^[A-Z]{1,8}[-_]?[A-Z]{0,8}\d{1,12}[A-Z]{0,4}(?:-[A-Z]{2,8})?$/.test(line);

const digits = (text: string): string =>
  text
    .replace(/\bext.*$/i, '')
    .replace(/[^\d+ ().-]/g, '')
    .replace(/^[\s.)-]+/, '')
    .replace('()', '')
    .replace(/[\s().-]+$/, '')
    .trim();

/** Removes email, telephone and fax from a line and returns the rest. The second bare number is the fax. */
function reachIn(line: string, draft: Draft): string {
  const both = BOTH.exec(line);
  if (both) {
    draft.phone ??= both[1]!.trim();
    draft.fax ??= both[2]!.trim();
    return '';
  }
  if (PHONE.test(line) && (line.match(/\d/g) ?? []).length >= 7) {
    if (/fax|^\(?f\W/i.test(line) || (draft.phone !== null && !/tel|phone|voice/i.test(line))) draft.fax ??= digits(line);
    else draft.phone ??= digits(line);
    return '';
  }
  const email = emailsIn(line)[0];
  if (!email) return line;
  draft.email ??= email;
  const at = line.indexOf(email);
  const after = line.slice(at + email.length).replace(/^[\s,;>)]+/, '');
  if (PHONE.test(after) && (after.match(/\d/g) ?? []).length >= 7) draft.phone ??= digits(after);
  const before = line
    .slice(0, at)
    .replace(/[\s,<(]+$/, '')
    .trim();
  return /^e-?mail\W*$/i.test(before) ? '' : before;
}

/** Extracts email and telephone from the lines of an address. */
export function pullReach(draft: Draft): void {
  if (draft.street.length < 3) return;
  const [first, ...more] = draft.street;
  draft.street = [first!, ...more.filter((line) => reachIn(line, draft) === line)];
}

/** `Vale Ltd, 1 Quay Road, 12345 Harbourtown, Norway` */
function partsOf(lines: readonly string[]): readonly string[] {
  const parts = lines.length === 1 ? lines[0]!.split(/\s*[,;]\s+/) : [];
  return parts.length > 3 && /\d/.test(parts.slice(1).join(' ')) && isCountry(parts.at(-1)!) ? parts : lines;
}

export function readBlock(written: readonly string[], draft: Draft): void {
  const lines = partsOf(written);
  const rest: string[] = [];
  let named: string | null = null;
  const told = lines.length > 1 || [draft.name, draft.org, draft.email, draft.first, draft.last].some((value) => value);
  for (const raw of lines) {
    const line = raw
      .replace(/^: ?/, '')
      .replace(/\s*\(\)$/, '')
      .trim();
    // A site alone is where the registry shows the contact.
    if (lines.length > 1 && SITE.test(line)) continue;
    const left = reachIn(line, draft);
    // A name beside an email address is the person's.
    if (left !== '' && left !== line && rest.length < 3) named ??= withoutId(left);
    // A number alone above a name is the contact's id.
    if (left !== '' && isKnown(left) && !(rest.length === 0 && (/^\d{1,9}$/.test(left) || (told && isId(left)))))
      rest.push(withoutId(left));
  }
  const [first, second] = rest;
  if (first === undefined) return;
  const isAddress = (line: string | undefined): boolean => line === undefined || /\d/.test(line) || rest.length < 3;
  let used = 1;
  if (named !== null && named !== first) {
    draft.name ??= named;
    draft.org ??= first;
    used = second === named ? 2 : 1;
  } else if (second !== undefined && !isAddress(second) && isOrganisation(second) && !COMPANY.test(first)) {
    draft.name ??= first;
    draft.org ??= second;
    used = 2;
  } else if (second !== undefined && !isAddress(second) && !DESK.test(first) && (DESK.test(second) || isPersonOf(first, rest))) {
    draft.org ??= first;
    draft.name ??= second;
    used = 2;
  } else if (isNameAboveOrganisation(rest)) {
    draft.name ??= first;
    draft.org ??= second!;
    used = 2;
  } else {
    draft.name ??= first;
    draft.org ??= first;
    if (second === first) used = 2;
  }
  draft.street.push(...rest.slice(used).filter((line) => line !== named));
}

/** `Vale Group (VG000001)`, `Vale Group (VALE-DOM)`, `Vale, Ada  (AV1234-QUAY)` */
const withoutId = (line: string): string => line.replace(/ {1,3}\((?=[A-Z]{0,30}[\d-])[A-Z][A-Z\d-]{2,30}\)$/, '').trimEnd();

export const isOrganisation = (line: string): boolean => COMPANY.test(line) && !DESK.test(line) && !/\d/.test(line);

export const PERSON = /^\p{Lu}[\p{L}.'-]*,?(?: (?:de|del|de la|der|van|van der|von|da|di|dos|ter|bin|al|el))?(?: \p{Lu}[\p{L}.'-]*){1,2}$/u;

const BUILDING = /\b(?:house|building|tower|floor|suite|plaza|edificio|edif|immeuble|park|estate|block|box|campus|attn|care of|c\/o)\b/i;

/** True for a person, then an organisation without a legal form, then a street with its number. */
function isNameAboveOrganisation([first = '', second = '', third = '', ...more]: readonly string[]): boolean {
  const isName = PERSON.test(first) && !COMPANY.test(first);
  // Two words may be a person of the first line's organisation.
  const isOther = second !== first && /^[^\d]+$/.test(second) && !BUILDING.test(second) && !/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(second);
  return isName && isOther && /\d/.test(third) && (!isTown(third) || more.some(isTown));
}

/** True for an organisation, then two or three capitalised words, then a street with its number. */
const isPersonOf = (first: string, [, second, third]: readonly string[]): boolean =>
  isOrganisation(first) && PERSON.test(second ?? '') && /\d/.test(third ?? '');
