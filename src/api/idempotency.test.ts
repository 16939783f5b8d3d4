import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf, hashOfStored } from './idempotency.ts';

const fromJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('JSON values have equal hashes exactly when they are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (value, other) => {
      expect(hashOf(structuredClone(value))).toBe(hashOf(value));
      expect(hashOf(value) === hashOf(other)).toBe(isDeepStrictEqual(fromJson(value), fromJson(other)));
    }),
  );
  expect(hashOf({ a: 1, b: ['x', { c: null, d: 2 }] })).toBe(hashOf({ b: ['x', { d: 2, c: null }], a: 1 }));
});

test('stored requests have equal hashes exactly when they are equal', () => {
  const lists = [[], ['{}'], ['{}', '{}'], ['{"a":1}'], ['{"a":1}', '{}'], ['{}', '{"a":1}']];
  expect(hashOfStored(lists[4]!)).toBe(hashOfStored([...lists[4]!]));
  expect(new Set(lists.map(hashOfStored)).size).toBe(lists.length);
});
