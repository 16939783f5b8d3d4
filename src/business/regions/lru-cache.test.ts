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

test('returns recent values without making them again, even null', () => {
  const { ask, made } = counted(2);
  expect([ask('a'), ask('a'), ask('none', null), ask('none', null)]).toEqual(['A', 'A', null, null]);
  expect(made).toEqual(['a', 'none']);
});

test('drops the least recently used entry first', () => {
  const { ask, made } = counted(2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) ask(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('returns the value of a very long key without storing it', () => {
  const { ask, made } = counted(2);
  const long = 'x'.repeat(501);
  for (const key of [long, long, 'a']) ask(key);
  expect(made).toEqual([long, long, 'a']);
});
