import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

function counted(entriesMax: number) {
  const recent = new LruCache<string | null>(entriesMax);
  const made: string[] = [];
  const get = (key: string, value: string | null = key.toUpperCase()) =>
    recent.get(key, () => {
      made.push(key);
      return value;
    });
  return { ask: get, made };
}

test('returns recent values without making them again, even null', () => {
  const { ask: get, made } = counted(2);
  expect([get('a'), get('a'), get('none', null), get('none', null)]).toEqual(['A', 'A', null, null]);
  expect(made).toEqual(['a', 'none']);
});

test('drops the least recently used entry first', () => {
  const { ask: get, made } = counted(2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('returns the value of a very long key without storing it', () => {
  const { ask: get, made } = counted(2);
  const long = 'x'.repeat(501);
  for (const key of [long, long, 'a']) get(key);
  expect(made).toEqual([long, long, 'a']);
});
