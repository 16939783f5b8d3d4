// Splits a line into label and value.
import { fieldOf, isKnownLabel, rolesOf } from './whois-keys.ts';
import { HEADING, labelOf } from './whois-labels.ts';

/** True for a label that is in a column of its own, without a colon. */
function isColumnLabel(text: string): boolean {
  const label = labelOf(text);
  return text === 'address' || isKnownLabel(label) || HOLDER.test(label) || fieldOf(rolesOf(label)?.rest ?? '') !== null;
}

const HOLDER = /^(?:registrant|holder|owner|domain holder|domain owner)$/i;
/** A host and its IP addresses, which have colons too. */
const HOST = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}\.?[ \t,]*[[(][\da-f.: ,\][()]{3,200}$/i;

const EVENT = '(?: ?(?:was )?(?:created|expires|changed|last updated|registered|will expire))?';
const SENTENCE = new RegExp(`^((?:record|domain|registration)?${EVENT} on)[:.]? ((?:\\d|[A-Z][a-z]{2} ).*)$`, 'i');
/** `Domain LANTERN.KG`, without a colon. */
const NAMED = /^domain(?: name)? {1,4}([a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){1,5})( \([a-z ]{1,20}\))?$/i;

/** `Label: value`, `Label..... value`, `[Label] value`, `Two-words     value`, `Record created on 2-Jan-2003`. */
export function pairIn(content: string): { key: string; value: string } | null {
  const bracketed = content.includes(']') && /^(?:[a-z]\.? ?)?\[([^\]]{1,60})\]\s*(.*)$/.exec(content);
  if (bracketed) return { key: labelOf(bracketed[1]!), value: bracketed[2]!.trim() };
  if (/[[(]/.test(content) && HOST.test(content)) return null;
  const dotted = content.includes('..') && /^(\p{L}[\p{L} /()'’-]{2,50}?)[ .]?\.{2,} ?(?:# *)?(.*)$/iu.exec(content);
  if (dotted && !dotted[2]!.startsWith(':') && !dotted[2]!.startsWith('.')) return { key: labelOf(dotted[1]!), value: dotted[2]!.trim() };
  // A long label may leave room for one dot only.
  const dot = content.indexOf('. ');
  const isDotted = dot > 4 && dot <= 50 && /^\p{L}+(?:[ -]\p{L}+){1,5}\. (?![^:]{0,20}:\s)[^\s:]/u.test(content);
  if (isDotted && fieldOf(rolesOf(labelOf(content.slice(0, dot)))?.rest ?? '') !== null)
    return { key: labelOf(content.slice(0, dot)), value: content.slice(dot + 2) };
  const sentence = content.includes(' on') && SENTENCE.exec(content);
  if (sentence) return { key: labelOf(sentence[1]!), value: sentence[2]! };
  const named = !content.includes(':') && NAMED.exec(content);
  if (named) return { key: 'domain name', value: `${named[1]!}${named[2] ?? ''}` };
  const wide = content.includes('  ');
  const spaced = wide && /^([A-Za-z]{2,12}[-_][a-z-]{2,20}) {3,}(\S.*)$/.exec(content);
  if (spaced) return { key: labelOf(spaced[1]!), value: spaced[2]!.replace(/^: ?/, '') };
  const columns = wide && /^(\p{L}[\p{L}./-]{1,20}(?: {1,2}[\p{L}./-]{2,20}){0,5}) {3,}(\S.*)$/u.exec(content);
  if (columns && isColumnLabel(columns[1]!)) return { key: labelOf(columns[1]!), value: columns[2]!.replace(/^: ?/, '') };
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
