// Parses the blocks of a Naver page in page order into the arrays of a SERP.
import type { ItemPosition, OrganicItem, SerpItems } from '../../../contract/items.ts';
import { noItems } from '../../../contract/items.ts';
import type { Page } from '../../adapter.ts';
import { attribute, type Node, one } from '../../page/html.ts';
import { relatedIn, type SearchUrl } from '../../page/related.ts';
import { utf8BytesOf } from '../../page/utf8-bytes.ts';
import { adsIn } from './ads.ts';
import { type Block, type BlockKind, blocksIn, mainColumn } from './blocks.ts';
import { imagesIn, imagesInScript } from './images.ts';
import { ORIGIN } from './links.ts';
import { newsIn, organicIn, videosIn } from './results.ts';

/** Returns the type of a tab that shows only one type of item. Those items are its results. */
function tabOf(document: Node, blocks: readonly Block[]): 'news' | 'videos' | null {
  const named = blocks.map(({ element }) => attribute(element, 'data-meta-ssc') ?? '').find((name) => name !== '');
  const tab = named ?? attribute(one('input[name="ssc"], input#ssc', document), 'value') ?? '';
  if (/^tab\.(?:m\.)?news/.test(tab)) return 'news';
  return /^tab\.(?:m\.)?video/.test(tab) ? 'videos' : null;
}

const TYPES: Readonly<Partial<Record<BlockKind, OrganicItem['type']>>> = { news: 'news', videos: 'video' };

const SEARCHES: SearchUrl = {
  base: `${ORIGIN}/search.naver`,
  pattern: /^(?:m\.)?search\.naver\.com\/search\.naver$/,
  parameter: 'query',
};
const RELATED = '.lst_related_srch, #nx_footer_related_keywords';

export function itemsOf(document: Node, page: Page): SerpItems {
  const items = noItems();
  const column = mainColumn(document);
  if (!column) return items;
  const blocks = blocksIn(column);
  const tab = tabOf(document, blocks);
  const seen = new Set<string>();
  let rank = 0;
  const ranked = <Item extends ItemPosition>(target: Item[], found: readonly Item[]): void => {
    for (const item of found) target.push({ ...item, rank: ++rank });
  };
  const addOrganic = (found: readonly OrganicItem[]): void => {
    for (const item of found) {
      if (seen.has(item.url)) continue;
      seen.add(item.url);
      ranked(items.organic, [item]);
    }
  };
  for (const { kind, element } of blocks) {
    if (kind === 'ads') ranked(items.advertisers, adsIn(element, items.organic.length > 0));
    else if (kind === tab) addOrganic(organicIn(element, TYPES[kind]));
    else if (kind === 'results') addOrganic(organicIn(element));
    if (kind === 'news') ranked(items.news, newsIn(element));
    else if (kind === 'videos') ranked(items.videos, videosIn(element));
    else if (kind === 'images') ranked(items.images, imagesIn(element));
  }
  // If the names of the blocks change, headings with links out of Naver still identify results.
  if (items.organic.length === 0 && items.news.length + items.images.length + items.videos.length === 0) {
    for (const { kind, element } of blocks)
      if (kind === 'other') addOrganic(organicIn(element).filter(({ domain }) => !/(?:^|\.)naver\.com$/.test(domain)));
  }
  if (items.images.length === 0) ranked(items.images, imagesInScript(utf8BytesOf(page)));
  items.related = relatedIn(RELATED, document, SEARCHES);
  return items;
}
