import { describe, expect, test } from 'vitest';
import { childPath, closestPath, closestView, isWithin } from './json-path.ts';

test('a path names fields with dots and items with brackets, and quotes unusual names', () => {
  expect(childPath(childPath(childPath('', 'organic'), 0), 'title')).toBe('organic[0].title');
  expect(childPath('hours', 'opens at')).toBe('hours["opens at"]');
});

test.each([
  ['organic[1].title', 'organic[1]', true],
  ['organic[1]', 'organic[1]', true],
  ['organic[1]', 'organic', true],
  ['organic[10]', 'organic[1]', false],
  ['organicTotal', 'organic', false],
  ['organic', 'organic[1]', false],
])('%s within %s: %s', (path, ancestor, expected) => {
  expect(isWithin(path, ancestor)).toBe(expected);
});

describe('the closest path', () => {
  const known = ['verdict', 'data', 'organic', 'organic[0]', 'organic[0].title', 'response', 'text'];
  test.each([
    ['organic[0].title', 'organic[0].title'],
    ['organic[0].sitelinks[2]', 'organic[0]'],
    ['organic[7]', 'organic'],
    ['data.organic[0]', 'organic[0]'],
    ['data.organic[0].rating', 'organic[0]'],
    ['text', 'text'],
    ['response.text', 'text'],
  ])('of %s is %s', (path, expected) => {
    expect(closestPath(path, known)).toBe(expected);
  });
  test('is null for an unknown path', () => {
    expect(closestPath('maps[0]', known.slice(0, 5))).toBeNull();
  });
});

describe('the closest view', () => {
  const views = ['organic[0]', 'organic[0].sitelinks[0]', 'data.maps[0]', 'response.citations[1]'];
  test.each([
    ['organic[0].title', 0],
    ['organic[0].sitelinks[0].url', 1],
    ['maps[0].title', 2],
    ['citations[1].url', 3],
    ['organic[1]', -1],
    ['verdict', -1],
  ])('of %s is %i', (path, expected) => {
    expect(closestView(path, views)).toBe(expected);
  });
});
