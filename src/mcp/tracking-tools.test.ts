import { describe, expect, it } from 'vitest';
import type { Point } from '../contract/tracking-history.ts';
import { pointRows } from './tracking-tools.ts';

const point = (day: number, position: number | null, more: Partial<Point> = {}): Point => ({
  slot: `2026-11-${String(day).padStart(2, '0')}T00:00`,
  state: position === null ? 'notFound' : 'found',
  position,
  rank: position,
  depth: 10,
  url: position === null ? null : 'https://shop.example/',
  title: null,
  features: [],
  owned: [],
  citedAs: null,
  competitors: [],
  objectId: null,
  ...more,
});

describe('the history of a keyword', () => {
  it('has one row for equal checks in a row', () => {
    expect(pointRows([point(1, 4), point(2, 4), point(3, 4), point(4, null), point(5, 4)])).toEqual([
      { slot: '2026-11-01', until: '2026-11-03', checks: 3, position: '4', url: 'https://shop.example/' },
      { slot: '2026-11-04', position: 'not in top 10' },
      { slot: '2026-11-05', position: '4', url: 'https://shop.example/' },
    ]);
  });
  it('keeps failed checks and hours apart', () => {
    const failed = point(2, null, { state: 'failed', reason: 'blocked', depth: null, slot: '2026-11-02T13:00' });
    expect(pointRows([point(1, 4), failed])).toMatchObject([{ position: '4' }, { slot: '2026-11-02T13:00', position: 'failed: blocked' }]);
  });
  it('stays small over a year', () => {
    const year = Array.from({ length: 366 }, (_, day) => point(1 + (day % 28), 1 + (Math.floor(day / 2) % 9)));
    expect(JSON.stringify(pointRows(year)).length).toBeLessThan(12_000);
  });
});
