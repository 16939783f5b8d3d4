// Checks that the ranks of the sandbox change from day to day: slowly at the top, without large jumps.
import { describe, expect, it } from 'vitest';
import { createDataset, type Dataset } from './dataset.ts';
import { themeOf } from './themes.ts';

const FIRST = Date.parse('2026-03-01');
const dayAfter = (days: number): string => new Date(FIRST + days * 86_400_000).toISOString().slice(0, 10);
const datasetOn = (days: number, query = 'google\nus'): Dataset => createDataset(query, 'green tea', dayAfter(days));
const urls = (dataset: Dataset, count: number): string[] => dataset.listings(1, count).map(({ url }) => url);
const QUERIES = Array.from({ length: 12 }, (_, index) => `engine ${index}\nplace ${index % 3}`);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns Spearman's rank correlation of the pages in both lists, and their number. */
function compare(one: readonly string[], other: readonly string[]): { correlation: number; shared: number; moves: number[] } {
  const both = one.filter((url) => other.includes(url));
  const [before, after] = [both, other.filter((url) => both.includes(url))];
  const squares = before.map((url, rank) => (rank - after.indexOf(url)) ** 2).reduce((sum, square) => sum + square, 0);
  return {
    correlation: 1 - (6 * squares) / (both.length * (both.length ** 2 - 1)),
    shared: both.length / one.length,
    moves: both.map((url) => Math.abs(one.indexOf(url) - other.indexOf(url))),
  };
}

describe('the ranks of a query', () => {
  it('are the same all day', () => {
    expect(datasetOn(3).listings(1, 50)).toEqual(datasetOn(3).listings(1, 50));
    expect(datasetOn(3).number('ads', 1000)).toBe(datasetOn(3).number('ads', 1000));
    expect(datasetOn(3).total).toBe(datasetOn(90).total);
  });

  it('move a little from one day to the next', () => {
    const steps = QUERIES.flatMap((query) =>
      Array.from({ length: 20 }, (_, day) => compare(urls(datasetOn(day, query), 30), urls(datasetOn(day + 1, query), 30))),
    );
    for (const { correlation, shared } of steps) {
      expect(correlation).toBeGreaterThanOrEqual(0.8);
      expect(shared).toBeGreaterThanOrEqual(0.8);
    }
    const moves = steps.flatMap((step) => step.moves);
    expect(moves.filter((places) => places <= 3).length / moves.length).toBeGreaterThan(0.9);
    expect(moves.filter((places) => places > 0).length / moves.length).toBeGreaterThan(0.2);
    expect(moves.some((places) => places > 3)).toBe(true);
  });

  it('have moved further after two months, and there are new pages', () => {
    const [next, later] = [1, 60].map((days) =>
      QUERIES.map((query) => compare(urls(datasetOn(0, query), 30), urls(datasetOn(days, query), 30))),
    ) as [ReturnType<typeof compare>[], ReturnType<typeof compare>[]];
    expect(mean(later.map(({ correlation }) => correlation))).toBeLessThan(mean(next.map(({ correlation }) => correlation)) - 0.03);
    expect(mean(later.map(({ shared }) => shared))).toBeLessThan(mean(next.map(({ shared }) => shared)) - 0.1);
    expect(mean(later.map(({ shared }) => shared))).toBeGreaterThan(0.3);
  });

  it('are steadier at the top', () => {
    const kept = QUERIES.flatMap((query) =>
      Array.from({ length: 30 }, (_, day) => {
        const [today, tomorrow] = [urls(datasetOn(day, query), 60), urls(datasetOn(day + 1, query), 60)];
        return {
          top: today.slice(0, 3).filter((url, rank) => tomorrow[rank] === url).length / 3,
          deep: today.slice(50).filter((url, rank) => tomorrow[rank + 50] === url).length / 10,
        };
      }),
    );
    expect(mean(kept.map(({ top }) => top))).toBeGreaterThan(mean(kept.map(({ deep }) => deep)) + 0.2);
  });

  it.each([0, 17, 200])('contain every page once, for any page size (day %s)', (day) => {
    const dataset = datasetOn(day);
    const whole = dataset.listings(1, dataset.total + 20).map(({ url }) => url);
    expect(new Set(whole).size).toBe(dataset.total + 20);
    for (const size of [1, 7, 10, 20, 100]) {
      const portions: string[] = [];
      for (let from = 1; from <= dataset.total + 20; from += size)
        portions.push(...dataset.listings(from, Math.min(size, dataset.total + 21 - from)).map(({ url }) => url));
      expect(portions).toEqual(whole);
    }
  });

  it('differ between engines and regions', () => {
    const [one, other] = [urls(datasetOn(0, 'google\nus'), 30), urls(datasetOn(0, 'google\nde'), 30)];
    expect(one.filter((url) => other.includes(url))).toEqual([]);
  });

  it('can be requested without a day, and for no listings', () => {
    expect(createDataset('server', 'x', '').listings(1, 3)).toHaveLength(3);
    expect(datasetOn(0).listings(5, 0)).toEqual([]);
    expect(
      datasetOn(0)
        .listings(2001, 2)
        .map(({ url }) => url.split('/').at(-1)),
    ).toEqual(['2001', '2002']);
  });
});

describe('regular sites of a theme', () => {
  const WORDS = ['nautical compass', 'marine binoculars', 'sailing knife', 'ship barometer'];
  const regulars = themeOf(WORDS[0]!).regulars!;
  const sitesOf = (words: string, days: number): string[] =>
    createDataset(`google\n${words}`, words, dayAfter(days))
      .listings(1, 20)
      .map(({ siteName }) => siteName);

  it('rank for most queries, and move', () => {
    const places = WORDS.map((words) => [0, 30, 60].map((days) => sitesOf(words, days).indexOf(regulars[0]!)));
    expect(places.flat().filter((place) => place >= 0).length).toBeGreaterThan(places.flat().length / 2);
    expect(places.some(([first, second, third]) => first !== second || second !== third)).toBe(true);
  });

  it('are absent from other themes', () => {
    expect(sitesOf('green tea', 0).filter((name) => regulars.includes(name))).toEqual([]);
  });
});
