// Pages that are made to exhaust the tree. `steps.test.ts` counts their steps.
import { describe, expect, test } from 'vitest';
import { all, textOf } from '../html.ts';
import { Element, PageTree, Text } from './page-tree.ts';

const treeOf = (html: string): PageTree => new PageTree(Buffer.from(html));

describe('hostile pages', () => {
  test('lays elements below 512 levels side by side', () => {
    const { document } = treeOf(`${'<div>'.repeat(2000)}<p>first</p><p>second</p>`);
    let depth = 0;
    let deepest = document.children[0] as Element;
    while (deepest.children[0] instanceof Element) {
      deepest = deepest.children[0];
      depth++;
    }
    expect(depth).toBe(512);
    const last = deepest.parent!.children.filter((child) => child instanceof Element || child instanceof Text);
    expect(last.slice(-3).map((node) => (node instanceof Text ? node.data : node instanceof Element && node.name))).toEqual([
      'first',
      'p',
      'second',
    ]);
  });

  test('rejects a page with too many open elements', () => {
    expect(treeOf('<div>'.repeat(25_000)).columns.count).toBe(25_001);
    expect(() => treeOf('<div>'.repeat(25_001))).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
    expect(treeOf('<p>a</p>').document.children).toHaveLength(1);
  });

  test('rejects a page with too many elements', () => {
    expect(() => treeOf('<p>'.repeat(3_000_001))).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
  });

  test('rejects a page with too many attributes', () => {
    const element = `<p ${[...'abcdefghijklmnop'].join(' ')}>`;
    expect(treeOf(element.repeat(2 ** 18)).columns.count).toBe(2 ** 18 + 1);
    expect(() => treeOf(element.repeat(2 ** 18 + 1))).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
    expect((treeOf('<a b=1>').document.children[0] as Element).attributes).toEqual([['b', '1']]);
  });

  test('reads 40,000 attributes of one element', () => {
    const pairs = Array.from({ length: 40_000 }, (_, index) => `a${index % 30_000}=${index}`);
    const element = treeOf(`<a ${pairs.join(' ')}>`).document.children[0] as Element;
    expect(element.attributes).toHaveLength(30_000);
    expect([element.attribute('a0'), element.attribute('a29999'), element.attribute('a30000')]).toEqual(['0', '29999', null]);
  });

  test('begins a new name table after a page with many names, and keeps the old one for its tree', () => {
    const old = treeOf(Array.from({ length: 15_000 }, (_, index) => `<x${index} y${index} class="z${index}">a</x${index}>`).join(''));
    const next = treeOf('<x14999 y1 class="z14999 z">b</x14999>');
    expect(next.names).not.toBe(old.names);
    for (const [{ document }, text] of [
      [next, 'b'],
      [old, 'a'],
      [next, 'b'],
    ] as const) {
      expect(all('x14999.z14999', document).map((element) => textOf(element))).toEqual([text]);
      expect(all('[y14999]', document)).toHaveLength(text === 'a' ? 1 : 0);
    }
  });

  test.each([
    ['class value', (text: string) => `<p class="${text}">a</p>`],
    ['class value that is not ASCII', (text: string) => `<p class="é ${text}">a</p>`],
    ['attribute', (text: string) => `<p ${text.replaceAll(' ', 'x')}>a</p>`],
  ])('begins a new name table after a page with a very long %s, so that such pages do not add up', (_, page) => {
    const old = treeOf(page('a '.repeat(1_500_000)));
    const next = treeOf(page('b c'));
    expect(next.names).not.toBe(old.names);
    expect(treeOf(page('d e')).names).toBe(next.names);
  });

  const MB64 = 64 * 1024 * 1024;
  test.each<[string, string, string, number]>([
    ['text', '', 'word ', 2],
    ['open brackets', '', '<', 2],
    ['NULs', '', '\0', 2],
    ['an unfinished comment', '<!--', 'x - ', 2],
    ['an unfinished tag', '<a b="', 'x ', 1],
    ['an unfinished script', '<script>', '</scrip ', 3],
    ['one attribute many times', '<a ', 'b=1 ', 1],
    ['end tags', '', '</x>', 1],
  ])('reads 64 MB of %s', (_, begin, filling, count) => {
    const bytes = Buffer.alloc(MB64, filling);
    bytes.write(begin);
    expect(new PageTree(bytes).columns.count).toBe(count);
  });
});
