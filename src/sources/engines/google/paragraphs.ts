// Splits the text of a block into paragraphs, in page order.

import { textOf } from '../../page/html.ts';
import { COMMENT } from '../../page/tree/columns.ts';
import type { AnyNode, Element } from '../../page/tree/page-tree.ts';
import { numberOf } from '../../page/tree/rules.ts';
import { fold } from '../../text.ts';

export interface Paragraph {
  readonly text: string;
  /** Words in bold. */
  readonly bold: readonly string[];
  /** Elements that begin before the first word. */
  readonly leading: readonly Element[];
}

const BR = numberOf('br');
const BOLD = new Set(['em', 'b', 'strong']);
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
  const { tree, index } = block;
  const { name, end } = tree.columns;
  const paragraphs: Paragraph[] = [];
  let texts: string[] = [];
  let bold: string[] = [];
  let leading: Element[] = [];
  let begun = false;
  const flush = (): void => {
    const text = fold(texts.join(''));
    if (text !== '') paragraphs.push({ text, bold: [...new Set(bold)], leading });
    [texts, bold, leading] = [[], [], []];
    begun = false;
  };
  /** The ends of the open elements that break the text. */
  const breaks: number[] = [];
  for (let node = index + 1; node < end[index]!; ) {
    for (; breaks.length > 0 && node >= breaks.at(-1)!; breaks.pop()) flush();
    const kind = name[node]!;
    if (kind <= 0) {
      if (kind !== COMMENT) {
        const data = tree.data(node);
        texts.push(data);
        begun ||= data.trim() !== '';
      }
      node++;
      continue;
    }
    const element = tree.node(node) as Element;
    if (without.has(element) || isHidden(element)) {
      node = end[node]!;
      continue;
    }
    if (kind === BR) texts.push(' ');
    else if (BREAKING.has(element.name)) {
      flush();
      breaks.push(end[node]!);
    } else {
      if (!begun) leading.push(element);
      if (BOLD.has(element.name)) bold.push(textOf(element));
    }
    node++;
  }
  flush();
  return paragraphs;
}

/** Returns the short texts in separate elements at the start of a paragraph, such as a date. */
export const leadsOf = ({ leading }: Paragraph): string[] =>
  leading.map((element) => textOf(element)).filter((text) => text !== '' && text.length <= LEAD_MAX);
