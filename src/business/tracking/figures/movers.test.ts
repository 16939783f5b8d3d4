import { describe, expect, test } from 'vitest';
import type { StoredPoint } from '../types.ts';
import { cannibalisedOf, hasSeveralPages, type Pages, pageChangesOf } from './cannibalisation.ts';
import { isBrand, keywordsOf, periodOf } from './filter.ts';
import { moversOf, type Standing } from './movers.ts';
import { pagesOf } from './pages.ts';

const DAY = 1440;
const point = (position: number, fields: Partial<StoredPoint> = {}): StoredPoint => ({
  slot: 0,
  code: position === 0 ? 2 : 1,
  position,
  rank: position,
  depth: 20,
  pageId: 0,
  features: 0,
  owned: 0,
  cited: 0,
  competitors: [],
  top: [],
  ...fields,
});
const CURVE = { name: 'test', shares: [0.4, 0.2, 0.1, 0.05, 0.05], aiFactor: 0.5 };

describe('movers', () => {
  const moved = (keywordId: number, before: StoredPoint | null, after: StoredPoint, weight = 1): Standing => ({
    keywordId,
    weight,
    before,
    after,
  });

  test('are sorted by clicks, then by positions, and contain those that entered and left', () => {
    const standings = [
      moved(1, point(2), point(1), 10),
      moved(2, point(0), point(1), 100),
      moved(3, point(1), point(0), 5),
      moved(4, point(1), point(2), 100),
      moved(5, point(15), point(12)),
      moved(6, point(18), point(11)),
      moved(7, point(3), point(3), 1000),
    ];
    const { winners, losers } = moversOf(standings, CURVE, 10);
    expect(winners.map(({ keywordId, change }) => [keywordId, change.movement, change.value])).toEqual([
      [2, 'entered', null],
      [1, 'up', 1],
      [6, 'up', 7],
      [5, 'up', 3],
    ]);
    expect(losers.map(({ keywordId, change }) => [keywordId, change.movement])).toEqual([
      [4, 'down'],
      [3, 'left'],
    ]);
    expect(moversOf(standings, CURVE, 1).winners).toHaveLength(1);
  });

  test('leave out points that cannot be compared', () => {
    const standings = [
      moved(1, null, point(1)),
      moved(2, point(15), point(0, { depth: 10 })),
      moved(3, point(0, { depth: 10 }), point(15)),
      moved(4, point(3), point(0, { code: 11 })),
    ];
    expect(moversOf(standings, CURVE, 10)).toEqual({ winners: [], losers: [] });
  });
});

describe('pages', () => {
  const URLS = ['', 'https://shop.example/a', 'https://shop.example/b', 'https://other.example/', 'https://shop.example/a'];
  const pages: Pages = { urlOf: (id) => URLS[id] || undefined, isOwn: (id) => URLS[id]?.includes('shop.example') ?? false };
  const at = (day: number, position: number, pageId: number, top: number[] = []) => point(position, { slot: day * DAY, pageId, top });

  test('change between found points with other URLs; a new title and a failed check are no change', () => {
    const points = [at(1, 3, 1), at(2, 3, 4), at(3, 0, 0), point(0, { slot: 4 * DAY, code: 11 }), at(5, 5, 2), at(6, 5, 2)];
    expect(pageChangesOf(points, pages)).toEqual([{ slot: 5 * DAY, before: URLS[1], after: URLS[2] }]);
  });

  test('compete when two of them are among the first results', () => {
    const points = [at(1, 2, 1, [3, 1]), at(2, 2, 1, [3, 1, 2])];
    expect(hasSeveralPages(points[1]!, pages)).toBe(true);
    expect(hasSeveralPages(at(1, 1, 1, [1, 4]), pages)).toBe(false);
    expect(cannibalisedOf(points, pages)).toEqual({
      urls: [
        { url: URLS[1], days: 2, best: 2 },
        { url: URLS[2], days: 1, best: 3 },
      ],
      changes: 0,
    });
  });

  test('compete when they change places at least twice', () => {
    expect(cannibalisedOf([at(1, 2, 1), at(2, 4, 2)], pages)).toBeNull();
    expect(cannibalisedOf([at(1, 2, 1), at(2, 4, 2), at(3, 2, 4)], pages)).toMatchObject({ changes: 2 });
    expect(cannibalisedOf([], pages)).toBeNull();
  });

  test('are listed with their keywords, average position and visits', () => {
    const ranking = [
      { point: point(1), url: URLS[1]!, volume: 100 },
      { point: point(4), url: URLS[1]!, volume: null },
      { point: point(2, { features: 1 }), url: URLS[2]!, volume: 1000 },
      { point: point(0), url: URLS[2]!, volume: 1000 },
      { point: point(3), url: URLS[3]!, volume: null },
    ];
    expect(pagesOf(ranking, CURVE)).toEqual([
      { url: URLS[2], keywords: 1, average: 2, visits: 100 },
      { url: URLS[1], keywords: 2, average: 2.5, visits: 40 },
      { url: URLS[3], keywords: 1, average: 3, visits: null },
    ]);
  });
});

describe('the filter of a summary', () => {
  const today = 9000 * DAY + 600;

  test('covers 30 days and today by default', () => {
    expect(periodOf({}, today)).toEqual({ from: 8970 * DAY, to: 9001 * DAY });
    expect(periodOf({ from: '2000-01-02', to: '2000-01-03' }, today)).toEqual({ from: DAY, to: 3 * DAY });
  });

  test('rejects periods that are reversed or too long, by what they cost', () => {
    expect(() => periodOf({ from: '2026-02-02', to: '2026-02-01' }, today)).toThrow('to');
    expect(() => periodOf({ from: '2024-01-01', to: '2026-01-01' }, today)).toThrow('400 days');
    expect(() => periodOf({ from: '2024-01-01', to: '2026-01-01', group: 'week' }, today)).not.toThrow();
    expect(() => periodOf({ from: '2026-01-01', to: '2026-06-01', tag: 'shoes' }, today)).toThrow('92 days');
  });

  test('selects keywords by tag, variant and brand', () => {
    const keywords = [
      { id: 1, keyword: 'Acme shoes', tags: ['Shoes'], variantId: 1, volume: null },
      { id: 2, keyword: 'red shoes', tags: ['shoes', 'red'], variantId: 2, volume: null },
      { id: 3, keyword: 'hats', tags: [], variantId: 1, volume: null },
    ];
    const ids = (query: Parameters<typeof keywordsOf>[1]) => [...keywordsOf(keywords, query, ['acme']).keys()];
    expect(ids({})).toEqual([1, 2, 3]);
    expect(ids({ tag: 'shoes' })).toEqual([1, 2]);
    expect(ids({ variant: '1' })).toEqual([1, 3]);
    expect(ids({ brand: 'only' })).toEqual([1]);
    expect(ids({ brand: 'without', tag: 'shoes' })).toEqual([2]);
    expect(isBrand('anything', [])).toBe(false);
  });
});
