// Comparing a sketch with a list gives what comparing it with each sketch gives.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SLOTS, similarityOf } from './sketch.ts';
import { SketchList } from './sketch-list.ts';

/** Few values, so that slots are often equal or empty. The largest ones set the highest bit of a pair of slots. */
const sketch = fc
  .array(fc.constantFrom(0, 0, 1, 2, 0x7fff, 0x8000, 0xffff), { minLength: SLOTS, maxLength: SLOTS })
  .map((slots) => Uint16Array.from(slots));
const anySketch = fc.oneof(sketch, fc.constant(new Uint16Array(SLOTS)), fc.uint16Array({ minLength: SLOTS, maxLength: SLOTS }));

test('the similarities are exactly those of single comparisons, also to sketches that are added later', () => {
  fc.assert(
    fc.property(fc.array(anySketch, { maxLength: 9 }), fc.array(anySketch, { maxLength: 9 }), anySketch, (first, later, page) => {
      const list = new SketchList();
      const similarities: number[] = [];
      for (const added of [first, later]) {
        for (const known of added) list.add(known);
        list.compareRest(page, similarities);
      }
      expect(similarities).toEqual([...first, ...later].map((known) => similarityOf(known, page)));
    }),
    { numRuns: 500 },
  );
});

test('a sketch may be a part of another array', () => {
  const slots = Uint16Array.from({ length: SLOTS + 1 }, (_, slot) => slot);
  const list = new SketchList();
  const similarities: number[] = [];
  list.add(slots.slice(1));
  list.compareRest(slots.subarray(1), similarities);
  expect(similarities).toEqual([1]);
});
