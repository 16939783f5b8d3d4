// Parts of DataForSEO's elements: position, rating, price, links, images and times.
import type { Image, ItemPosition, Link, Price, Rating, Table } from '../../../contract/items.ts';

/** One element of a result, with the key that orders it. */
export interface Element {
  readonly type: string;
  readonly page: number;
  readonly rank: number | null;
  /** Sorts an element without a rank. Default: behind all others of the page. */
  readonly order?: number;
  readonly side?: 'right';
  readonly fields: Readonly<Record<string, unknown>>;
}

export const elementOf = (type: string, { page, rank }: Pick<ItemPosition, 'page' | 'rank'>, fields: Element['fields']): Element => ({
  type,
  page,
  rank,
  fields,
});

/** Converts `2026-03-02T10:00:00+0000` to `2026-03-02 10:00:00 +00:00`. */
export const timestampOf = (time: string | null): string | null =>
  time === null
    ? null
    : time.replace(
        /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|([+-]\d{2}):?(\d{2}))$/,
        (_, day, clock, hours = '+00', minutes = '00') => `${day} ${clock} ${hours}:${minutes}`,
      );

export const ratingOf = (rating: Rating | null): object | null =>
  rating && { rating_type: `Max${rating.max}`, value: rating.value, votes_count: rating.votes, rating_max: rating.max };

export const priceOf = (price: Price | null): object | null =>
  price && {
    current: price.current,
    regular: null,
    max_value: null,
    currency: price.currency,
    is_price_range: false,
    displayed_price: price.displayed,
  };

/** The provider writes null for an empty list of optional parts. */
const orNull = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);

export const linksOf = (links: readonly Link[], type = 'link_element'): readonly object[] | null =>
  orNull(links.map(({ title, description, url }) => ({ type, title, description, url })));

export const imagesOf = (images: readonly Image[]): readonly object[] | null =>
  orNull(images.map(({ alt, sourceUrl, url }) => ({ type: 'images_element', alt, url: sourceUrl, image_url: url })));

export const tableOf = (table: Table | null): object | null =>
  table && { table_element: 'table_element', table_header: table.header, table_content: table.rows };

export const textsOf = (texts: readonly string[]): readonly string[] | null => orNull(texts);

/**
 * Groups the items of a box: one element with items. On some pages all items of a box have the rank of the box, on others
 * each has the next one.
 */
export function boxesOf<T extends ItemPosition>(items: readonly T[]): T[][] {
  const shareRanks = items.some((item, index) => index > 0 && item.page === items[index - 1]!.page && item.rank === items[index - 1]!.rank);
  const isNext = (last: T, { page, rank }: T): boolean =>
    last.page === page && (last.rank === rank || (!shareRanks && last.rank !== null && last.rank + 1 === rank));
  const boxes: T[][] = [];
  for (const item of items) {
    const last = boxes.at(-1)?.at(-1);
    if (last && isNext(last, item)) boxes.at(-1)!.push(item);
    else boxes.push([item]);
  }
  return boxes;
}
