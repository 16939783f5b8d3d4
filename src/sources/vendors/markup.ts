// Texts of APIs: many come with bold marks and escaped characters, as if for a page; dates come in several spellings.
import type { AnyNode } from 'domhandler';
import { Element } from 'domhandler';
import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { toDateTime } from '../../contract/dates.ts';
import { text } from '../model-json.ts';
import { fold, orNull } from '../shaping.ts';

const HAS_MARKUP = /<\/?[a-z]|&#?\w{2,8};/i;
const BOLD = new Set(['b', 'strong', 'em', 'hlword']);
const TEXT_LENGTH_MAX = 100_000;

const rootOf = (value: string) => parseDocument(value.slice(0, TEXT_LENGTH_MAX), { decodeEntities: true });

/** Plain text of a value that may hold marks, or null. */
export function plainIn(value: unknown): string | null {
  const raw = text(value);
  if (raw === null) return null;
  return orNull(fold(HAS_MARKUP.test(raw) ? textContent(rootOf(raw)) : raw));
}

/** The words in bold, each once. */
export function boldIn(value: unknown): string[] {
  const raw = text(value);
  return raw === null || !HAS_MARKUP.test(raw) ? [] : boldBelow(rootOf(raw).children);
}

export function boldBelow(nodes: readonly AnyNode[]): string[] {
  const words = new Set<string>();
  const waiting = [...nodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!(node instanceof Element)) continue;
    const word = BOLD.has(node.name) ? fold(textContent(node)) : '';
    if (word !== '') words.add(word);
    else waiting.push(...[...node.children].reverse());
  }
  return [...words];
}

/** A moment as the contract writes it; a time without a zone is taken as UTC, so that every machine reads the same. */
export function momentIn(value: unknown): string | null {
  const raw = text(value)?.trim() ?? '';
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}$/.test(raw) ? `${raw}Z` : raw);
  return Number.isNaN(time) ? null : toDateTime(new Date(time));
}
