import { describe, expect, test } from 'vitest';
import { type ComparedItem, type ComparedList, countChanges, diffOf } from './diff.ts';

const list = (urls: readonly string[], depth = urls.length): ComparedList => ({
  items: urls.map((url, index): ComparedItem => ({ position: index + 1, url: url.includes(':') ? url : `https://${url}.example/` })),
  depth,
});
const changes = (before: ComparedList, after: ComparedList) =>
  diffOf(before, after).map(({ key, change, gained }) => [key.replace('.example', ''), change, gained]);

describe('two results', () => {
  test('of the same list have no changes', () => {
    expect(changes(list(['a', 'b']), list(['a', 'b']))).toEqual([
      ['a', 'same', 0],
      ['b', 'same', 0],
    ]);
  });
  test('show moves, new items and lost items, in the order of the second', () => {
    expect(changes(list(['a', 'b', 'c', 'd']), list(['c', 'a', 'x', 'd']))).toEqual([
      ['c', 'up', 2],
      ['a', 'down', -1],
      ['b', 'lost', 0],
      ['x', 'new', 0],
      ['d', 'same', 0],
    ]);
  });
  test('do not call an item lost or new when the other result is too short to tell', () => {
    expect(changes(list(['a', 'b', 'c']), list(['a', 'x']))).toEqual([
      ['a', 'same', 0],
      ['x', 'new', 0],
      ['b', 'lost', 0],
      ['c', 'unchecked', 0],
    ]);
    expect(changes(list(['a']), list(['a', 'x']))).toContainEqual(['x', 'unchecked', 0]);
  });
  test('call everything lost when the second one is known to be empty', () => {
    expect(changes(list(['a', 'b']), list([], Number.POSITIVE_INFINITY)).map(([, change]) => change)).toEqual(['lost', 'lost']);
    expect(changes(list(['a', 'b']), list([])).map(([, change]) => change)).toEqual(['unchecked', 'unchecked']);
  });
  test('match repeated URLs in their order', () => {
    const [first, second] = [list(['a', 'b', 'a']), list(['a', 'a', 'b'])];
    expect(diffOf(first, second).map(({ change, gained }) => [change, gained])).toEqual([
      ['same', 0],
      ['up', 1],
      ['down', -1],
    ]);
    expect(new Set(diffOf(first, second).map(({ key }) => key)).size).toBe(3);
  });
  test('match items without a URL by their text', () => {
    const questions = (...texts: string[]): ComparedList => ({
      items: texts.map((question, index) => ({ position: index + 1, question })),
      depth: Number.POSITIVE_INFINITY,
    });
    expect(diffOf(questions('What is tea?'), questions('Why?', 'what is tea? ')).map(({ change }) => change)).toEqual(['new', 'down']);
  });
  test('give the reverse when they are swapped', () => {
    const [one, other] = [list(['a', 'b', 'c', 'd', 'e']), list(['e', 'b', 'x', 'a'])];
    const [there, back] = [countChanges(diffOf(one, other)), countChanges(diffOf(other, one))];
    expect([there.up, there.down, there.new, there.lost, there.same]).toEqual([back.down, back.up, back.lost, back.new, back.same]);
    expect(there.unchecked).toBe(back.unchecked);
    expect(Object.values(there).reduce((sum, count) => sum + count)).toBe(6);
  });
});
