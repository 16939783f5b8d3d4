// Remembers what was read from an element, because many parts of a page may belong to the same element.
import type { Element } from './tree/page-tree.ts';

/** Without it, a card around n links would be read n times on a hostile page. Results are shared and must not be changed. */
export function oncePerElement<Found>(read: (element: Element) => Found): (element: Element) => Found {
  const known = new WeakMap<Element, { readonly found: Found }>();
  return (element) => {
    const before = known.get(element);
    if (before) return before.found;
    const found = read(element);
    known.set(element, { found });
    return found;
  };
}
