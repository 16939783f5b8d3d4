// Finds the container of each title in a list: the largest element without another title.
import { type AnyNode, Element } from './tree/page-tree.ts';

/**
 * Returns the container of every title, at most `outer`. Walks up once from each title, so that long lists stay cheap. The tree limits
 * the number of levels.
 */
export function containersAround(titles: readonly Element[], outer: Element): Map<Element, Element> {
  const counts = new Map<AnyNode, number>();
  const upwards = function* (title: Element): Generator<Element> {
    let node: AnyNode | null = title;
    while (node instanceof Element) {
      yield node;
      node = node === outer ? null : node.parent;
    }
  };
  for (const title of titles) for (const node of upwards(title)) counts.set(node, (counts.get(node) ?? 0) + 1);
  const boxes = new Map<Element, Element>();
  for (const title of titles) {
    for (const node of upwards(title)) {
      if (counts.get(node) !== 1) break;
      boxes.set(title, node);
    }
  }
  return boxes;
}
