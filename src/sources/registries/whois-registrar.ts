// The registrar of a WHOIS text: by label, by heading, in a paragraph of its own, or behind a handle.
import type { WhoisRegistrar } from './record.ts';
import { fieldOf, REGISTRAR_KEYS } from './whois-keys.ts';
import type { Entry } from './whois-lines.ts';

type RegistrarField = keyof WhoisRegistrar;

export function readRegistrar(entries: readonly Entry[]): WhoisRegistrar | null {
  const found: Record<RegistrarField, string | null> = { name: null, email: null, url: null, phone: null };
  // Some registries print a paragraph about the registrar, which knows more than the line that names it.
  const own = new Set<number>();
  const seen = new Set<number>();
  for (const entry of entries) {
    if (!seen.has(entry.paragraph) && entry.key === 'registrar' && entry.section === '') own.add(entry.paragraph);
    seen.add(entry.paragraph);
  }
  const isNamed = entries.some((entry) => /^(?:sponsoring )?registrar(?: name)?$/.test(entry.key) && entry.values.length > 0);
  let before = '';
  for (const entry of entries) {
    const value = entry.values[0];
    // Those who sold the name are not who registered it, if that one is named too.
    if (isNamed && SELLERS.has(entry.key)) {
      before = '';
      continue;
    }
    const follows = before === 'name' && registrarField(entry.key) === 'url';
    before = REGISTRAR_KEYS[entry.key] ?? '';
    if (value === undefined) continue;
    const inside = /^(?:sponsoring )?registrar\b/.test(entry.section) || (own.has(entry.paragraph) && entry.section === '');
    const field = REGISTRAR_KEYS[entry.key] ?? (inside || follows ? registrarField(entry.key) : null);
    if (field === 'name' && own.has(entry.paragraph) && entry.key !== 'registrar' && !isCode(value, found.name ?? value))
      found.name = value;
    // Where a code stands as the name, the organisation is what people call it; the Latin spelling comes second.
    else if (field === 'name' && found.name !== null && (isCode(found.name, value) || isOtherScript(found.name, value))) found.name = value;
    else if (field) found[field] ??= value;
  }
  tidyName(entries, found);
  return Object.values(found).some((value) => value !== null) ? found : null;
}

/** The name behind a handle, without tags and addresses. */
function tidyName(entries: readonly Entry[], found: Record<RegistrarField, string | null>): void {
  const paragraph = found.name === null ? undefined : entries.find((entry) => isHandleOf(entry, found.name!))?.paragraph;
  const named = entries.find((entry) => entry.paragraph === paragraph && fieldOf(entry.key) === 'org');
  if (named?.values[0]) found.name = named.values[0];
  if (found.name !== null) found.name = found.name.replace(/\s*(?:\[Tag = [^\]]{1,40}\]|\([A-Z]?\d{1,6}-[A-Z]{2,8}\))$/, '');
  // Nominet says so of names that it looks after itself.
  const direct = /^No registrar listed\..{0,40} directly with ([\w ]{2,40})\.$/.exec(found.name ?? '');
  if (direct) found.name = direct[1]!;
  const site = / ?\((https?:\/\/[^\s()]{4,200})\)$/.exec(found.name ?? '');
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

/** `QUAY-REG` beside `Quay Names Ltd`. */
const isCode = (name: string, other: string): boolean => /^[A-Z0-9]+(?:-[A-Z0-9]+)*-REG$/.test(name) && !other.endsWith('-REG');
const isOtherScript = (name: string, other: string): boolean => /[^\u0000-\u024f]/.test(name) && !/[^\u0000-\u024f]/.test(other);
const isHandleOf = (entry: Entry, name: string): boolean =>
  (entry.key === 'contact' || entry.key === 'nic hdl') && entry.values[0]?.toLowerCase() === name.toLowerCase();

function registrarField(label: string): RegistrarField | null {
  if (/^(?:url|web|website|www|homepage|web site)$/.test(label)) return 'url';
  const field = fieldOf(label);
  if (field === 'org') return 'name';
  return field === 'name' || field === 'email' || field === 'phone' ? field : null;
}
