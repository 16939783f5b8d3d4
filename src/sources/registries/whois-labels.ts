// Normalises labels: lower case, single spaces, no punctuation, in English where possible.
import { memoize } from './memoize.ts';
import { composeLabel } from './whois-compose.ts';
import {
  CREATED_KEYS,
  DOMAIN_KEYS,
  EXPIRED_KEYS,
  fieldOf,
  isFieldUnspaced,
  isKnownLabel,
  namePartOf,
  roleOf,
  rolesOf,
  STATUS_KEYS,
  UPDATED_KEYS,
} from './whois-keys.ts';
import { toEnglish, withoutAccents } from './whois-words.ts';

/** Returns a line as a label: without numbering and remarks, in English when it has two languages. */
export const headingOf = memoize(readHeading);

function readHeading(text: string): string {
  const slash = text.lastIndexOf(' / ');
  const label = readPlainHeading(text.slice(slash + 1));
  // `Owner / Billing` are two roles. `Titular / Registrant` is one role in two languages.
  const [first, second] = slash < 0 ? [null, null] : [roleOf(readPlainHeading(text.slice(0, slash))), roleOf(label)];
  return first?.rest === '' && second?.rest === '' && first.role !== second.role ? `${first.role} ${label}` : label;
}

function readPlainHeading(text: string): string {
  return toEnglish(
    withoutAccents(text.toLowerCase())
      .replace(/^\s*\d{1,2}[a-z]?\.\s/, '')
      .replace(/\((contact (?:administratif|technique))\)/, ' $1')
      .replace(/\([^)]{0,200}\)/g, ' ')
      .replace(/['’]s\b/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
}

const plainWords = (text: string): string =>
  withoutAccents(text.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns a normalised label. One that no list has is understood by its words, where possible. */
export const labelOf = memoize((text) => {
  // `Email (technical contact)`, `Email / Holder`
  const whole = /[(/]/.test(text) ? composeLabel(plainWords(text)) : null;
  // `Contact 2 (technical)` is a heading.
  if (whole !== null && (rolesOf(whole)?.rest || /^contact\b/i.test(text))) return whole;
  const label = readHeading(text);
  if (isUnderstood(label)) return label;
  const spaced = label.includes(' ') ? undefined : UNSPACED_LABELS.get(label);
  if (spaced !== undefined) return spaced;
  // `administrativecompany` begins like a word for the contact alone.
  return label.includes(' ') ? (composeLabel(label) ?? splitWords(label) ?? label) : (splitWords(label) ?? composeLabel(label) ?? label);
});

/** Labels for the domain without their spaces: `createddate`. */
const UNSPACED_LABELS = new Map(
  [DOMAIN_KEYS, STATUS_KEYS, CREATED_KEYS, UPDATED_KEYS, EXPIRED_KEYS].flatMap((keys) =>
    [...keys].flatMap((key) => (key.includes(' ') ? [[key.replaceAll(' ', ''), key] as const] : [])),
  ),
);

/** Words for a role at the start of a word. */
const ROLE_START = /^(registrant|owner|holder|administrative|admin|adm|technical|tech|tec|billing|bill|bil|zone)(?=.)/;
const WORD_MAX = 30;

/** Returns the name of a field that is written without spaces, or in another language. */
function fieldWithin(text: string): string | null {
  const word = text.replaceAll(' ', '');
  if (word.length > WORD_MAX) return null;
  const isField = (label: string): boolean => fieldOf(label) !== null || namePartOf(label) !== null;
  const whole = [text, toEnglish(text), word, toEnglish(word)].find(isField);
  if (whole !== undefined || !isFieldUnspaced(word)) return whole ?? null;
  for (let at = 2; at < word.length - 1; at++)
    if (isField(`${word.slice(0, at)} ${word.slice(at)}`)) return `${word.slice(0, at)} ${word.slice(at)}`;
  return null;
}

/** Returns role and field of a label without spaces: `ownername` as `owner name`, `admin emailaddress` as `admin email address`. */
function splitWords(label: string): string | null {
  const role = ROLE_START.exec(label)?.[1];
  if (role === undefined) return fieldWithin(label);
  const field = fieldWithin(label.slice(role.length).trim());
  return field === null ? null : `${role} ${field}`;
}

/** True for a label that the lists of labels explain in full. */
function isUnderstood(label: string): boolean {
  if (isKnownLabel(label) || fieldOf(label) !== null || namePartOf(label) !== null) return true;
  const rest = rolesOf(label)?.rest;
  return rest !== undefined && (rest === '' || rest === 'c' || fieldOf(rest) !== null || namePartOf(rest) !== null);
}

/** Labels that are headings of separate lines, even if the lines are not indented. */
const HEADINGS = [
  '(?:registrant|registrar|owner|holder|domain holder|admin(?:istrativ\\w{0,3}|istrator)?|tech(?:nical)?|billing|zone|' +
    'registered by|reseller|domain' +
    '|organization using domain name)(?: contacts?| c)?(?: agent)?(?: info(?:rmation)?| details)?(?: \\d)?',
  '(?:domain )?(?:name ?)?servers?(?: information| (?:listed )?in (?:the )?(?:listed )?order)?|dns servers?|nservers?|flags|organization',
  'domain information|relevant dates|contact information',
];
export const HEADING = new RegExp(`^(?:${HEADINGS.join('|')})$`);
