import { expect, test } from 'vitest';
import { createDisabledSources } from './disabled-sources.ts';

const route = ['serpapi', 'browser-de', 'page-de', 'page', 'sandbox'].map((name) => ({ name }));
const namesWith = (disabled: readonly (readonly [string, string, boolean?])[], engine = 'google'): string[] => {
  const sources = createDisabledSources();
  sources.set(disabled);
  return sources.without(engine, route).map(({ name }) => name);
};

test('a route without switched-off sources stays the same', () => {
  expect(namesWith([])).toEqual(['serpapi', 'browser-de', 'page-de', 'page', 'sandbox']);
});

test('a switched-off source is left out with its variants, for its engine only', () => {
  expect(namesWith([['google', 'page']])).toEqual(['serpapi', 'browser-de', 'sandbox']);
  expect(namesWith([['bing', 'page']])).toEqual(['serpapi', 'browser-de', 'page-de', 'page', 'sandbox']);
});

test('an exact name does not stand for its variants', () => {
  expect(namesWith([['google', 'page', true]])).toEqual(['serpapi', 'browser-de', 'page-de', 'sandbox']);
});

test('the sandbox cannot be switched off', () => {
  expect(namesWith([['google', 'sandbox']])).toContain('sandbox');
});

test('a new list replaces the one before', () => {
  const sources = createDisabledSources();
  sources.set([['google', 'page']]);
  sources.set([['google', 'serpapi']]);
  expect(sources.without('google', route).map(({ name }) => name)).toEqual(['browser-de', 'page-de', 'page', 'sandbox']);
});
