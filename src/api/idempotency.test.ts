import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createListHash, hashOf } from './idempotency.ts';

test('the hash of a list is the same for its entries one at a time', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (list) => {
      const hash = createListHash();
      for (const entry of list) hash.add(entry);
      expect(hash.end()).toBe(hashOf(list));
    }),
  );
});

test('equal JSON values have equal hashes, and different ones do not', () => {
  expect(hashOf({ a: 1, b: ['x', { c: null, d: 2 }] })).toBe(hashOf({ b: ['x', { d: 2, c: null }], a: 1 }));
  const different = [{}, [], '', null, 0, '[]', [[]], ['a,b'], ['a', 'b'], [['a', 'b']], { a: undefined, b: 1 }, { a: ['1'] }, { a: [1] }];
  expect(new Set(different.map(hashOf)).size).toBe(different.length);
});
