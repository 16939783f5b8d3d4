// Parses the registrar of a WHOIS text: by label, by heading, in its own paragraph, or by a handle.
import type { WhoisRegistrar } from './record.ts';
import { emailsIn } from './whois-block.ts';
import { fieldOf, REGISTRAR_KEYS } from './whois-keys.ts';
import type { Entry } from './whois-lines.ts';

type RegistrarField = keyof WhoisRegistrar;
const LINES_MAX = 12;

export function readRegistrar(entries: readonly Entry[]): WhoisRegistrar | null {
  const found: Record<RegistrarField, string | null> = { name: null, email: null, url: null, phone: null };
  // Some registries have a paragraph about the registrar with more data than the line that names it.
  const own = new Set<number>();
  const seen = new Set<number>();
  for (const entry of entries) {
    if (!seen.has(entry.paragraph) && entry.key === 'registrar' && entry.section === '') own.add(entry.paragraph);
    seen.add(entry.paragraph);
  }
  const isNamed = entries.some((entry) => /^(?:sponsoring )?registrar(?: name)?$/.test(entry.key) && entry.values.length > 0);
  let before = '';
  let referral: string | null = null;
  for (const entry of entries) {
    const value = entry.values[0];
    // A reseller is not the registrar if the registrar is named too.
    if (isNamed && SELLERS.has(entry.key)) {
      before = '';
      continue;
    }
    const follows = before === 'name' && registrarField(entry.key) === 'url';
    before = REGISTRAR_KEYS[entry.key] ?? '';
    if (value === undefined) continue;
    const inside = /^(?:sponsoring )?registrar\b/.test(entry.section) || (own.has(entry.paragraph) && entry.section === '');
    const field = REGISTRAR_KEYS[entry.key] ?? registrarLabel(entry.key) ?? (inside || follows ? registrarField(entry.key) : null);
    if (/^(?:sponsoring )?registrar(?: contact)?$/.test(entry.key)) readLines(entry.values, found);
    if (field === 'name' && own.has(entry.paragraph) && entry.key !== 'registrar' && isBetter(value, found.name)) found.name = value;
    // If the name is a code, the organisation is the usual name. The Latin spelling comes second.
    else if (field === 'name' && found.name !== null && (isCode(found.name, value) || isOtherScript(found.name, value))) found.name = value;
    else if (entry.key === 'referral url') referral ??= value;
    else if (field === 'email') found.email ??= emailsIn(value)[0] ?? value;
    else if (field) found[field] ??= value;
  }
  // Some registries have their own site here, so the registrar's site has precedence.
  found.url ??= referral;
  tidyName(entries, found);
  return Object.values(found).some((value) => value !== null) ? found : null;
}

/** Replaces a handle by its name, and removes tags and URLs. */
function tidyName(entries: readonly Entry[], found: Record<RegistrarField, string | null>): void {
  const paragraph = found.name === null ? undefined : entries.find((entry) => isHandleOf(entry, found.name!))?.paragraph;
  const named = entries.find((entry) => entry.paragraph === paragraph && fieldOf(entry.key) === 'org');
  if (named?.values[0]) found.name = named.values[0];
  if (found.name !== null) found.name = found.name.replace(/\s*(?:\[ ?(?:Tag|ID) = [^\]]{1,40}\]|\([A-Z]?\d{1,6}-[A-Z]{2,8}\))$/i, '');
  // Nominet's text for names that it manages itself.
  const direct = /^No registrar listed\..{0,40} directly with ([\w ]{2,40})\.$/.exec(found.name ?? '');
  if (direct) found.name = direct[1]!;
  const site = / ?\( ?((?:https?:\/\/|www\.)[^\s()]{4,200}) ?\)$/.exec(found.name ?? '');
  if (site) {
    found.name = found.name!.slice(0, site.index);
    found.url ??= site[1]!;
  }
}

const SELLERS = new Set([
  'registered through',
  'registration service provider',
  'provider',
  'isp',
  'agent',
  'domain support',
  'registered by',
]);

/** Finds an email address, a site and a telephone number in the lines below the name. */
function readLines(lines: readonly string[], found: Record<RegistrarField, string | null>): void {
  for (const line of lines.slice(1, LINES_MAX)) {
    found.email ??= emailsIn(line)[0] ?? null;
    if (/^(?:https?:\/\/|www\.)\S{3,200}$/i.test(line)) found.url ??= line;
    if (/^\+?[\d ().-]{7,22}$/.test(line)) found.phone ??= line;
  }
}

/** Returns the field of a label that begins with the registrar. */
function registrarLabel(label: string): RegistrarField | null {
  const [, rest] = /^(?:sponsoring |current |domain )?registrar (.{2,40})$/.exec(label) ?? [];
  if (rest === undefined || /\b(?:whois|abuse url|iana|registration|expir\w{1,6}|reseller)\b/.test(rest)) return null;
  if (/\be ?mail(?: address)?$/.test(rest)) return 'email';
  if (/\b(?:url|website|web ?site|homepage)$/.test(rest)) return 'url';
  return /\b(?:phone|telephone|tel|hotline)(?: number)?$/.test(rest) ? 'phone' : null;
}

/** A Latin name has precedence over other scripts. A code comes last. */
const isBetter = (name: string, other: string | null): boolean =>
  other === null || (!isCode(name, other) && (isOtherScript(other, name) || !isOtherScript(name, other)));

/** True for `QUAY-REG` beside `Quay Names Ltd`. */
const isCode = (name: string, other: string): boolean => /^[A-Z0-9]+(?:-[A-Z0-9]+)*-REG$/.test(name) && !other.endsWith('-REG');
const isOtherScript = (name: string, other: string): boolean => /[^\u0000-\u024f]/.test(name) && !/[^\u0000-\u024f]/.test(other);
const isHandleOf = (entry: Entry, name: string): boolean =>
  (entry.key === 'contact' || entry.key === 'nic hdl') && entry.values[0]?.toLowerCase() === name.toLowerCase();

function registrarField(label: string): RegistrarField | null {
  if (/^(?:url|web|website|www|homepage|web site)$/.test(label)) return 'url';
  const field = fieldOf(label.replace(/^abuse (?:contact )?/, ''));
  if (field === 'org') return 'name';
  return field === 'name' || field === 'email' || field === 'phone' ? field : null;
}
