import { expect, test } from 'vitest';
import { readHtml } from './html.ts';
import { statedQueryIn } from './signs.ts';

test.each([
  ['input', (text: string) => `<input name="q" value="${text}">`],
  ['textarea', (text: string) => `<textarea name="q">${text}</textarea>`],
])('the query in an %s is read, and at most a thousand characters of it', (_, box) => {
  const stated = (text: string) => statedQueryIn(readHtml(`<html><body><form>${box(text)}</form><p>Results</p></body></html>`).tree);
  expect(stated('  clay pots ')).toBe('clay pots');
  const long = 'clay pots '.repeat(5000).trim();
  expect(stated(long)).toBe(long.slice(0, 1000));
});
