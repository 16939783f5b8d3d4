// Tells whether an element is inside one of many others.
import type { AnyNode, Element } from './tree/page-tree.ts';

/**
 * Returns a test for nodes below any of the elements, or equal to one of them. The elements are in page order and of one tree. The
 * test takes logarithmic time, because a hostile page may have many of both.
 */
export function insideAny(outers: readonly Element[]): (node: AnyNode) => boolean {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { tree, index } of outers) {
    // An element inside the last one adds nothing.
    if (index < (ends.at(-1) ?? 0)) continue;
    starts.push(index);
    ends.push(tree.columns.end[index]!);
  }
  return ({ index }) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= index) low = middle + 1;
      else high = middle;
    }
    return low > 0 && index < ends[low - 1]!;
  };
}
