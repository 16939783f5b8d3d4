// Assigns pages to layouts: groups of pages whose sketches have enough in common with the first page of the group.
import { type PageSketches, similarityOf } from '../../platform/sketch.ts';

/**
 * A page belongs to the nearest layout that has at least this in common with it, in its shapes and in its names. Measured on
 * captured pages (2026-11): 164 pages of Google from many years and countries form 19 layouts, 10 of Baidu 2. With their class
 * names replaced, none of these pages belongs to one of them.
 */
export const SAME_LAYOUT = 0.25;
/** The search ends early at a layout that is this near. */
const SURELY_SAME = 0.6;

export interface Sketched {
  readonly sketches: PageSketches;
}

/** Returns what two pages have in common in their shapes and in their names, whichever is less, from 0 to 1. */
export const closenessOf = (one: PageSketches, other: PageSketches): number =>
  Math.min(similarityOf(one.names, other.names), similarityOf(one.shapes, other.shapes));

/** Returns the layout of a page, or null for a page of a new layout. */
export const layoutOf = <Layout extends Sketched>(layouts: readonly Layout[], sketches: PageSketches): Layout | null =>
  nearestOf(layouts, (index) => closenessOf(layouts[index]!.sketches, sketches));

/**
 * `closenessAt` returns the closeness of a page to the layout with this index. It may return 0 instead of a number that is not
 * higher than `best`.
 */
export function nearestOf<Layout>(layouts: readonly Layout[], closenessAt: (index: number, best: number) => number): Layout | null {
  let nearest: Layout | null = null;
  let best = 0;
  for (let index = 0; index < layouts.length && best < SURELY_SAME; index++) {
    const closeness = closenessAt(index, best);
    if (closeness < SAME_LAYOUT || closeness <= best) continue;
    nearest = layouts[index]!;
    best = closeness;
  }
  return nearest;
}

export interface Mergeable extends Sketched {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly firstSeen: number;
}

/**
 * Returns pairs of layouts that are one: two workers found the same new layout. The younger one is merged into the older
 * one. `candidates` are compared with all layouts of their engine and device.
 */
export function mergesOf<Layout extends Mergeable>(
  layouts: readonly Layout[],
  candidates: readonly Layout[],
): { readonly from: Layout; readonly into: Layout }[] {
  const isOlder = (one: Layout, other: Layout): boolean =>
    one.firstSeen < other.firstSeen || (one.firstSeen === other.firstSeen && one.id < other.id);
  const gone = new Set<string>();
  const merges: { from: Layout; into: Layout }[] = [];
  for (const from of [...candidates].sort((one, other) => (isOlder(one, other) ? 1 : -1))) {
    const into = layoutOf(
      layouts.filter((one) => !gone.has(one.id) && isOlder(one, from)),
      from.sketches,
    );
    if (into === null) continue;
    gone.add(from.id);
    merges.push({ from, into });
  }
  return merges;
}
