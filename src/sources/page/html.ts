// The page tree and the query functions that all parsers use.
import type { Page } from '../adapter.ts';
import { encodingOf, isTwoByte, rangeDecoder } from '../charset.ts';
import type { SerpQuery } from '../serp.ts';
import { fold } from '../text.ts';
import { COMMENT } from './tree/columns.ts';
import { type AnyNode, type Document, Element, PageTree, type ParentNode } from './tree/page-tree.ts';
import { numberOf, RULES_END } from './tree/rules.ts';
import { selectorOf } from './tree/selectors.ts';

export type Node = ParentNode;

const trees = new WeakMap<object, PageTree>();

/** Returns the tree that `readHtml` built for this page, or null. */
export const treeOf = (page: object): PageTree | null => trees.get(page) ?? null;

/** Throws `unreadable` for a page that is nested too deeply or has too many elements or attributes. */
export function readHtml(page: string | Pick<Page, 'body' | 'bytes' | 'headers'>): Document {
  if (typeof page === 'string') return new PageTree(Buffer.from(page)).document;
  const tree = readPage(page);
  trees.set(page, tree);
  return tree.document;
}

function readPage(page: Pick<Page, 'body' | 'bytes' | 'headers'>): PageTree {
  const { bytes } = page;
  const encoding = bytes && encodingOf(bytes, page.headers['content-type']);
  if (!encoding || isTwoByte(encoding)) return new PageTree(Buffer.from(page.body));
  return new PageTree(bytes, rangeDecoder(encoding));
}

export function all(selector: string, scope: ParentNode): Element[] {
  const { tree, index } = scope;
  const { name, end } = tree.columns;
  const list = selectorOf(selector, tree.names);
  const last = end[index]!;
  const found: Element[] = [];
  tree.spend(last - index);
  for (let node = index + 1; node < last; node++) if (name[node]! > 0 && list.matches(tree, node)) found.push(tree.node(node) as Element);
  return found;
}

export function one(selector: string, scope: ParentNode): Element | null {
  const { tree, index } = scope;
  const { name, end } = tree.columns;
  const list = selectorOf(selector, tree.names);
  const last = end[index]!;
  for (let node = index + 1; node < last; node++) {
    if (name[node]! <= 0 || !list.matches(tree, node)) continue;
    tree.spend(node - index);
    return tree.node(node) as Element;
  }
  tree.spend(last - index);
  return null;
}

export const attribute = (element: Element | null, name: string): string | null => element?.attribute(name) ?? null;

const flags = (names: string): Uint8Array => {
  const column = new Uint8Array(RULES_END);
  for (const name of names.split(' ')) column[numberOf(name)] = 1;
  return column;
};
const INVISIBLE = flags('script style noscript template svg head');
const BLOCK = flags('p div li br tr td th ul ol table section article h1 h2 h3 h4');

/** Returns the visible text of an element: no scripts, collapsed white space, a space where a block begins or ends. */
export function textOf(node: AnyNode | null | undefined, isSkipped: ((element: Element) => boolean) | null = null): string {
  if (!node) return '';
  const { tree, index } = node;
  const { name, end } = tree.columns;
  const last = end[index]!;
  const blockEnds: number[] = [];
  let text = '';
  for (let at = index; at < last; ) {
    for (; blockEnds.length > 0 && at >= blockEnds.at(-1)!; blockEnds.pop()) text += ' ';
    const kind = name[at]!;
    if (kind < 0) {
      if (kind !== COMMENT) text += tree.data(at);
    } else if (kind > 0) {
      if ((kind < RULES_END && INVISIBLE[kind] === 1) || isSkipped?.(tree.node(at) as Element)) {
        at = end[at]!;
        continue;
      }
      if (kind < RULES_END && BLOCK[kind] === 1) {
        text += ' ';
        blockEnds.push(end[at]!);
      }
    }
    at++;
  }
  tree.spend(last - index + text.length);
  return fold(text);
}

/** True when `inner` is below `outer`, or the same element. */
export const isInside = (inner: AnyNode, outer: AnyNode): boolean =>
  inner.tree === outer.tree && outer.index <= inner.index && inner.index < outer.tree.columns.end[outer.index]!;

/** Returns the nearest ancestor (or the element itself) that the test accepts. */
export function closest(start: AnyNode, test: (element: Element) => boolean): Element | null {
  let steps = 0;
  for (let node: AnyNode | null = start; node; node = node.parent) {
    steps++;
    if (!(node instanceof Element) || !test(node)) continue;
    start.tree.spend(steps);
    return node;
  }
  start.tree.spend(steps);
  return null;
}

/** Counts are shorter. The search for the first number takes quadratic time in a long text of digits. */
const COUNT_LENGTH_MAX = 1000;

/** Returns the number of a displayed count: `1,234,567`, `1.234`, `約 12,300`, `1.2M`. */
export function countIn(shown: string): number | null {
  const text = shown.slice(0, COUNT_LENGTH_MAX);
  const short = /(\d+(?:[.,]\d+)?)\s*([KMB])\b/i.exec(text);
  if (short?.[1] && short[2]) {
    const factor = { k: 1e3, m: 1e6, b: 1e9 }[short[2].toLowerCase() as 'k' | 'm' | 'b'];
    return Math.round(Number(short[1].replace(',', '.')) * factor);
  }
  const digits = /\d[\d.,\s\u00a0\u202f'’]*/.exec(text)?.[0].replace(/\D/g, '');
  return digits ? Number(digits) : null;
}

/** Returns our own user agent. Its device decides which page an engine sends. */
export const userAgentFor = (query: SerpQuery): string =>
  query.userAgent ??
  (query.isMobile ? 'Mozilla/5.0 (Linux; Android 10; Mobile; compatible; Sextant/1.0)' : 'Mozilla/5.0 (compatible; Sextant/1.0)');
