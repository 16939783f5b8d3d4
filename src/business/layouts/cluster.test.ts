import { expect, test } from 'vitest';
import { SLOTS } from '../../platform/sketch.ts';
import { closenessOf, layoutOf, mergesOf } from './cluster.ts';

/** A sketch that has `equal` slots in common with that of the same kind and `equal` 64. */
const sketch = (kind: number, equal = SLOTS): Uint16Array =>
  Uint16Array.from({ length: SLOTS }, (_, slot) => (slot < equal ? kind * 100 + slot + 1 : 30_000 + kind * 100 + slot));
const page = (shapes: Uint16Array, names: Uint16Array) => ({ sketches: { shapes, names } });

test('the smaller similarity of shapes and names counts', () => {
  const known = page(sketch(1), sketch(2)).sketches;
  expect(closenessOf(known, known)).toBe(1);
  expect(closenessOf(known, page(sketch(1), sketch(2, 16)).sketches)).toBe(0.25);
  expect(closenessOf(known, page(sketch(1, 32), sketch(2)).sketches)).toBe(0.5);
  expect(closenessOf(known, page(sketch(1), sketch(9)).sketches)).toBe(0);
});

test('a page belongs to the nearest layout, and to none with other names or shapes', () => {
  const layouts = [page(sketch(1, 30), sketch(2, 30)), page(sketch(1), sketch(2)), page(sketch(3), sketch(4))];
  expect(layoutOf(layouts, page(sketch(1), sketch(2)).sketches)).toBe(layouts[1]);
  expect(layoutOf(layouts, page(sketch(3, 20), sketch(4, 20)).sketches)).toBe(layouts[2]);
  expect(layoutOf(layouts, page(sketch(3), sketch(5)).sketches)).toBeNull();
  expect(layoutOf(layouts, page(sketch(6), sketch(4)).sketches)).toBeNull();
  expect(layoutOf([], page(sketch(6), sketch(4)).sketches)).toBeNull();
});

test('pages without class names are compared by their shapes', () => {
  const none = new Uint16Array(SLOTS);
  expect(layoutOf([page(sketch(1), none)], page(sketch(1, 40), none).sketches)).not.toBeNull();
  expect(layoutOf([page(sketch(1), none)], page(sketch(7), none).sketches)).toBeNull();
});

test('the younger of two like layouts is merged into the older one, also among several', () => {
  const one = { ...page(sketch(1), sketch(2)), id: 'a', firstSeen: 3 };
  const older = { ...page(sketch(1, 50), sketch(2, 50)), id: 'b', firstSeen: 1 };
  const twin = { ...page(sketch(1, 60), sketch(2, 60)), id: 'c', firstSeen: 3 };
  const other = { ...page(sketch(5), sketch(6)), id: 'd', firstSeen: 2 };
  const all = [one, older, twin, other];
  expect(mergesOf(all, all).map(({ from, into }) => [from.id, into.id])).toEqual([
    ['c', 'a'],
    ['a', 'b'],
  ]);
  expect(mergesOf(all, [])).toEqual([]);
});
