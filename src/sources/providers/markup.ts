// Parses texts of APIs, which can contain bold tags and escaped characters, and dates.
import { type AnyNode, Element, hasChildren, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { toDateTime } from '../../contract/dates.ts';
import { text } from '../model-json.ts';
import { fold, orNull } from '../text.ts';

const HAS_MARKUP = /<\/?[a-z]|&#?\w{2,8};/i;
const BOLD = new Set(['b', 'strong', 'em', 'hlword']);
/** Longer texts are not titles or snippets, and parsing deeply nested tags would take long. */
const TEXT_LENGTH_MAX = 20_000;

const rootOf = (value: string) => parseDocument(value.slice(0, TEXT_LENGTH_MAX), { decodeEntities: true });

/**
 * Returns the text below these nodes with collapsed white space. It is not recursive, so deep nesting cannot exhaust
 * the stack.
 */
export function textBelow(nodes: readonly AnyNode[]): string {
  const parts: string[] = [];
  const pending = [...nodes].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isText(node)) parts.push(node.data);
    else if (hasChildren(node)) for (let index = node.children.length - 1; index >= 0; index--) pending.push(node.children[index]!);
  }
  return fold(parts.join(''));
}

/** Returns the plain text of a value that may contain tags, or null. */
export function plainIn(value: unknown): string | null {
  const raw = text(value);
  if (raw === null) return null;
  return orNull(HAS_MARKUP.test(raw) ? textBelow(rootOf(raw).children) : fold(raw));
}

/** Returns the words in bold, each once. */
export function boldIn(value: unknown): string[] {
  const raw = text(value);
  return raw === null || !HAS_MARKUP.test(raw) ? [] : boldBelow(rootOf(raw).children);
}

export function boldBelow(nodes: readonly AnyNode[]): string[] {
  const words = new Set<string>();
  const pending = [...nodes].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!(node instanceof Element)) continue;
    if (BOLD.has(node.name)) words.add(textBelow([node]));
    else for (let index = node.children.length - 1; index >= 0; index--) pending.push(node.children[index]!);
  }
  words.delete('');
  return [...words];
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
/** Format of RSS feeds: `Fri, 02 Oct 2026 07:00:00 GMT`. */
const FEED = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|Z|[+-]\d{4})$/;

/**
 * Returns a time in the format of the contract. Without a zone it is taken as UTC, so that every machine gets the same.
 */
export function momentIn(value: unknown): string | null {
  const raw = text(value)?.trim() ?? '';
  const iso = ISO.exec(raw);
  if (!iso && !FEED.test(raw)) return null;
  const time = Date.parse(iso && raw.length > 10 && iso[1] === undefined ? `${raw}Z` : raw);
  return Number.isNaN(time) ? null : toDateTime(new Date(time));
}
