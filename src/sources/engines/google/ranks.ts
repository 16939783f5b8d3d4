// The rank of every item on a Google page: its position among all blocks from the top.

import { ITEM_ARRAYS, type ItemPosition, type SerpItems } from '../../../contract/items.ts';
import { closest } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import type { PageScan } from './page-scan.ts';

/** Boxes that count as one block, independent of their number of items. Results, ads and places count one by one. */
const BOXES: ReadonlySet<keyof SerpItems> = new Set(['images', 'videos', 'news', 'twitter', 'paa'] as const);

/** True for the right column, which is not part of the list. */
const isBeside = (element: Element): boolean =>
  closest(element, (outer) => /^rhs(?:_block)?$/.test(outer.attribute('id') ?? '') || outer.attribute('role') === 'complementary') !== null;

/** Sets the ranks of the items. An item in the right column, or with an unknown position, has none. */
export function rankItems(items: SerpItems, scan: PageScan): SerpItems {
  const placed = ITEM_ARRAYS.flatMap((name) =>
    (items[name] as ItemPosition[]).flatMap((item) => {
      const element = scan.elements.get(item);
      return element && scan.weights[element.index]! >= 0 && !isBeside(element) ? [{ name, item, element }] : [];
    }),
  ).sort((first, second) => first.element.index - second.element.index);
  let rank = 0;
  let last: (typeof placed)[number] | undefined;
  for (const here of placed) {
    const sameBlock = last !== undefined && (last.element === here.element || (BOXES.has(here.name) && last.name === here.name));
    if (!sameBlock) rank++;
    here.item.rank = rank;
    last = here;
  }
  return items;
}

/** Sets the ranks on a tab with a single list. */
export function rankList<Item extends ItemPosition>(items: readonly Item[]): Item[] {
  return items.map((item, index) => ({ ...item, rank: index + 1 }));
}
