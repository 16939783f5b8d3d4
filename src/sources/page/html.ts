// The page tree and the query functions that all parsers use.
import { compile, selectAll, selectOne } from 'css-select';
import { type AnyNode, type ChildNode, Document, DomHandler, Element, Text } from 'domhandler';
import { Parser, type ParserOptions } from 'htmlparser2';
import { unreadable } from '../adapter.ts';
import { fold } from '../items.ts';
import type { SerpQuery } from '../serp.ts';

export type Node = Document | Element;

/** No real page is nested deeper. Browsers use the same limit. */
const DEPTH_MAX = 512;

/** The time of the parser also grows with the square of the depth, so a page this deep is rejected. */
const REJECTED_DEPTH = 25_000;

class BoundedHandler extends DomHandler {
  #depth = 0;

  override onopentag(name: string, attribs: Record<string, string>): void {
    if (++this.#depth > REJECTED_DEPTH) throw unreadable('the page is nested too deeply');
    super.onopentag(name, attribs);
  }

  override onclosetag(): void {
    this.#depth--;
    super.onclosetag();
  }
}

/** Returns a tree of limited depth for any markup. */
export function readMarkup(markup: string, options: ParserOptions): Document {
  const handler = new BoundedHandler();
  new Parser(handler, options).end(markup);
  return handler.root;
}

export function readHtml(html: string): Document {
  const document = readMarkup(html, { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true });
  flattenBelow(document);
  return document;
}

/** Flattens what is nested too deep, as browsers do. The time of selectors grows with the square of the depth. */
function flattenBelow(document: Document): void {
  let level: Node[] = [document];
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth++) {
    level = level.flatMap((node) => node.children.filter((child): child is Element => child instanceof Element));
  }
  for (const node of level) {
    const flat: ChildNode[] = [];
    const pending = [...node.children].reverse();
    for (let child = pending.pop(); child; child = pending.pop()) {
      flat.push(child);
      if (!(child instanceof Element)) continue;
      for (const inner of [...child.children].reverse()) pending.push(inner);
      child.children = [];
    }
    for (const [index, child] of flat.entries()) {
      child.parent = node;
      child.prev = flat[index - 1] ?? null;
      child.next = flat[index + 1] ?? null;
    }
    node.children = flat;
  }
}

/** Compiling a selector costs more than running it on a small page, so each of the few hundred is compiled once. */
type CompiledQuery<T> = (node: T) => boolean;
const compiled = new Map<string, CompiledQuery<AnyNode>>();

function queryOf(selector: string): string | CompiledQuery<AnyNode> {
  // These depend on the element they are run on.
  if (selector.includes(':scope') || /^\s*[>+~]/.test(selector)) return selector;
  let query = compiled.get(selector);
  if (!query) {
    query = compile<AnyNode, Element>(selector) as CompiledQuery<AnyNode>;
    compiled.set(selector, query);
  }
  return query;
}

export const all = (selector: string, scope: Node | readonly AnyNode[]): Element[] =>
  selectAll(queryOf(selector) as string, scope as AnyNode[]) as Element[];
export const one = (selector: string, scope: Node): Element | null => selectOne(queryOf(selector) as string, scope) as Element | null;
export const attribute = (element: Element | null, name: string): string | null => element?.attribs[name] ?? null;

const INVISIBLE = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head']);
const BLOCKS = new Set(['p', 'div', 'li', 'br', 'tr', 'td', 'th', 'ul', 'ol', 'table', 'section', 'article', 'h1', 'h2', 'h3', 'h4']);

/** Returns the visible text of an element: no scripts, collapsed white space, a space where a block begins. */
export function textOf(node: AnyNode | null | undefined): string {
  const parts: string[] = [];
  const walk = (current: AnyNode, depth: number): void => {
    if (depth > DEPTH_MAX) return;
    if (current instanceof Text) parts.push(current.data);
    else if (current instanceof Element || current instanceof Document) {
      if (current instanceof Element && INVISIBLE.has(current.name)) return;
      const block = current instanceof Element && BLOCKS.has(current.name);
      if (block) parts.push(' ');
      for (const child of current.children) walk(child, depth + 1);
      if (block) parts.push(' ');
    }
  };
  if (node) walk(node, 0);
  return fold(parts.join(''));
}

/** True when `inner` is below `outer`, or the same element. */
export function isInside(inner: AnyNode, outer: AnyNode): boolean {
  for (let node: AnyNode | null = inner; node; node = node.parent) if (node === outer) return true;
  return false;
}

/** Returns the nearest ancestor (or the element itself) that the test accepts. */
export function closest(start: AnyNode, test: (element: Element) => boolean): Element | null {
  for (let node: AnyNode | null = start; node; node = node.parent) if (node instanceof Element && test(node)) return node;
  return null;
}

/** Returns the number of a displayed count: `1,234,567`, `1.234`, `約 12,300`, `1.2M`. */
export function countIn(text: string): number | null {
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
