import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createListHash, hashOf } from './idempotency.ts';

const fromJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const listHash = (list: readonly unknown[]): string => {
  const hash = createListHash();
  for (const entry of list) hash.add(entry);
  return hash.end();
};

test('lists have equal hashes exactly when they are equal', () => {
  const lists = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 });
  fc.assert(
    fc.property(lists, lists, (list, other) => {
      expect(listHash(structuredClone(list))).toBe(listHash(list));
      // JSON has no negative zero.
      expect(listHash(list) === listHash(other)).toBe(isDeepStrictEqual(fromJson(list), fromJson(other)));
    }),
  );
});

test('equal JSON values have equal hashes, and different ones do not', () => {
  expect(hashOf({ a: 1, b: ['x', { c: null, d: 2 }] })).toBe(hashOf({ b: ['x', { d: 2, c: null }], a: 1 }));
  const different = [{}, [], '', null, 0, '[]', [[]], ['a,b'], ['a', 'b'], [['a', 'b']], { a: undefined, b: 1 }, { a: ['1'] }, { a: [1] }];
  expect(new Set(different.map(hashOf)).size).toBe(different.length);
});
