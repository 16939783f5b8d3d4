// Writes the inline text of a page: words, emphasis, links, images and code.

import { attribute } from '../../page/html.ts';
import { type AnyNode, Element, Text } from '../../page/tree/page-tree.ts';
import { fold } from '../../text.ts';
import { absoluteUrl } from '../../urls.ts';

export interface Writing {
  /** True for Markdown, false for plain text. */
  readonly marks: boolean;
  /** Base of relative URLs. */
  readonly base: string;
  /** Number of characters that may still be written. */
  left: number;
}

const SKIPPED = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'head', 'iframe', 'object', 'canvas', 'audio', 'video', 'map'],
  ...['select', 'option', 'datalist', 'textarea', 'input', 'button', 'title', 'math'],
]);
const ADDRESS_LENGTH_MAX = 2000;

/** True for parts of a page that are not visible. */
export const isHidden = (element: Element): boolean =>
  SKIPPED.has(element.name) ||
  element.has('hidden') ||
  /(?:^|[;\s])(?:display\s?:\s?none|visibility\s?:\s?hidden)/i.test((element.attribute('style') ?? '').slice(0, 500));

/** Escapes the characters that Markdown interprets. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<]/g, '\\$&');

/** Returns the text below a node with its line breaks, for code. */
export function sourceOf(node: AnyNode): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return '';
  return node.name === 'br' ? '\n' : node.children.map(sourceOf).join('');
}

function codeOf(element: Element, writing: Writing): string {
  const text = fold(sourceOf(element));
  if (text === '' || !writing.marks) return text;
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${fence.length > 1 ? ' ' : ''}${text}${fence.length > 1 ? ' ' : ''}${fence}`;
}

/** Puts `mark` directly around the words. White space stays outside. */
function wrapped(text: string, mark: string): string {
  const inner = text.trim();
  if (inner === '' || inner.includes('\n')) return text;
  return `${/^\s/.test(text) ? ' ' : ''}${mark}${inner}${mark}${/\s$/.test(text) ? ' ' : ''}`;
}

function linkOf(element: Element, text: string, writing: Writing): string {
  const url = absoluteUrl(attribute(element, 'href'), writing.base);
  const label = text.trim().replace(/\s+/g, ' ');
  if (!writing.marks || url === null || url.length > ADDRESS_LENGTH_MAX || label === '') return text;
  writing.left -= url.length;
  return `${/^\s/.test(text) ? ' ' : ''}[${label}](${addressIn(url)})${/\s$/.test(text) ? ' ' : ''}`;
}

function pictureOf(element: Element, writing: Writing): string {
  const alt = fold(attribute(element, 'alt') ?? '');
  const url = absoluteUrl(attribute(element, 'src') ?? attribute(element, 'data-src'), writing.base);
  if (!writing.marks || url === null || url.length > ADDRESS_LENGTH_MAX || alt === '') return '';
  writing.left -= alt.length + url.length;
  return `![${escaped(alt)}](${addressIn(url)})`;
}

const addressIn = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

/** Returns inline text as one line. A `br` becomes a line break. */
export function inlineOf(nodes: readonly AnyNode[], writing: Writing): string {
  return nodes
    .map((node) => rawInline(node, writing))
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g;

function rawInline(node: AnyNode, writing: Writing): string {
  if (writing.left <= 0) return '';
  if (node instanceof Text) {
    const text = node.data.replace(invisible, '').replace(/\s+/g, ' ').slice(0, writing.left);
    writing.left -= text.length;
    return writing.marks ? escaped(text) : text;
  }
  if (!(node instanceof Element) || isHidden(node)) return '';
  if (node.name === 'br') return '\n';
  if (node.name === 'img') return pictureOf(node, writing);
  if (node.name === 'code' || node.name === 'kbd' || node.name === 'samp') return codeOf(node, writing);
  const text = node.children.map((child) => rawInline(child, writing)).join('');
  if (node.name === 'a') return linkOf(node, text, writing);
  if (!writing.marks) return text;
  if (node.name === 'strong' || node.name === 'b') return wrapped(text, '**');
  return node.name === 'em' || node.name === 'i' ? wrapped(text, '*') : text;
}
