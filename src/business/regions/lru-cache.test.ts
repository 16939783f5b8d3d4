import { expect, test } from 'vitest';
import { Recent } from './lru-cache.ts';

function counted(entriesMax: number) {
  const recent = new Recent<string | null>(entriesMax);
  const made: string[] = [];
  const ask = (key: string, value: string | null = key.toUpperCase()) =>
    recent.get(key, () => {
      made.push(key);
      return value;
    });
  return { ask, made };
}

test('what was asked lately is not made again, also if it is nothing', () => {
  const { ask, made } = counted(2);
  expect([ask('a'), ask('a'), ask('none', null), ask('none', null)]).toEqual(['A', 'A', null, null]);
  expect(made).toEqual(['a', 'none']);
});

test('the one that was not asked for longest is forgotten first', () => {
  const { ask, made } = counted(2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) ask(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('a very long question is answered and not kept', () => {
  const { ask, made } = counted(2);
  const long = 'x'.repeat(501);
  for (const key of [long, long, 'a']) ask(key);
  expect(made).toEqual([long, long, 'a']);
});
