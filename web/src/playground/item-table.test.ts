import { describe, expect, test } from 'vitest';
import { csvOf } from '../parts/csv.ts';
import { columnsOf, defaultColumnsOf, type Item, isNumeric, itemListsOf, sortItems } from './item-table.ts';

const ITEMS: readonly Item[] = [
  { rating: { value: 4 }, url: 'https://b.example/', position: 2, title: 'beta', snippet: null, price: 10 },
  { rating: null, url: 'https://a.example/', position: 1, title: 'Alpha', snippet: 'First', price: 9 },
  { rating: null, url: 'https://c.example/', position: 3, title: null, snippet: '', isAmp: false, price: 101 },
];
const titles = (items: readonly Item[]) => items.map(({ position }) => position);

describe('the lists of a result', () => {
  test('are the non-empty arrays of items in its data, without raw pages', () => {
    const lists = itemListsOf({ attempts: [{ source: 'x' }], data: { organic: ITEMS, maps: [], raw: ['<html>'], totalResults: 3 } });
    expect(lists.map(({ name, items }) => [name, items.length])).toEqual([['organic', 3]]);
  });
  test('are read from the response of an AI request and from the top of a lookup', () => {
    expect(itemListsOf({ response: { citations: [{ url: 'x' }] } }).map(({ name }) => name)).toEqual(['citations']);
    expect(itemListsOf({ technologies: [{ name: 'x' }], attempts: [{}] }).map(({ name }) => name)).toEqual(['technologies']);
  });
});

describe('the columns', () => {
  test('are the fields with a value, the usual ones first', () => {
    expect(columnsOf(ITEMS)).toEqual(['position', 'title', 'url', 'snippet', 'rating', 'price']);
  });
  test('that start visible have no nested values', () => {
    expect(defaultColumnsOf(ITEMS)).toEqual(['position', 'title', 'url', 'snippet', 'price']);
  });
  test('are nested ones if there are no others', () => {
    expect(defaultColumnsOf([{ rating: { value: 1 } }])).toEqual(['rating']);
  });
  test('know numbers', () => {
    expect([isNumeric(ITEMS, 'price'), isNumeric(ITEMS, 'title')]).toEqual([true, false]);
  });
});

describe('sorting', () => {
  test('compares numbers as numbers, and leaves the given list as it is', () => {
    expect(titles(sortItems(ITEMS, { column: 'price', descending: false }))).toEqual([1, 2, 3]);
    expect(titles(sortItems(ITEMS, { column: 'price', descending: true }))).toEqual([3, 2, 1]);
    expect(titles(ITEMS)).toEqual([2, 1, 3]);
  });
  test('ignores case, and puts missing values last in both directions', () => {
    expect(titles(sortItems(ITEMS, { column: 'title', descending: false }))).toEqual([1, 2, 3]);
    expect(titles(sortItems(ITEMS, { column: 'title', descending: true }))).toEqual([2, 1, 3]);
  });
  test('without an order keeps the order of the result', () => {
    expect(sortItems(ITEMS, null)).toBe(ITEMS);
  });
});

describe('CSV', () => {
  test('quotes commas, quotes and line ends, and writes nested values as JSON', () => {
    const rows = [{ a: 'x, "y"', b: 'one\ntwo', c: { value: 4 }, d: null }];
    expect(csvOf(['a', 'b', 'c', 'd'], rows)).toBe('a,b,c,d\r\n"x, ""y""","one\ntwo","{""value"":4}",\r\n');
  });
  test.each(['=1+1', '+1', '-1', '@a', ' =1', '＝1', '\tx'])('marks %j, so that no spreadsheet runs it', (text) => {
    expect(csvOf(['a'], [{ a: text }])).toBe(`a\r\n'${text}\r\n`);
  });
  test('keeps negative numbers as numbers', () => {
    expect(csvOf(['a'], [{ a: -5 }])).toBe('a\r\n-5\r\n');
  });
});
