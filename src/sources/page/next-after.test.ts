import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextAfter } from './next-after.ts';

it('returns the smallest number above the current one', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.integer()), (here, numbers) => {
      expect(nextAfter(here, numbers)).toBe(numbers.filter((number) => number > here).sort((a, b) => a - b)[0] ?? null);
    }),
  );
});

it('reads more numbers than a call can have arguments', () => {
  expect(
    nextAfter(
      20,
      Array.from({ length: 300_000 }, (_, index) => index * 10),
    ),
  ).toBe(30);
});
