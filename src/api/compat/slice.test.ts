// Pages that are cut out of a search: no result is lost or repeated between them, whatever the engine shows on a page.
import { describe, expect, test } from 'vitest';
import { countOrganic, mergePages } from '../../products/serp/merge.ts';
import { createEngineTable } from '../../sources/catalogue.ts';
import { imageItem, mapItem, newsItem, organicItem, serpPage, videoItem } from '../../sources/items.ts';
import type { SerpPage } from '../../sources/serp.ts';
import { ENGINE_NAMES } from './serpapi/dialects.ts';
import { mainListOf, listsOf as serpApiLists } from './serpapi/lists.ts';
import { dialectIn } from './serpapi/parameters.ts';
import { listsOf as serperLists } from './serper/lists.ts';
import { METHODS } from './serper/methods.ts';
import { cut } from './slice.ts';

/** The results of pages with these numbers of results. */
const results = (...counts: number[]) =>
  counts.flatMap((count, page) =>
    Array.from({ length: count }, (_, index) =>
      organicItem({ title: 'Tea', url: `https://${page + 1}-${index + 1}.example/`, page: page + 1 }),
    ),
  );
/** The pages of a search for that many, as the walk over the engine's pages fetches them. */
function fetchedFor(wanted: number, pages: readonly SerpPage[], pageSize: number): SerpPage[] {
  const isEnough = (count: number): boolean => wanted - countOrganic(pages.slice(0, count)) < Math.min(pageSize / 2, 10);
  const count = pages.findIndex((_, index) => isEnough(index + 1)) + 1;
  return pages.slice(0, count === 0 ? pages.length : count);
}
const searchFor = (wanted: number, pages: readonly SerpPage[], pageSize: number) =>
  mergePages(fetchedFor(wanted, pages, pageSize), wanted, []);
const wantedFor = (page: number, count: number): number => Math.ceil(((page + 1) * count) / 10) * 10;

test.each([
  [[10, 10, 10, 10, 10], 10, 10],
  [[9, 10, 8, 10, 9], 10, 10],
  [[6, 8, 10, 10, 10, 10], 10, 10],
  [[5, 10, 10, 10, 10], 10, 10],
  [[3, 3, 10, 10, 10, 10, 10], 10, 10],
  [[9, 9, 9, 9, 9], 20, 10],
  [[9, 10, 10, 10, 10], 15, 10],
  [[12, 20, 18], 20, 20],
  [[18, 20, 20], 10, 20],
  [[50], 10, 10],
  [[6, 7, 7, 7, 7, 7], 10, 7],
  [[3, 20, 20], 10, 20],
  [[8, 15, 15, 15], 10, 15],
  [[4, 100], 10, 100],
])('pages of %j results, shown %i at a time, with an engine’s pages of %i', (counts, count, pageSize) => {
  const fetched = counts.map((_, page) => serpPage({ organic: results(...counts).filter((item) => item.page === page + 1) }));
  const pages = [0, 1, 2].map((page) => {
    const { organic } = searchFor(wantedFor(page, count), fetched, pageSize);
    return cut(organic, { from: page * count, count }, { organic, pageSize });
  });
  const shown = pages.flat().map(({ url }) => url);
  expect(shown).toEqual(
    results(...counts)
      .slice(0, shown.length)
      .map(({ url }) => url),
  );
  for (const page of pages) expect(page.map(({ position }) => position)).toEqual(page.map((_, index) => index + 1));
});

test('a page that does not begin at a multiple of its length is counted from the first result', () => {
  const organic = results(9, 10);
  expect(cut(organic, { from: 5, count: 10 }, { organic, pageSize: 10 }).map(({ url }) => url)).toEqual(
    results(9, 10)
      .slice(5, 15)
      .map(({ url }) => url),
  );
});

describe('with the engine’s own number of results on a page', () => {
  const engines = createEngineTable({});
  /** A page of any engine: its items are in all lists. Some more places have no website, so they are not organic results. */
  const pageOf = (page: number, count: number): SerpPage => {
    const known = Array.from({ length: count }, (_, index) => ({
      title: `${page}-${index + 1}`,
      url: `https://${page}-${index + 1}.example/`,
    }));
    return serpPage({
      organic: known.map(organicItem),
      images: known.map((item) => imageItem({ ...item, imageUrl: item.url })),
      news: known.map(newsItem),
      videos: known.map(videoItem),
      maps: known.flatMap((item, index) => [
        mapItem(item),
        ...(index % 3 === 0 ? [mapItem({ title: `${item.title} without a website` })] : []),
      ]),
    });
  };

  type ListOf = (page: number, count: number, pages: readonly SerpPage[], pageSize: number) => readonly { title: string }[];
  const SERPAPI: [string, string, number, ListOf][] = [
    ...ENGINE_NAMES.filter((engine) => engine !== 'google_ai_mode').map((engine) => ({ engine })),
    ...['isch', 'nws', 'lcl', 'vid'].map((tbm) => ({ tbm })),
    { engine: 'naver', where: 'web' },
  ].map((given) => {
    const dialect = dialectIn(given);
    const listOf: ListOf = (page, count, pages, pageSize) =>
      (serpApiLists(dialect, searchFor(wantedFor(page, count), pages, pageSize), { from: page * count, count }, pageSize)[
        mainListOf(dialect)
      ] ?? []) as { title: string }[];
    return [`SerpApi ${Object.values(given).join(' ')}`, dialect.engine, dialect.paging.size, listOf];
  });
  const SERPER: [string, string, number, ListOf][] = METHODS.map((method) => {
    const listOf: ListOf = (page, count, pages, pageSize) =>
      serperLists(method, searchFor(wantedFor(page, count), pages, pageSize), { from: page * count, count }, pageSize)[method.list] as {
        title: string;
      }[];
    return [`Serper ${method.name}`, method.engine, 10, listOf];
  });

  test.each([...SERPAPI, ...SERPER])('%s (%s) loses and repeats nothing', (_name, engine, count, listOf) => {
    const { pageSize } = engines[engine as keyof typeof engines]!.traits;
    for (let first = 1; first <= Math.min(pageSize, 20); first++) {
      const pages = Array.from({ length: 12 }, (_, index) => pageOf(index + 1, index === 0 ? first : pageSize));
      const shown = [0, 1, 2].flatMap((page) => ((page + 1) * count > 100 ? [] : listOf(page, count, pages, pageSize)));
      const titles = shown.map(({ title }) => title);
      const isOfMaps = titles.some((title) => title.endsWith('website'));
      const all = pages.flatMap((page) => (isOfMaps ? page.maps : page.organic).map((item) => item.title));
      expect(titles, `${first} on the first page`).toEqual(all.slice(0, titles.length));
      expect(titles.length).toBeGreaterThan(0);
    }
  });
});
