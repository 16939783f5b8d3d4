// Splits a Seznam page into blocks by structure, because its class names change every week.

import { all, attribute, closest, isInside, type Node, one, textOf } from '../../page/html.ts';
import { Element } from '../../page/tree/page-tree.ts';
import { finalUrl } from './links.ts';

/**
 * Returns the results column. `Layout--left` is the only stable name. Without it the page must at least be a search
 * page.
 */
export const columnOf = (document: Node): Element | null =>
  one('[class~="Layout--left"]', document) ??
  one('#searchpage-root [class*="left"]', document) ??
  one('#searchpage-root', document) ??
  (one('input[name="q"]', document) ? one('main', document) : null);

export interface Block {
  /** The heading. A box with several items has one too. */
  readonly heading: Element;
  readonly link: Element;
  readonly title: string;
  /** The target of the heading, or null for a click counter that does not contain it. */
  readonly url: string | null;
  /** The element with everything that belongs to the heading. */
  readonly element: Element;
}

/** Returns the headings of results and boxes. The link is inside the heading or around it. */
function headingsIn(column: Element): { heading: Element; link: Element }[] {
  return all('h2, h3', column).flatMap((heading) => {
    const link = one('a[href]', heading) ?? closest(heading, (element) => element.name === 'a' && element.has('href'));
    return link && isInside(link, column) && textOf(heading) !== '' ? [{ heading, link }] : [];
  });
}

/** Walks up from a heading until the next element would contain another heading. */
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
