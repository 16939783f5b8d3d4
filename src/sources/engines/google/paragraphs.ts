// Splits the text of a block into paragraphs, in page order.

import { fold } from '../../items.ts';
import { textOf } from '../../page/html.ts';
import type { AnyNode } from '../../page/tree/page-tree.ts';
import { Element, Text } from '../../page/tree/page-tree.ts';

export interface Paragraph {
  readonly text: string;
  /** Words in bold. */
  readonly bold: readonly string[];
  /** Short texts in separate elements at the start of the paragraph, such as a date. */
  readonly leads: readonly string[];
}

const BREAKING = new Set(['div', 'p', 'li', 'ul', 'ol', 'tr', 'td', 'th', 'table', 'section', 'h3', 'h4', 'block-component']);
const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'cite',
  'button',
  'g-popup',
  'select',
  'textarea',
  'form',
  'h1',
  'h2',
]);
const CONTROLS = new Set(['button', 'menu', 'menuitem', 'dialog', 'progressbar', 'navigation', 'tooltip']);
const LEAD_MAX = 45;

function isHidden(element: Element): boolean {
  if (SKIPPED.has(element.name) || CONTROLS.has(element.attribute('role') ?? '')) return true;
  if (element.has('hidden')) return true;
  // "Read more" links point to the sentence quoted before them.
  if (element.name === 'a' && element.attribute('href')?.includes('#:~:text=')) return true;
  return /display:\s*none/.test(element.attribute('style') ?? '');
}

/** Returns the paragraphs of `block` in order, without the elements in `without`. */
export function paragraphsOf(block: Element, without: ReadonlySet<AnyNode> = new Set()): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let texts: string[] = [];
  let bold: string[] = [];
  let leads: string[] = [];
  let begun = false;
  const flush = (): void => {
    const text = fold(texts.join(''));
    if (text !== '') paragraphs.push({ text, bold: [...new Set(bold)], leads });
    [texts, bold, leads] = [[], [], []];
    begun = false;
  };
  const walk = (node: AnyNode): void => {
    if (node instanceof Text) {
      texts.push(node.data);
      begun ||= node.data.trim() !== '';
    }
    if (!(node instanceof Element) || without.has(node) || isHidden(node)) return;
    if (node.name === 'br') {
      texts.push(' ');
      return;
    }
    const breaking = BREAKING.has(node.name);
    if (breaking) flush();
    else if (!begun) {
      const lead = textOf(node);
      if (lead !== '' && lead.length <= LEAD_MAX) leads.push(lead);
    }
    if (node.name === 'em' || node.name === 'b' || node.name === 'strong') bold.push(textOf(node));
    for (const child of node.children) walk(child);
    if (breaking) flush();
  };
  for (const child of block.children) walk(child);
  flush();
  return paragraphs;
}
