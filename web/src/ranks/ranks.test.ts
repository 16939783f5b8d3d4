import { describe, expect, test } from 'vitest';
import { linesOf, mergeRanks, positionChangeOf, type RankSeries } from './ranks.ts';

const series = (keyword: string, points: readonly (readonly [day: number, position: number | null])[]): RankSeries => ({
  keyword,
  engine: 'google',
  region: 'Germany',
  points: points.map(([day, position]) => ({ at: `2026-11-${String(day).padStart(2, '0')}T09:00:00+0000`, id: `${day}`, position })),
});

describe('a position change', () => {
  test('is positive when the position gets smaller, in any order of points', () => {
    expect(
      positionChangeOf(
        series('tea', [
          [3, 4],
          [1, 9],
          [2, 2],
        ]),
      ),
    ).toMatchObject({ now: 4, before: 9, best: 2, moved: 5 });
  });
  test('is unknown when the first or last position is unknown', () => {
    expect(
      positionChangeOf(
        series('tea', [
          [1, null],
          [2, 8],
        ]),
      ),
    ).toMatchObject({ now: 8, before: null, moved: null });
  });
  test('is unknown with a single day', () => {
    expect(positionChangeOf(series('tea', [[1, 3]]))).toMatchObject({ now: 3, before: null, moved: null });
  });
});

describe('lines of several series', () => {
  test('share one axis; a day without a request is no gap, a day without a position is one', () => {
    const { times, lines } = linesOf([
      series('tea', [
        [1, 1],
        [3, null],
      ]),
      series('rope', [[2, 7]]),
    ]);
    expect(times).toHaveLength(3);
    expect(lines.map(({ values }) => values)).toEqual([
      [1, undefined, null],
      [undefined, 7, undefined],
    ]);
  });
});

test('older responses are merged by series, and shares are weighted by the number of pages', () => {
  const newer = { domain: 'a.example', series: [series('tea', [[3, 1]])], features: [{ type: 'paa', share: 1 }], looked: 1, next: 'x' };
  const older = { domain: 'a.example', series: [series('tea', [[1, 5]]), series('rope', [[1, 2]])], features: [], looked: 3, next: null };
  const both = mergeRanks(newer, older);
  expect(both.series.map(({ keyword, points }) => [keyword, points.map(({ position }) => position)])).toEqual([
    ['tea', [5, 1]],
    ['rope', [2]],
  ]);
  expect(both).toMatchObject({ features: [{ type: 'paa', share: 0.25 }], looked: 4, next: null });
});
