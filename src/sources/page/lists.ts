// Finds a list of results by structure: one parent, many branches with a heading that links outside.

import { all, closest, type Node, one } from './html.ts';
import { Element } from './tree/page-tree.ts';

const HEADINGS = 'h2, h3, h4, [role="heading"]';
/** Fewer branches than this are a menu or a coincidence. */
const BRANCHES_MIN = 3;

/** Returns the link inside or around a heading. */
export function headingLink(heading: Element): Element | null {
  return one('a[href]', heading) ?? closest(heading, (element) => element.name === 'a' && element.has('href'));
}

/**
 * Returns the element with the most children that have the heading of a result. `leadsOutside` checks the link of a
 * heading.
 */
export function listByHeadings(document: Node, leadsOutside: (link: Element) => boolean): Element | null {
  const branches = new Map<Element, Set<Element>>();
  for (const heading of all(HEADINGS, document)) {
    const link = headingLink(heading);
    if (!link || !leadsOutside(link)) continue;
    for (let child = heading; child.parent instanceof Element; child = child.parent) {
      const known = branches.get(child.parent) ?? new Set();
      branches.set(child.parent, known.add(child));
    }
  }
  let best: Element | null = null;
  for (const [parent, children] of branches) {
    if (children.size >= BRANCHES_MIN && children.size > (best ? branches.get(best)!.size : 0)) best = parent;
  }
  return best;
}

/** Returns the children of such a list that have a heading with a link. */
export const branchesOf = (list: Element): Element[] =>
  list.children.filter(
    (child): child is Element => child instanceof Element && all(HEADINGS, child).some((heading) => headingLink(heading)),
  );
