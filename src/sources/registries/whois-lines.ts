// A WHOIS text as entries: which label, under which heading, in which paragraph, with which lines.

export interface Entry {
  /** The heading above, normalised like a label; empty if there is none. */
  readonly section: string;
  /** Lower case, one space between words, no marks. */
  readonly key: string;
  readonly values: string[];
  /** Paragraphs are parted by blank lines. */
  readonly paragraph: number;
}

const TEXT_MAX = 65_536;
const LINE_MAX = 1000;

/** A label as all registries would write it. */
export const labelOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Without control characters and terminal escapes, with plain line ends, cut to a sane length. */
export const cleanText = (text: string): string =>
  text
    .slice(0, TEXT_MAX)
    .replace(/\r\n?/g, '\n')
    .replace(/\x1b\[[0-9;]{0,12}[a-z]/gi, '')
    .replace(/[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]/g, '');

/** Headings that some registries write without a colon. */
const BARE_HEADING =
  /^(?:registrant|registrar|owner|holder|domain holder|admin(?:istrative)?|tech(?:nical)?|billing|zone)(?: contacts?)?(?: information| details)?$|^(?:name ?servers?|dns servers|domain information|domain name servers)$/;

interface Open {
  section: string;
  sectionIndent: number;
  sectionUsed: boolean;
  entry: Entry | null;
  entryIndent: number;
  paragraph: number;
}

/** Reads line by line; never looks back further than the open heading. */
export function readEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  const open: Open = { section: '', sectionIndent: 0, sectionUsed: false, entry: null, entryIndent: 0, paragraph: 0 };
  for (const raw of text.split('\n')) {
    const line = raw.slice(0, LINE_MAX).replaceAll('\t', '        ').trimEnd();
    if (line.trim() === '') closeParagraph(open);
    else if (!/^\s*(?:%|#|>>>|\*\*|--|=+$)/.test(line)) readLine(line, open, entries);
  }
  return entries;
}

function closeParagraph(open: Open): void {
  open.paragraph++;
  if (open.sectionUsed) open.section = '';
  // A heading may stand alone above a blank line; its lines follow.
  if (open.entry && open.entry.values.length > 0) open.entry = null;
}

function readLine(line: string, open: Open, entries: Entry[]): void {
  const indent = line.length - line.trimStart().length;
  const content = line.trim();
  const pair = pairIn(content);
  if (pair === null && open.entry && (indent > open.entryIndent || open.entry.values.length === 0)) {
    open.entry.values.push(content);
    return;
  }
  if (pair === null) {
    const label = labelOf(content);
    if (content.length > 40 || !BARE_HEADING.test(label)) return;
    startSection(open, label, indent);
    add(open, entries, label, '', indent);
    return;
  }
  if (open.section !== '' && open.sectionUsed && indent <= open.sectionIndent && indent < lastIndent(open)) open.section = '';
  if (pair.value === '') {
    // An indented label without a value inside a section is a field left empty, or one whose lines follow.
    if (open.section === '' || indent <= open.sectionIndent) startSection(open, '', indent);
    add(open, entries, pair.key, '', indent);
    if (open.section === '') startSection(open, pair.key, indent);
    return;
  }
  open.sectionUsed = open.section !== '';
  add(open, entries, pair.key, pair.value, indent);
}

const lastIndent = (open: Open): number => (open.entry ? open.entryIndent : open.sectionIndent);

function startSection(open: Open, label: string, indent: number): void {
  open.section = label;
  open.sectionIndent = indent;
  open.sectionUsed = false;
}

function add(open: Open, entries: Entry[], key: string, value: string, indent: number): void {
  const entry: Entry = {
    section: open.section === key ? '' : open.section,
    key,
    values: value === '' ? [] : [value],
    paragraph: open.paragraph,
  };
  entries.push(entry);
  open.entry = entry;
  open.entryIndent = indent;
}

/** `Label: value`, `label......: value`, `[Label] value` and `a. [Label] value`. */
function pairIn(content: string): { key: string; value: string } | null {
  const bracketed = /^(?:[a-z]\. ?)?\[([^\]]{1,60})\]\s*(.*)$/.exec(content);
  if (bracketed) return { key: labelOf(bracketed[1]!), value: bracketed[2]!.trim() };
  const colon = content.indexOf(':');
  if (colon < 1 || colon > 60 || content.startsWith('//', colon + 1)) return null;
  const name = content.slice(0, colon);
  if (!/^[\p{L}\p{N}]/u.test(name) || name.trim().split(/\s+/).length > 6) return null;
  // `10:00` and `2001:db8::1` are values, not labels.
  if (/^[\dA-F]{1,4}$/i.test(name) && /^[\dA-F:]/i.test(content.slice(colon + 1))) return null;
  const key = labelOf(name);
  return key === '' ? null : { key, value: content.slice(colon + 1).trim() };
}
