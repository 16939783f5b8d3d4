import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf } from './idempotency.ts';
import { parseLong } from './long-list.ts';

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

test('long lists have equal hashes exactly when their texts are equal', () => {
  const longList = (text: string): unknown => parseLong(text, { entries: {} }, 1).next().value;
  const texts = ['["a","b"]', '["a", "b"]', '["a","c"]', '["a","b","x"]'];
  expect(hashOf(longList(texts[0]!))).toBe(hashOf(longList(texts[0]!)));
  expect(new Set(texts.map(longList).map(hashOf)).size).toBe(texts.length);
});
