// Checks the helpers that all parsers use.
import { describe, expect, it } from 'vitest';
import { markupOf } from '../../../lab/fuzz/markup.ts';
import { createRandom } from '../../../lab/random.ts';
import { fold } from '../text.ts';
import { all, closest, isInside, one, readHtml, textOf } from './html.ts';
import { type AnyNode, Comment, Document, Element, Text } from './tree/page-tree.ts';

describe('markup nested deeper than any real page', () => {
  const document = readHtml(`${'<div>'.repeat(2000)}<p>first</p><p>second</p>`);

  it('is flattened, so that nothing in it is lost', () => {
    expect(all('p', document)).toHaveLength(2);
    expect(textOf(one('div', document))).toBe('first second');
  });
});

describe('endlessly nested markup', () => {
  it('is rejected before the parser becomes slow', () => {
    expect(() => readHtml('<div>'.repeat(100_000))).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
  });
});

describe('on random markup', () => {
  const INVISIBLE = new Set('script style noscript template svg head'.split(' '));
  const BLOCK = new Set('p div li br tr td th ul ol table section article h1 h2 h3 h4'.split(' '));
  const plainText = (node: AnyNode, isSkipped: (element: Element) => boolean): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof Comment || (node instanceof Element && (INVISIBLE.has(node.name) || isSkipped(node)))) return '';
    const inner = node.children.map((child) => plainText(child, isSkipped)).join('');
    return node instanceof Element && BLOCK.has(node.name) ? ` ${inner} ` : inner;
  };
  const nodesIn = (node: AnyNode): AnyNode[] => [
    node,
    ...(node instanceof Element || node instanceof Document ? node.children.flatMap(nodesIn) : []),
  ];
  const random = createRandom(57);
  const pages = Array.from({ length: 400 }, () => nodesIn(readHtml(markupOf(random))));

  it('the text of a node is the text of its children', () => {
    for (const nodes of pages)
      for (const node of [nodes[0]!, random.pick(nodes), random.pick(nodes)]) {
        expect(textOf(node)).toBe(fold(plainText(node, () => false)));
        const isLink = (element: Element): boolean => element.name === 'a';
        expect(textOf(node, isLink)).toBe(fold(plainText(node, isLink)));
      }
  });

  it('neighbours, ancestors and subtrees agree', () => {
    for (const nodes of pages)
      for (const node of nodes) {
        const siblings: readonly AnyNode[] = node.parent?.children ?? [node];
        const place = siblings.indexOf(node);
        expect(node.prev).toBe(siblings[place - 1] ?? null);
        expect(node.next).toBe(siblings[place + 1] ?? null);
        if (node.parent) expect([isInside(node, node.parent), isInside(node.parent, node)]).toEqual([true, false]);
        if (node instanceof Element) expect(closest(node, () => true)).toBe(node);
      }
  });
});
