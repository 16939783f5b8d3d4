// Cuts a page of Seznam into blocks by its structure: the names of its classes change from week to week.

import { all, attribute, closest, isInside, type Node, one, textOf } from '../../page/html.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { finalUrl } from './links.ts';

/** The column of results; `Layout--left` is the one name that has stayed. Without it the page must at least be one of a search. */
export const columnOf = (document: Node): Element | null =>
  one('[class~="Layout--left"]', document) ??
  one('#searchpage-root [class*="left"]', document) ??
  one('#searchpage-root', document) ??
  (one('input[name="q"]', document) ? one('main', document) : null);

export interface Block {
  /** The heading; a box of several things has one too. */
  readonly heading: Element;
  readonly link: Element;
  readonly title: string;
  /** Where the heading leads; null for a counter of clicks that does not say. */
  readonly url: string | null;
  /** Everything that belongs to the heading. */
  readonly element: Element;
}

/** A heading of a result or a box: its link is in it or around it. */
function headingsIn(column: Element): { heading: Element; link: Element }[] {
  return all('h2, h3', column).flatMap((heading) => {
    const link = one('a[href]', heading) ?? closest(heading, (element) => element.name === 'a' && element.has('href'));
    return link && isInside(link, column) && textOf(heading) !== '' ? [{ heading, link }] : [];
  });
}

/** Climbs from a heading as long as no other heading comes in: there its block ends. */
function blockOf(heading: Element, column: Element, others: ReadonlyMap<Element, number>): Element {
  let block = heading;
  for (let parent = heading.parent; parent instanceof Element && parent !== column; parent = parent.parent) {
    if ((others.get(parent) ?? 0) > 1) break;
    block = parent;
  }
  return block;
}

export function blocksIn(column: Element): Block[] {
  const headings = headingsIn(column);
  const counts = new Map<Element, number>();
  for (const { heading } of headings) {
    closest(heading, (element) => {
      counts.set(element, (counts.get(element) ?? 0) + 1);
      return element === column;
    });
  }
  return headings.map(({ heading, link }) => ({
    heading,
    link,
    title: textOf(heading),
    url: finalUrl(attribute(link, 'href')),
    element: blockOf(heading, column, counts),
  }));
}
