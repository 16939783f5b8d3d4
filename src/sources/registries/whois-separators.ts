// Learns how a WHOIS text separates labels from values, and rewrites its lines as `label: value`.
import { fieldOf, isKnownLabel, namePartOf, rolesOf, SERVER_STEMS } from './whois-keys.ts';
import { labelOf } from './whois-labels.ts';

const LABEL = "(\\p{L}[\\p{L}\\p{M}\\p{N} ._/()'’&-]{0,48}?)";

interface Form {
  /** Stands in every line of this form, behind the indentation. It takes less time than the pattern. */
  readonly sign: RegExp;
  /** Has the groups indentation, label and value. */
  readonly pattern: RegExp;
}

/** Forms of a line besides `label: value`. */
const FORMS: readonly Form[] = (
  [
    [/->|=>|→/, `^(\\s*)${LABEL}\\s*(?:->|=>|→)\\s*(.*)$`],
    [/=/, `^(\\s*)${LABEL}\\s?={1,2}\\s?((?!=).*)$`],
    [/^["']/, `^(\\s*)["']${LABEL}["']\\s*[:=]\\s*["'](.*?)["']?[,;]?$`],
    [/^[-*+•>]\s/, `^(\\s*)[-*+•>]\\s+${LABEL}\\s*:\\s*(.*)$`],
    [/\.\.\./, `^(\\s*)${LABEL} ?\\.{3,}\\s*[:#]?\\s*([^\\s.:].*)$`],
    [/\t/, `^(\\s*)${LABEL}\\t+:?\\s*([^\\s:].*)$`],
    [/ {3}/, `^(\\s*)${LABEL} {3,}:?\\s*([^\\s:].*)$`],
    [/\|/, `^(\\s*)\\|?\\s?${LABEL}\\s*\\|\\s*([^|]*?)\\s*\\|?$`],
    [/ [-–—] /, `^(\\s*)${LABEL} +[-–—] +((?:[^:]|(?<=\\d):(?=\\d)|:(?=//))*)$`],
    [/;/, `^(\\s*)${LABEL}\\s?;\\s*(.*)$`],
  ] as const
).map(([sign, pattern]) => ({ sign, pattern: new RegExp(pattern, 'u') }));
/** Any of these signs. Most lines have none of them. */
const SIGN = /[=→\t|;]| [-–—] |->|\.\.\.| {3}|^["'*+•>-]/;
/** The first character of the line behind its indentation, in all forms. */
const START = /^[\p{L}"'|*+•>-]/u;

/** A form is the text's own when this many different labels in it are understood, and at least half of all. */
const LABELS_MIN = 3;
const LINES_MAX = 600;
/** The longest line that is compared with the forms. */
const LENGTH_MAX = 300;

/** True for the label of a contact's field, of a role, or of the domain. */
export function isMeaningful(label: string): boolean {
  if (isKnownLabel(label) || fieldOf(label) !== null || namePartOf(label) !== null || /\b(?:hdl|handle|contact id)\b/.test(label))
    return true;
  const rest = rolesOf(label)?.rest;
  return rest !== undefined && (/^(?:c|id|)$/.test(rest) || fieldOf(rest) !== null || namePartOf(rest) !== null);
}

/** A line that may have a form. */
interface Candidate {
  readonly line: string;
  /** The line without its indentation. */
  readonly content: string;
}

function candidateIn(line: string): Candidate | null {
  if (line.length > LENGTH_MAX) return null;
  const content = line.trimStart();
  return START.test(content) && SIGN.test(content) ? { line, content } : null;
}

/** Returns the forms that a text uses. */
function formsOf(lines: readonly string[]): Form[] {
  const candidates = lines
    .slice(0, LINES_MAX)
    .map(candidateIn)
    .filter((found) => found !== null);
  if (candidates.length < LABELS_MIN) return [];
  return FORMS.filter(({ sign, pattern }) => {
    const labels = new Set<string>();
    for (const { line, content } of candidates) {
      const label = sign.test(content) ? pattern.exec(line)?.[2] : undefined;
      if (label !== undefined) labels.add(label.toLowerCase());
    }
    if (labels.size < LABELS_MIN) return false;
    const understood = [...labels].filter((label) => isMeaningful(labelOf(label))).length;
    return understood >= LABELS_MIN && understood * 2 >= labels.size;
  });
}

/** Decoration around a heading: `*** Technical contact ***`, `# Registrant`. */
const DECORATED = /^\s*([#*=<>~_%;-]{1,12})\s{0,4}(\p{L}[\p{L}\p{M} /'’-]{1,40}?)\s{0,4}[#*=<>~_:-]{0,12}$/u;
const DECORATION = /^\s*[#*=<>~_%;-]/;
const COMMENT = /^\s*[%#;]/;

/** True for the name of a role without a field: `Registrant`, `Admin-C`. */
const isRole = (title: string): boolean => /^(?:c|)$/.test(rolesOf(labelOf(title))?.rest ?? 'none');

/** Returns a heading that names a contact, without its decoration. In a comment, its lines must follow. */
function headingIn(line: string, next: string | undefined): string | null {
  // Comments are long lists of terms, and most of their lines are above another one.
  const isWanted = !COMMENT.test(line) || (next !== undefined && !COMMENT.test(next) && /\p{L}/u.test(next));
  const title = isWanted ? DECORATED.exec(line)?.[2] : undefined;
  return title !== undefined && isRole(title) ? `${title}:` : null;
}

/** A heading without a colon, with indented lines below, perhaps behind a blank line. */
const PLAIN = /^\p{L}[\p{L}\p{M} /'’-]{1,40}(?: \d{1,2})?(?: \([\p{L} /,]{3,40}\))?$/u;
/** In characters of UTF-16, two for a rare letter. */
const PLAIN_MAX = 84;
/** One or more hosts, perhaps with addresses. */
const HOSTS_BELOW = /^\s+(?:[a-z0-9_-]{1,63}\.){2,8}[a-z][a-z0-9-]{1,24}\.?(?:\s.*)?$/i;
function isPlainHeading(line: string, next: string | undefined): boolean {
  if (next === undefined || !PLAIN.test(line)) return false;
  return HOSTS_BELOW.test(next) ? SERVER_STEMS.test(labelOf(line)) : /^\s+(?:\[|\S.*:)/.test(next) && isRole(line);
}

function withColon(line: string, forms: readonly Form[]): string {
  const found = forms.length > 0 ? candidateIn(line) : null;
  if (found === null) return line;
  for (const { sign, pattern } of forms) {
    const [, indent, label, value] = (sign.test(found.content) && pattern.exec(line)) || [];
    if (label !== undefined) return `${indent}${label}: ${value}`;
  }
  return line;
}

const BELOW_MAX = 3;

/** Returns the next line that is not blank, at most three lines below. */
function lineBelow(lines: readonly string[], at: number): string | undefined {
  for (let below = at + 1; below <= at + BELOW_MAX && below < lines.length; below++) if (lines[below]!.trim() !== '') return lines[below];
  return undefined;
}

/** Returns the lines of a text with one separator: a colon. Lines in no known form stay as they are. */
export function withColons(lines: readonly string[]): string[] {
  const forms = formsOf(lines);
  const rewritten = forms.length === 0 ? lines : lines.map((line) => withColon(line, forms));
  return rewritten.map((line, at) => {
    if (line === '' || line.length > LENGTH_MAX || line.includes(':')) return line;
    if (DECORATION.test(line)) return headingIn(line, lineBelow(rewritten, at)) ?? line;
    return line.length <= PLAIN_MAX && isPlainHeading(line, lineBelow(rewritten, at)) ? `${line}:` : line;
  });
}
