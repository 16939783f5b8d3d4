import { expect, test } from 'vitest';
import { diffPages } from '../products/serp/page-diff.ts';
import { printCompared } from './case-check.ts';

test('a missing item is shown by the text that people see, and its URL', () => {
  const before = {
    organic: [{ title: 'Tea', url: 'https://tea.example/' }],
    paa: [{ question: 'What is tea?', title: 'Tea shop', url: null }],
    related: [{ keyword: 'green tea', rank: null }],
    images: [{ imageUrl: 'https://tea.example/1.png' }],
  };
  const lines: string[] = [];
  const diff = diffPages(before, {});
  expect(printCompared([{ name: 'bing-1-1', engine: 'bing', diff }], false, (text) => lines.push(text))).toBe(1);
  const rows = lines[0]!.split('\n').map((line) => line.split(/ {2,}/).slice(1, 5));
  expect(rows.slice(1, 5)).toEqual([
    ['organic', '1', 'item', 'Tea https://tea.example/'],
    ['images', '1', 'item', '{"imageUrl":"https://tea.example/1.png"}'],
    ['paa', '1', 'item', 'What is tea?'],
    ['related', '1', 'item', 'green tea'],
  ]);
});
