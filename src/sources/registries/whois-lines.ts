// Splits a WHOIS text into entries with label, heading, paragraph and lines.
import { memoize } from './memoize.ts';
import { fieldOf, isKnownLabel, namePartOf, roleOf } from './whois-keys.ts';
import { toEnglish, withoutAccents } from './whois-words.ts';

export interface Entry {
  /** The heading above, normalised like a label, or empty. */
  readonly section: string;
  /** Lower case, single spaces, no punctuation. */
  readonly key: string;
  readonly values: string[];
  /** Number of the paragraph. Blank lines separate paragraphs. */
  readonly paragraph: number;
}

const TEXT_MAX = 65_536;
const LINE_MAX = 1000;
/** No real record has more. */
const ENTRIES_MAX = 2000;

/** Returns a normalised label: without numbering and remarks, in English when it has two languages. */
export const labelOf = memoize((text) =>
  toEnglish(
    withoutAccents(text.slice(text.lastIndexOf(' / ') + 1).toLowerCase())
      .replace(/^\s*\d{1,2}[a-z]?\.\s/, '')
      .replace(/\((contact (?:administratif|technique))\)/, ' $1')
      .replace(/\([^)]{0,200}\)/g, ' ')
      .replace(/['’]s\b/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  ),
);

/** Removes control characters and terminal escapes, normalises line ends, and limits the length. */
export const cleanText = (text: string): string =>
  text
    .slice(0, TEXT_MAX)
    .replace(/\r\n?/g, '\n')
    .replace(/\x1b\[[0-9;]{0,12}[a-z]/gi, '')
    .replace(/[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]/g, '');

/** Labels that are headings of separate lines, even if the lines are not indented. */
const HEADINGS = [
  '(?:registrant|registrar|owner|holder|domain holder|admin(?:istrativ\\w{0,3}|istrator)?|tech(?:nical)?|billing|zone|' +
    'registered by|reseller|domain' +
    '|organization using domain name)(?: contacts?| c)?(?: agent)?(?: information| details)?(?: \\d)?',
  '(?:domain )?(?:name ?)?servers?(?: information| (?:listed )?in (?:the )?(?:listed )?order)?|dns servers?|nservers?|flags|organization',
  'domain information|relevant dates|contact information',
];
const HEADING = new RegExp(`^(?:${HEADINGS.join('|')})$`);

/** Fields that do not continue on the next line when they are empty. */
const ONE_LINE: ReadonlySet<string> = new Set(['email', 'phone', 'fax', 'postal', 'country']);

/** Labels with an address in lines that are not indented. */
const OPEN_ENDED = /^(?:domain holder|(?:admin|tech|technical|administrative) contact)$/;

interface Open {
  section: string;
  /** The entry of the heading. Lines without labels below the heading belong to it. */
  block: Entry | null;
  sectionIndent: number;
  sectionUsed: boolean;
  entry: Entry | null;
  entryIndent: number;
  /**
   * True when the first line below the heading is indented. Then the next line without indentation ends the section.
   */
  sectionIsIndented: boolean | null;
  /** True when the open entry has no text beside its label. Then the lines below belong to it. */
  isBlock: boolean;
  paragraph: number;
}

/** Parses line by line. Its only state is the open heading and entry. */
export function readEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  const open: Open = {
    section: '',
    block: null,
    sectionIndent: 0,
    sectionUsed: false,
    sectionIsIndented: false,
    entry: null,
    entryIndent: 0,
    isBlock: false,
    paragraph: 0,
  };
  for (const raw of text.split('\n')) {
    const line = raw
      .slice(0, LINE_MAX)
      .replaceAll('\t', '        ')
      .replace(/^\s*(?:\*\* (?=\S)|[*•] (?=[^:*]{2,40}: [^*]*$))/, '')
      .trimEnd();
    if (entries.length >= ENTRIES_MAX) break;
    if (line.trim() === '') closeParagraph(open);
    else if (!/^\s*(?:[%#;]|>>>|\*\*|--|=+$)/.test(line)) for (const part of partsOf(line)) readLine(part, open, entries);
    else if (/^% [A-Z][A-Za-z ]{3,30}:$/.test(line)) readLine(line.slice(2), open, entries);
  }
  return entries;
}

/** Some registries have several labels in a line: `Status: active | Created: 2001-02-03`. */
function partsOf(line: string): string[] {
  const parts = line.includes(' | ') ? line.split(' | ') : [];
  return parts.length > 1 && parts.every((part) => /^\s*[\p{L} ]{2,30}: /u.test(part)) ? parts : [line];
}

function closeParagraph(open: Open): void {
  open.paragraph++;
  if (open.sectionUsed || (open.entry && open.entry.values.length > 0)) open.section = '';
  // A heading may be above a blank line, with its lines below.
  if (open.entry && (open.entry.values.length > 0 || !HEADING.test(open.entry.key))) open.entry = null;
}

function readLine(line: string, open: Open, entries: Entry[]): void {
  const indent = line.length - line.trimStart().length;
  const content = line.trim();
  const pair = pairIn(content);
  open.sectionIsIndented ??= indent > open.sectionIndent;
  if (pair === null) {
    const label = labelOf(content);
    if (content.length <= 60 && HEADING.test(label)) addHeading(open, entries, label, indent);
    else if (label === 'address' && roleOf(open.section) !== null) add(open, entries, label, '', indent);
    else if (open.entry && (indent > open.entryIndent || open.isBlock || takesMore(open))) open.entry.values.push(content);
    else if (open.block && open.section !== '' && indent > open.sectionIndent) open.block.values.push(content);
    return;
  }
  // Lines without indentation belong to a heading only if it is in the list above.
  if (open.section !== '' && indent <= open.sectionIndent && (open.sectionIsIndented || !HEADING.test(open.section))) open.section = '';
  if (pair.key === 'contact type' && pair.value !== '') {
    addHeading(open, entries, labelOf(pair.value), indent);
    return;
  }
  // `Port Street No: 1` among lines without labels is part of the address.
  if (open.block !== null && open.block.values.length > 0 && indent > open.sectionIndent && isPlain(open, pair.key)) {
    open.block.values.push(content);
    return;
  }
  // Below a heading, an empty field is not a heading itself.
  const isHeading =
    pair.value === '' && (open.section === '' || (indent <= open.sectionIndent && fieldOf(pair.key) === null && startsBlock(pair.key)));
  if (isHeading) addHeading(open, entries, pair.key, indent);
  else {
    open.sectionUsed = open.section !== '';
    add(open, entries, pair.key, pair.value, indent);
  }
}

/** True when the lines of an address continue below its label. */
const takesMore = (open: Open): boolean => open.section !== '' && open.entry !== null && fieldOf(open.entry.key) === 'street';

const isPlain = (open: Open, label: string): boolean =>
  roleOf(open.section) !== null && fieldOf(label) === null && namePartOf(label) === null && roleOf(label) === null && !isKnownLabel(label);

const startsBlock = (label: string): boolean => HEADING.test(label) || roleOf(label)?.rest === '';

function addHeading(open: Open, entries: Entry[], label: string, indent: number): void {
  open.section = '';
  add(open, entries, label, '', indent);
  open.section = label;
  open.block = open.entry;
  open.sectionIndent = indent;
  open.sectionUsed = false;
  open.sectionIsIndented = null;
}

function add(open: Open, entries: Entry[], key: string, value: string, indent: number): void {
  const entry: Entry = { section: open.section, key, values: value === '' ? [] : [value], paragraph: open.paragraph };
  entries.push(entry);
  open.entry = entry;
  open.entryIndent = indent;
  open.isBlock = (value === '' && !ONE_LINE.has(fieldOf(key) ?? 'name')) || OPEN_ENDED.test(key);
}

const HOLDER = /^(?:registrant|holder|owner|domain holder|domain owner)$/i;
/** A host and its IP addresses, which have colons too. */
const HOST = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}\.?[ \t,]*[[(][\da-f.: ,\][()]{3,200}$/i;

const EVENT = '(?: ?(?:was )?(?:created|expires|changed|last updated|registered|will expire))?';
const SENTENCE = new RegExp(`^((?:record|domain|registration)?${EVENT} on)[:.]? ((?:\\d|[A-Z][a-z]{2} ).*)$`, 'i');
/** `Domain LANTERN.KG`, without a colon. */
const NAMED = /^domain(?: name)? {1,4}([a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){1,5})( \([a-z ]{1,20}\))?$/i;

/** `Label: value`, `Label..... value`, `[Label] value`, `Two-words     value`, `Record created on 2-Jan-2003`. */
function pairIn(content: string): { key: string; value: string } | null {
  const bracketed = content.includes(']') && /^(?:[a-z]\.? ?)?\[([^\]]{1,60})\]\s*(.*)$/.exec(content);
  if (bracketed) return { key: labelOf(bracketed[1]!), value: bracketed[2]!.trim() };
  if (/[[(]/.test(content) && HOST.test(content)) return null;
  const dotted = content.includes('..') && /^(\p{L}[\p{L} /()'’-]{2,50}?)[ .]?\.{2,} ?(?:# *)?(.*)$/iu.exec(content);
  if (dotted && !dotted[2]!.startsWith(':') && !dotted[2]!.startsWith('.')) return { key: labelOf(dotted[1]!), value: dotted[2]!.trim() };
  const sentence = content.includes(' on') && SENTENCE.exec(content);
  if (sentence) return { key: labelOf(sentence[1]!), value: sentence[2]! };
  const named = !content.includes(':') && NAMED.exec(content);
  if (named) return { key: 'domain name', value: `${named[1]!}${named[2] ?? ''}` };
  const wide = content.includes('  ');
  const spaced = wide && /^([A-Za-z]{2,12}[-_][a-z-]{2,20}) {3,}(\S.*)$/.exec(content);
  if (spaced) return { key: labelOf(spaced[1]!), value: spaced[2]! };
  const columns = wide && /^([A-Za-z]{2,20}(?: {1,2}[A-Za-z]{2,20}){0,2}) {2,}(\S.*)$/.exec(content);
  if (columns && (columns[1] === 'address' || isKnownLabel(labelOf(columns[1]!)) || HOLDER.test(columns[1]!)))
    return { key: labelOf(columns[1]!), value: columns[2]!.replace(/^: ?/, '') };
  const equals = content.includes(' = ') && /^([a-z][\w .-]{1,40}) = (.+)$/i.exec(content);
  if (equals) return { key: labelOf(equals[1]!), value: equals[2]!.trim() };
  const remark = content.includes('(') ? (/^[^:()]{2,60}\([^)]{1,200}\) ?(?=:)/.exec(content)?.[0].length ?? 0) : 0;
  const colon = content.indexOf(':', remark);
  if (colon < 1 || (colon > 60 && remark === 0) || content.startsWith('//', colon + 1)) return null;
  const name = content.slice(0, colon);
  if (!/^[\p{L}\p{N}]/u.test(name) || (remark === 0 && name.trim().split(/\s+/).length > 7)) return null;
  // `10:00`, `11-Jan-2008 00:00:00` and `ns1.example (2001:db8::1)` are values, not labels.
  if (/^\d[\w.,/ -]{5,30} \d{1,2}$|^\w{3},? \w{3,9} .{1,12} \d{1,2}$/.test(name) && /^\d\d\b/.test(content.slice(colon + 1))) return null;
  if (/^[\dA-F]{1,4}$/i.test(name) && /^[\dA-F:]/i.test(content.slice(colon + 1))) return null;
  if (name.includes('(') && !name.includes(')')) return null;
  if (name.includes('.') && /\s[\dA-F]{1,4}$/i.test(name) && /^[\dA-F:]/i.test(content.slice(colon + 1))) return null;
  const key = labelOf(name);
  // A heading may be repeated in another language: `Contact Information: [公開連絡窓口]`.
  if (content.endsWith(']') && /^\s*\[[^\]\d.]{2,60}\]$/.test(content.slice(colon + 1)) && HEADING.test(key)) return { key, value: '' };
  return key === ''
    ? null
    : {
        key,
        value: content
          .slice(colon + 1)
          .replace(/^\.{3,}/, '')
          .trim(),
      };
}
