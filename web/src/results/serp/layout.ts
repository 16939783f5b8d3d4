// The layout of a result page: blocks from top to bottom, and the column at the side.
import { ITEM_ARRAYS, noItems, type SerpItems, type VideoItem } from '../../../../src/contract/items.ts';
import { createRepeatTest, repeatedPlaces, videosOfResults } from './repeats.ts';

export type ListName = keyof SerpItems;
export type ItemOf<Name extends ListName> = SerpItems[Name][number];

/** An item and its JSON path, such as `organic[0]`. */
export interface Entry<Name extends ListName> {
  readonly path: string;
  readonly item: ItemOf<Name>;
}

/** Items of one list that stand together. */
export type Block = { readonly [Name in ListName]: { readonly list: Name; readonly entries: readonly Entry<Name>[] } }[ListName];

export interface ResultLayout {
  readonly blocks: readonly Block[];
  readonly side: readonly Block[];
  /** Videos that belong to an organic result, by URL. */
  readonly videos: ReadonlyMap<string, VideoItem>;
}

/** Vertical order of a page. Items without a rank get the order of `LISTS` after all items with one. */
type Order = readonly [section: number, page: number, rank: number];
interface Placed {
  readonly list: ListName;
  readonly entry: Entry<ListName>;
  readonly order: Order;
}

const LISTS = ['advertisers', 'organic', 'maps', 'images', 'videos', 'news', 'paa', 'twitter', 'playlist', 'channel'] as const;
const [FIRST, TOP_ADS, MAIN, UNRANKED, BOTTOM_ADS, LAST] = [0, 1, 2, 3, 4, 5];

function orderOf(list: ListName, item: ItemOf<ListName>): Order {
  const { page, rank, position } = item;
  if (list === 'answers' || list === 'knowledgegraph') return [FIRST, page, rank ?? position];
  if (list === 'related') return [LAST, 0, position];
  if (rank !== null) return [MAIN, page, rank];
  if (list === 'advertisers') return [(item as ItemOf<'advertisers'>).block === 'bottom' ? BOTTOM_ADS : TOP_ADS, page, position];
  return [UNRANKED, (LISTS as readonly ListName[]).indexOf(list), position];
}

const compare = (a: Order, b: Order): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
const isBeside = (list: ListName, item: ItemOf<ListName>): boolean =>
  list === 'knowledgegraph' || (list === 'advertisers' && (item as ItemOf<'advertisers'>).block === 'right');

/** All places share one map, and all questions one accordion. */
const IN_ONE_BLOCK: ReadonlySet<ListName> = new Set(['maps', 'paa']);

/** Joins neighbours of one list. */
function blocksOf(placed: readonly Placed[]): Block[] {
  const blocks: { list: ListName; entries: Entry<ListName>[] }[] = [];
  for (const { list, entry } of placed) {
    const last = IN_ONE_BLOCK.has(list) ? blocks.find((block) => block.list === list) : blocks.at(-1);
    if (last?.list === list) last.entries.push(entry);
    else blocks.push({ list, entries: [entry] });
  }
  return blocks as Block[];
}

/** Adds the lists that a result does not have. Other fields of `data` stay out. */
export function itemsOf(data: Readonly<Record<string, unknown>> | null | undefined): SerpItems {
  const lists = ITEM_ARRAYS.filter((name) => Array.isArray(data?.[name])).map((name) => [name, data![name]]);
  return { ...noItems(), ...Object.fromEntries(lists) } as SerpItems;
}

export function layoutOf(engine: string, items: SerpItems): ResultLayout {
  const videos = videosOfResults(engine, items);
  const isRepeated = createRepeatTest(engine, items);
  const repeated = repeatedPlaces(items.maps);
  const isHidden: { readonly [Name in ListName]?: (item: ItemOf<Name>) => boolean } = {
    organic: isRepeated,
    videos: ({ url }) => videos.has(url),
    maps: (place) => repeated.has(place),
  };
  const placed = ITEM_ARRAYS.flatMap((list) => {
    const hides = isHidden[list] as ((item: ItemOf<ListName>) => boolean) | undefined;
    return (items[list] as readonly ItemOf<ListName>[]).flatMap((item, index): Placed[] =>
      hides?.(item) ? [] : [{ list, entry: { path: `${list}[${index}]`, item }, order: orderOf(list, item) }],
    );
  }).sort((a, b) => compare(a.order, b.order));
  return {
    blocks: blocksOf(placed.filter(({ list, entry }) => !isBeside(list, entry.item))),
    side: blocksOf(placed.filter(({ list, entry }) => isBeside(list, entry.item))),
    videos,
  };
}
