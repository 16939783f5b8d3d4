// Parses the blocks of a Seznam page in page order into the arrays of a SERP.

import type { Placed, SerpItems } from '../../../contract/items.ts';
import { noItems } from '../../../contract/items.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { blocksIn } from './blocks.ts';
import { adOf, isAd, organicOf } from './items.ts';
import { kindOf } from './links.ts';
import { imagesOf, newsOf, videosOf } from './media.ts';

function ranked<Item extends Placed>(target: Item[], found: readonly Item[], rank: () => number): void {
  for (const item of found) target.push({ ...item, rank: rank() });
}

export function itemsOf(column: Element): SerpItems {
  const items = noItems();
  const seen = new Set<string>();
  let counter = 0;
  const rank = (): number => ++counter;
  for (const block of blocksIn(column)) {
    const kind = block.url === null ? null : kindOf(block.url);
    if (isAd(block)) {
      const ad = adOf(block);
      if (ad) ranked(items.advertisers, [{ ...ad, block: items.organic.length === 0 ? 'top' : 'bottom' }], rank);
    } else if (kind === 'images') ranked(items.images, imagesOf(block), rank);
    else if (kind === 'videos') ranked(items.videos, videosOf(block), rank);
    else if (kind === 'news') ranked(items.news, newsOf(block), rank);
    else {
      const organic = organicOf(block);
      if (!organic || seen.has(organic.url)) continue;
      seen.add(organic.url);
      ranked(items.organic, [organic], rank);
    }
  }
  return items;
}
