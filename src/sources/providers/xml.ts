// Walks XML by the names of children. The time of selectors grows with the square of the depth.
import { type AnyNode, DomHandler, Element, hasChildren, type ParentNode } from 'domhandler';
import { Parser } from 'htmlparser2';
import { unreadable } from '../adapter.ts';
import { orNull } from '../text.ts';
import { textBelow } from './markup.ts';

/** No real response is deeper. The time of the parser also grows with the square of the depth. */
const DEPTH_MAX = 512;

class ShallowHandler extends DomHandler {
  #depth = 0;

  override onopentag(name: string, attribs: Record<string, string>): void {
    if (++this.#depth > DEPTH_MAX) throw unreadable('the response is nested too deeply');
    super.onopentag(name, attribs);
  }

  override onclosetag(): void {
    this.#depth--;
    super.onclosetag();
  }
}

function read(markup: string, xmlMode: boolean): ParentNode {
  const handler = new ShallowHandler();
  new Parser(handler, { xmlMode, decodeEntities: true }).end(markup);
  return handler.root;
}

export const readXml = (xml: string): ParentNode => read(xml, true);
export const readPage = (html: string): ParentNode => read(html, false);

export const childrenNamed = (parent: ParentNode | null, name: string): Element[] =>
  parent?.children.filter((child): child is Element => child instanceof Element && child.name === name) ?? [];

/** Returns the first element at the end of this path of names, or null. */
export function elementAt(parent: ParentNode | null, ...names: readonly string[]): Element | null {
  let element: ParentNode | null = parent;
  for (const name of names) element = childrenNamed(element, name)[0] ?? null;
  return element as Element | null;
}

export function textAt(parent: ParentNode | null, ...names: readonly string[]): string | null {
  const element = elementAt(parent, ...names);
  return element && orNull(textBelow([element]));
}

/** True when an element below the root passes the test. */
export function hasElement(root: ParentNode, test: (element: Element) => boolean): boolean {
  const pending: AnyNode[] = [root as AnyNode];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node instanceof Element && test(node)) return true;
    if (hasChildren(node)) for (const child of node.children) pending.push(child);
  }
  return false;
}
