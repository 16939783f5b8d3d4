import { expect, test } from 'vitest';
import { createYieldWatch } from './parser-yield.ts';

test('reports a drop of the parser yield once, and again only after a recovery', () => {
  const drops: string[] = [];
  const watch = createYieldWatch((engine) => drops.push(engine));
  for (let count = 0; count < 100; count++) watch.record('bing', 10, 10);
  for (let count = 0; count < 40; count++) watch.record('google', 3, 10);
  expect(drops).toEqual([]);
  for (let count = 0; count < 20; count++) watch.record('bing', 2, 10);
  expect(drops).toEqual(['bing']);
  for (let count = 0; count < 40; count++) watch.record('bing', 10, 10);
  for (let count = 0; count < 20; count++) watch.record('bing', 1, 10);
  expect(drops).toEqual(['bing', 'bing']);
});
