import { describe, expect, test } from 'vitest';
import { diffOf } from './diff.ts';
import { type ComparedSerp, inTimeOrder, listOf, reasonAgainst, sharedListsOf, sourceNameOf } from './serp.ts';

const serp = (fields: Partial<ComparedSerp> = {}): ComparedSerp => ({
  id: 'a'.repeat(24),
  keyword: 'tea',
  searchEngine: 'google',
  isMobile: false,
  region: { canonicalName: 'Berlin,Berlin,Germany' },
  createdAt: '2026-11-15T09:30:00+0000',
  generatedAt: null,
  ready: true,
  faulty: false,
  verdict: 'valid',
  data: { organic: [{ position: 1, url: 'https://a.example/' }], maps: [], totalResults: 10, raw: [] },
  ...fields,
});

describe('the lists of two results', () => {
  test('are those that one of them has, organic results first', () => {
    const other = serp({ data: { maps: [{ position: 1, title: 'A' }], organic: [] } });
    expect(sharedListsOf(serp(), other)).toEqual(['organic', 'maps']);
  });
  test('are sorted by position', () => {
    const organic = [{ position: 2 }, { position: 1 }];
    expect(listOf(serp({ data: { organic } }), 'organic').items.map(({ position }) => position)).toEqual([1, 2]);
  });
  test('end at the last organic result, unless the engine has none', () => {
    expect(listOf(serp(), 'organic').depth).toBe(1);
    expect(listOf(serp({ verdict: 'empty', data: { organic: [] } }), 'organic').depth).toBe(Number.POSITIVE_INFINITY);
    expect(listOf(serp(), 'maps').depth).toBe(Number.POSITIVE_INFINITY);
  });
});

test('a result that the engine does not have any more is lost', () => {
  const empty = serp({ verdict: 'empty', data: { organic: [] } });
  expect(diffOf(listOf(serp(), 'organic'), listOf(empty, 'organic')).map(({ change }) => change)).toEqual(['lost']);
});

test.each([
  [{}, null],
  [{ faulty: true, ready: false, verdict: 'blocked', data: null }, 'failed'],
  [{ ready: false, verdict: null, data: null }, 'in progress'],
  [{ data: null }, 'no result data'],
])('%j can be compared: %s', (fields, reason) => {
  const text = reasonAgainst(serp(fields));
  if (reason === null) expect(text).toBeNull();
  else expect(text).toContain(reason);
});

test('a source is named by engine, region and device', () => {
  expect(sourceNameOf(serp({ isMobile: true }))).toBe('Google · Berlin · Mobile');
  expect(sourceNameOf(serp({ region: null, searchEngine: 'bing' }))).toBe('Bing');
});

test('the older request is first, whatever order they are chosen in', () => {
  const [old, now] = [serp({ id: '1' }), serp({ id: '2', createdAt: '2026-11-16T09:30:00+0000' })];
  expect([inTimeOrder(old, now), inTimeOrder(now, old)]).toEqual([
    { a: '1', b: '2' },
    { a: '1', b: '2' },
  ]);
  expect(inTimeOrder(serp({ id: '4' }), serp({ id: '3' }))).toEqual({ a: '3', b: '4' });
});
