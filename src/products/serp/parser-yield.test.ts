import { expect, test } from 'vitest';
import { createFillWatch } from './parser-yield.ts';

test('reports a drop of the parser yield once, and again only after a recovery', () => {
  const drops: string[] = [];
  const watch = createFillWatch((engine) => drops.push(engine));
  for (let count = 0; count < 100; count++) watch.note('bing', 10, 10);
  for (let count = 0; count < 40; count++) watch.note('google', 3, 10);
  expect(drops).toEqual([]);
  for (let count = 0; count < 20; count++) watch.note('bing', 2, 10);
  expect(drops).toEqual(['bing']);
  for (let count = 0; count < 40; count++) watch.note('bing', 10, 10);
  for (let count = 0; count < 20; count++) watch.note('bing', 1, 10);
  expect(drops).toEqual(['bing', 'bing']);
});
