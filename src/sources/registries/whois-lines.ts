// Splits a WHOIS text into entries with label, heading, paragraph and lines.
import { fieldOf, isKnownLabel, namePartOf, roleOf, rolesOf } from './whois-keys.ts';
import { HEADING, headingOf, labelOf } from './whois-labels.ts';
import { pairIn } from './whois-pairs.ts';
import { isMeaningful, withColons } from './whois-separators.ts';

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
const HEADING_MAX = 60;
/** No real record has more. */
const ENTRIES_MAX = 2000;

/** Removes control characters and terminal escapes, normalises line ends, and limits the length. */
export function cleanText(text: string): string {
  const lines = text.slice(0, TEXT_MAX).replace(/\r\n?/g, '\n');
  const plain = lines.includes('\x1b') ? lines.replace(/\x1b\[[0-9;]{0,12}[a-z]/gi, '') : lines;
  return plain.replace(/[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]/g, '');
}

/** Fields that do not continue on the next line when they are empty. */
const ONE_LINE: ReadonlySet<string> = new Set(['email', 'phone', 'fax', 'postal', 'country']);

/** Labels with an address in lines that are not indented. */
const OPEN_ENDED = /^(?:domain holder|(?:admin|tech|technical|administrative) contact)$/;

/** Labels with a role as the value: `Type: Registrant`. */
const ROLE_LABELS: ReadonlySet<string> = new Set(
  'type|types|role|roles|contact role|contact roles|contact type|contact types|contact|function|functions|contact function'.split('|'),
);
const ROLE_WORD = '(?:registrant|owner|holder|admin|administrative|tech|technical|billing)(?: contact)?';
/** One role, or a list such as `admin, tech and billing`. */
const ROLE_VALUE = new RegExp(`^${ROLE_WORD}(?: ?(?:[,;/&+]| and ) ?(?:and )?${ROLE_WORD}){0,3}$`, 'i');
const ROLE_LINE = /^[^:]{4,20}:\s*[a-z][a-z ,;/&+]{3,60}$/i;

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
  /** The indentation of the lines below the heading. */
  lineIndent: number;
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
    lineIndent: 0,
    entry: null,
    entryIndent: 0,
    isBlock: false,
    paragraph: 0,
  };
  const lines = withRolesFirst(withColons(text.split('\n')));
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at]!.slice(0, LINE_MAX).replaceAll('\t', '        ').trimEnd();
    if (line.includes('*') || line.includes('•')) line = line.replace(/^\s*(?:\*\* (?=\S)|[*•] (?=[^:*]{2,40}: [^*]*$))/, '');
    if (isTitle(line, lines[at + 1])) line += ':';
    if (entries.length >= ENTRIES_MAX) break;
    if (line === '') closeParagraph(open);
    else if (!/^\s*(?:[%#;]|>>>|\*\*|--|[=~_]+$)/.test(line)) for (const part of partsOf(line)) readLine(part, open, entries);
    else if (/^% [A-Z][A-Za-z ]{3,30}:$/.test(line)) readLine(line.slice(2), open, entries);
  }
  return entries;
}

const isRoleLine = (line: string): boolean => {
  const pair = ROLE_LINE.test(line) ? pairIn(line.trim()) : null;
  return pair !== null && ROLE_LABELS.has(pair.key) && ROLE_VALUE.test(pair.value);
};

/** Moves a role below its contact, as in `Name: Ada Vale` above `Role: registrant`, to the top of its paragraph. */
function withRolesFirst(lines: string[]): string[] {
  let [start, roles] = [0, 0];
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at] ?? '';
    if (isRoleLine(line)) roles++;
    if (line.trim() !== '') continue;
    const paragraph = lines.slice(start, at);
    // Beside the domain, a role is a heading above the next paragraph.
    if (roles === 1 && paragraph.length > 2 && isRoleLine(paragraph.at(-1)!) && !paragraph.some(isDomainLine))
      lines.splice(start, paragraph.length, paragraph.at(-1)!, ...paragraph.slice(0, -1));
    [start, roles] = [at + 1, 0];
  }
  return lines;
}

const isDomainLine = (line: string): boolean => isKnownLabel(pairIn(line.trim())?.key ?? '');

