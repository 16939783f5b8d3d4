// Learns how a WHOIS text separates labels from values, and rewrites its lines as `label: value`.
import { fieldOf, isKnownLabel, namePartOf, rolesOf } from './whois-keys.ts';
import { labelOf } from './whois-labels.ts';

const LABEL = "(\\p{L}[\\p{L}\\p{M}\\p{N} ._/()'’&-]{0,48}?)";

/** Forms of a line besides `label: value`. Each has the groups indentation, label and value. */
const FORMS: readonly RegExp[] = [
  `^(\\s*)${LABEL}\\s*(?:->|=>|→)\\s*(.*)$`,
  `^(\\s*)${LABEL}\\s?={1,2}\\s?((?!=).*)$`,
  `^(\\s*)["']${LABEL}["']\\s*[:=]\\s*["'](.*?)["']?[,;]?$`,
  `^(\\s*)[-*+•>]\\s+${LABEL}\\s*:\\s*(.*)$`,
  `^(\\s*)${LABEL} ?\\.{3,}\\s*[:#]?\\s*([^\\s.:].*)$`,
  `^(\\s*)${LABEL}\\t+:?\\s*([^\\s:].*)$`,
  `^(\\s*)${LABEL} {3,}:?\\s*([^\\s:].*)$`,
  `^(\\s*)\\|?\\s?${LABEL}\\s*\\|\\s*([^|]*?)\\s*\\|?$`,
  `^(\\s*)${LABEL}\\s?;\\s*(.*)$`,
].map((pattern) => new RegExp(pattern, 'u'));

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

/** Returns the forms that a text uses. */
function formsOf(lines: readonly string[]): RegExp[] {
  return FORMS.filter((form) => {
    const labels = new Set<string>();
    for (const line of lines.slice(0, LINES_MAX)) {
      const label = line.length > LENGTH_MAX ? undefined : form.exec(line)?.[2];
      if (label !== undefined) labels.add(label.toLowerCase());
    }
    if (labels.size < LABELS_MIN) return false;
    const understood = [...labels].filter((label) => isMeaningful(labelOf(label))).length;
    return understood >= LABELS_MIN && understood * 2 >= labels.size;
  });
}

/** Decoration around a heading: `*** Technical contact ***`, `# Registrant`. */
const DECORATED = /^\s*([#*=<>~_%;-]{1,12})\s{0,4}(\p{L}[\p{L}\p{M} /'’-]{1,40}?)\s{0,4}[#*=<>~_:-]{0,12}$/u;
const COMMENT = /^\s*[%#;]/;

/** True for the name of a role without a field: `Registrant`, `Admin-C`. */
const isRole = (title: string): boolean => /^(?:c|)$/.test(rolesOf(labelOf(title))?.rest ?? 'none');

/** Returns a heading that names a contact, without its decoration. In a comment, its lines must follow. */
function headingIn(line: string, next: string | undefined): string | null {
  const [, decoration, title] = DECORATED.exec(line) ?? [];
  if (title === undefined || !isRole(title)) return null;
  const isComment = /^[%#;]/.test(decoration!);
  return isComment && (next === undefined || COMMENT.test(next) || !/\p{L}/u.test(next)) ? null : `${title}:`;
}

/** A heading without a colon, with indented lines below, perhaps behind a blank line. */
const PLAIN = /^\p{L}[\p{L}\p{M} /'’-]{1,40}$/u;
const isPlainHeading = (line: string, next: string | undefined): boolean =>
  next !== undefined && /^\s+(?:\[|\S.*:)/.test(next) && PLAIN.test(line) && isRole(line);

function withColon(line: string, forms: readonly RegExp[]): string {
  for (const form of line.length > LENGTH_MAX ? [] : forms) {
    const [, indent, label, value] = form.exec(line) ?? [];
    if (label !== undefined) return `${indent}${label}: ${value}`;
  }
  return line;
}

/** Returns the lines of a text with one separator: a colon. Lines in no known form stay as they are. */
export function withColons(lines: readonly string[]): string[] {
  const forms = formsOf(lines);
  const rewritten = lines.map((line) => withColon(line, forms));
  return rewritten.map((line, at) => {
    if (line.length > LENGTH_MAX || line.includes(':')) return line;
    const next = rewritten.slice(at + 1, at + 4).find((below) => below.trim() !== '');
    return headingIn(line, next) ?? (isPlainHeading(line, next) ? `${line}:` : line);
  });
}
