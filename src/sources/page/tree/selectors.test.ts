import { expect, test } from 'vitest';
import { all, one, readHtml } from '../html.ts';

const page = readHtml(`
  <main id="top" class="a b"><h1 lang="EN">x</h1><p class="a">y<b data-x="one two">z</b></p><p class="ab" title="">q</p></main>
  <ul><li class="x">1</li>text<li>2</li><li class="x y">3</li></ul>`);

test.each([
  ['p', 2],
  ['P', 2],
  ['*', 9],
  ['.a', 2],
  ['.a.b', 1],
  ['#top', 1],
  ['p.a, li.x', 3],
  ['[title]', 1],
  ['[title=""]', 1],
  ['[data-x="one two"]', 1],
  ['[data-x~="two"]', 1],
  ['[data-x~="tw"]', 0],
  ['[data-x^="one"]', 1],
  ['[data-x$="two"]', 1],
  ['[data-x*="e t"]', 1],
  ['[data-x*=""]', 0],
  ['[class*="a"]', 3],
  ['[lang="en"]', 1],
  ['[LANG="en"]', 1],
  ['[id="TOP"]', 0],
  ['li[class!="x"]', 2],
  ['li:not(.x)', 1],
  ['li:not(.y, .z)', 2],
  ['main b', 1],
  ['main > b', 0],
  ['main > p > b', 1],
  ['li + li', 2],
  ['li.x + li', 1],
  ['li.x ~ li', 2],
  ['h1 + p.a', 1],
  ['p[title]', 1],
  ['p[class][title]', 1],
  ['li[title]', 0],
  ['p:not([title])', 1],
  ['b[data-x]', 1],
  ['i, [title], .y', 2],
  ['main [class~="a"] b[data-x]', 1],
])('%s finds %i elements', (selector, count) => {
  expect(all(selector, page)).toHaveLength(count);
});

test('a scope limits what is found, not the ancestors that count', () => {
  const paragraph = one('p', page)!;
  expect(all('main b', paragraph)).toHaveLength(1);
  expect(all('p', paragraph)).toHaveLength(0);
  expect(one('.missing', page)).toBeNull();
});

test('an element has the single classes of its class value', () => {
  const main = one('main', page)!;
  expect(['a', 'b', 'a b', 'ab', ''].map((name) => main.hasClass(name))).toEqual([true, true, false, false, false]);
  expect(one('h1', page)!.hasClass('a')).toBe(false);
});

test('an unsupported selector is an error', () => {
  expect(() => all('p:first-child', page)).toThrow(':first-child');
  expect(() => all('> p', page)).toThrow('combinator');
});