/** True for a role without a colon, above a rule or above lines that are indented further. */
function isTitle(line: string, next: string | undefined): boolean {
  if (next === undefined || line.length > 60 || line === '' || line.includes(':') || !/^[\s=~_*-]/.test(next)) return false;
  const isAbove = RULE.test(next) || next.replaceAll('\t', '        ').search(/\S/) > line.search(/\S/);
  return isAbove && rolesOf(labelOf(line.trim()))?.rest === '';
}
const RULE = /^\s*([-=~_*])\1{2,}\s*$/;

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
    // Longer lines are sentences, such as terms of use.
    const label = content.length <= HEADING_MAX ? headingOf(content) : '';
    if (HEADING.test(label)) addHeading(open, entries, label, indent);
    else if (label === 'address' && roleOf(open.section) !== null) add(open, entries, label, '', indent);
    else if (open.entry && (indent > open.entryIndent || open.isBlock || takesMore(open))) open.entry.values.push(content);
    else if (open.block && open.section !== '' && indent > open.sectionIndent) open.block.values.push(content);
    else if (isLeft(open, indent) && content.length <= HEADING_MAX && !content.endsWith('.')) open.block!.values.push(content);
    if (open.entry === open.block && open.section !== '') open.lineIndent = indent;
    return;
  }
  // `Liman Cad. No:1` below an empty label is its value.
  if (isValueBelow(open, indent) && !isMeaningful(pair.key)) {
    open.entry!.values.push(content);
    return;
  }
  if (isLeft(open, indent) && fieldOf(pair.key) !== null) open.section = open.block!.key;
  // Lines without indentation belong to a heading only if it is in the list above.
  if (open.section !== '' && indent <= open.sectionIndent && (open.sectionIsIndented || !startsBlock(open.section))) open.section = '';
  if ((pair.key === 'contact type' && pair.value !== '') || (ROLE_LABELS.has(pair.key) && ROLE_VALUE.test(pair.value))) {
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
    if (open.sectionUsed) open.lineIndent = indent;
    add(open, entries, pair.key, pair.value, indent);
  }
}

/** True for a line below a blank one with the indentation of the contact's lines above it. */
const isLeft = ({ block, section, entry, paragraph, sectionIndent, lineIndent }: Open, indent: number): boolean =>
  block !== null &&
  section === '' &&
  (entry === null || entry === block || entry.section === block.key) &&
  paragraph === block.paragraph + 1 &&
  indent > sectionIndent &&
  indent === lineIndent &&
  rolesOf(block.key)?.rest === '';

/** True for a line further in than a contact's label without a value. */
const isValueBelow = ({ entry, entryIndent, block }: Open, indent: number): boolean =>
  entry !== null &&
  entry.values.length === 0 &&
  indent > entryIndent &&
  ((entry !== block && fieldOf(entry.key) !== null) || fieldOf(roleOf(entry.key)?.rest ?? '') !== null);

/** True when the lines of an address continue below its label. */
const takesMore = (open: Open): boolean => open.section !== '' && open.entry !== null && fieldOf(open.entry.key) === 'street';

const isPlain = (open: Open, label: string): boolean =>
  roleOf(open.section) !== null && fieldOf(label) === null && namePartOf(label) === null && roleOf(label) === null && !isKnownLabel(label);

const startsBlock = (label: string): boolean => HEADING.test(label) || rolesOf(label)?.rest === '';

function addHeading(open: Open, entries: Entry[], label: string, indent: number): void {
  open.section = '';
  add(open, entries, label, '', indent);
  open.section = label;
  open.block = open.entry;
  open.sectionIndent = indent;
  open.sectionUsed = false;
  open.sectionIsIndented = null;
  open.lineIndent = 0;
}

function add(open: Open, entries: Entry[], key: string, value: string, indent: number): void {
  const entry: Entry = { section: open.section, key, values: value === '' ? [] : [value], paragraph: open.paragraph };
  entries.push(entry);
  open.entry = entry;
  open.entryIndent = indent;
  open.isBlock = (value === '' && !ONE_LINE.has(fieldOf(key) ?? 'name')) || OPEN_ENDED.test(key);
}
