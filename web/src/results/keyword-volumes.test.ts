import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import { drawnPaths, drawnText, elementsOf } from './drawn-elements.ts';
import { VolumeTable } from './keyword-volumes.tsx';
import { VolumeCard } from './volume-card.tsx';
import { compact, competitionLevel, type KeywordResult, monthBars, peakMonth, price, priceRange, shareInRange } from './volume-figures.ts';

const RESULT: KeywordResult = {
  keyword: 'red shoes',
  competition: 0.85,
  costPerClick: 1.5,
  searchVolume: 110_000,
  searchVolumeMobileRatio: null,
  monthlySearchVolumes: [
    { year: 2025, month: 11, searchVolume: 50_000 },
    { year: 2025, month: 12, searchVolume: 200_000 },
    { year: 2026, month: 1, searchVolume: null },
  ],
};

describe('months', () => {
  test('are bars in proportion to the highest one, and unknown months have no figure', () => {
    expect(monthBars(RESULT, 'results[0]').map(({ label, volume, share }) => [label, volume, share])).toEqual([
      ['Nov', 50_000, 0.25],
      ['Dec', 200_000, 1],
      ['Jan', null, 0],
    ]);
  });
  test('have their figures as text', () => {
    expect(monthBars(RESULT, 'results[0]').map(({ text }) => text)).toEqual([
      'November 2025: 50,000 searches',
      'December 2025: 200,000 searches',
      'January 2026: no data',
    ]);
  });
  test('without searches have no highest one', () => {
    const zero = { ...RESULT, monthlySearchVolumes: [{ year: 2026, month: 1, searchVolume: 0 }] };
    expect(peakMonth(monthBars(zero, 'results[0]'))).toBeNull();
    expect(peakMonth(monthBars(RESULT, 'results[0]'))?.label).toBe('Dec');
    expect(monthBars({ ...RESULT, monthlySearchVolumes: null }, 'results[0]')).toEqual([]);
  });
});

test.each([
  [0, 'google', 'Low'],
  [0.33, 'google', 'Low'],
  [0.34, 'google', 'Medium'],
  [0.66, 'google', 'Medium'],
  [0.67, 'google', 'High'],
  [1, 'google', 'High'],
  [null, 'google', null],
  [12, 'baidu', null],
])('the competition %s of %s is %s', (competition, source, level) => {
  expect(competitionLevel(competition, source)).toBe(level);
});

test('prices have the currency of their source', () => {
  expect([price(1.5, 'google'), price(1.5, 'baidu'), price(1.5, 'naver')]).toEqual(['$1.50', '¥1.50', '1.50']);
});

test('the range has the lowest and the highest known price', () => {
  const results = [2, null, 0.5, 1].map((costPerClick) => ({ ...RESULT, costPerClick }));
  const range = priceRange(results);
  expect(range).toEqual({ low: 0.5, high: 2 });
  expect(shareInRange(1.25, range!)).toBe(0.5);
  expect(shareInRange(1, { low: 1, high: 1 })).toBeNull();
  expect(priceRange([{ ...RESULT, costPerClick: null }])).toBeNull();
});

test('figures above the bars are short', () => {
  expect([compact(90), compact(1300), compact(110_000)]).toEqual(['90', '1.3K', '110K']);
});

describe('a card', () => {
  const drawn = h(VolumeCard, { result: RESULT, source: 'google', range: { low: 0.5, high: 2.5 }, path: 'results[0]' });
  test('has every figure as text', () => {
    const text = drawnText(drawn);
    for (const figure of ['110,000', '0.85', 'High', '$1.50', '$0.50 to $2.50', 'December 2025: 200,000 searches'])
      expect(text).toContain(figure);
  });
  test('has the paths of its figures', () => {
    expect(drawnPaths(drawn)).toEqual([
      'results[0]',
      'results[0].searchVolume',
      'results[0].monthlySearchVolumes[0]',
      'results[0].monthlySearchVolumes[1]',
      'results[0].monthlySearchVolumes[2]',
      'results[0].competition',
      'results[0].costPerClick',
    ]);
  });
  test('marks a month without data', () => {
    const marked = elementsOf(drawn).filter(({ type, props }) => type === 'i' && props.class === 'unknown');
    expect(marked).toHaveLength(1);
  });
  test('draws no price range for a single price', () => {
    const single = h(VolumeCard, { result: RESULT, source: 'google', range: { low: 1.5, high: 1.5 }, path: 'results[0]' });
    expect(drawnText(single)).not.toContain('Keywords of this request');
  });
});

test('the table has a header for each figure and a row for each keyword', () => {
  const results = [RESULT, { ...RESULT, keyword: 'blue shoes', competition: null, costPerClick: null, searchVolume: null }];
  const drawn = h(VolumeTable, { results, source: 'google' });
  const cells = elementsOf(drawn).filter(({ type }) => type === 'td');
  expect(
    elementsOf(drawn)
      .filter(({ type }) => type === 'th')
      .map(({ text }) => text),
  ).toHaveLength(5);
  expect(cells.map(({ text }) => text)).toEqual([
    ...['red shoes', '110,000', '0.85 · High', '$1.50', '–'],
    ...['blue shoes', '–', '–', '–', '–'],
  ]);
  expect(drawnPaths(drawn)).toEqual(['results[0].keyword', 'results[1].keyword']);
});
