import { describe, expect, it } from 'vitest';
import { type Point, pointAt, SphereTree } from './sphere-tree.ts';

/** Seeded random numbers, so that a failure can be repeated. */
let state = 7;
const chance = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return state / 2 ** 32;
};
const somewhere = (): Point => pointAt(chance() * 180 - 90, chance() * 360 - 180);
const square = (a: Point, b: Point) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2;

describe('the nearest point on the globe', () => {
  it('equals the result of a full scan, also across the date line and at the poles', () => {
    // Some points occur more than once.
    const points = Array.from({ length: 3000 }, (_, index) => (index % 10 === 0 ? pointAt((index % 7) * 20 - 60, 180) : somewhere()));
    const rows = points.map((_, row) => row);
    const tree = new SphereTree(rows, (row) => points[row]!);
    const asked = [
      ...Array.from({ length: 500 }, somewhere),
      pointAt(90, 0),
      pointAt(-90, 77),
      pointAt(0, 180),
      pointAt(0, -180),
      points[0]!,
    ];
    for (const point of asked) {
      const least = Math.min(...points.map((one) => square(one, point)));
      const best = { row: -1, square: Number.POSITIVE_INFINITY };
      tree.improve(best, point);
      expect([best.row, best.square]).toEqual([points.findIndex((one) => square(one, point) === least), least]);
    }
  });

  it('stays the same when a tree has no nearer one', () => {
    const tree = new SphereTree([5], () => pointAt(0, 0));
    const best = { row: 3, square: 0 };
    tree.improve(best, pointAt(0, 0));
    expect(best.row).toBe(3);
    new SphereTree([], () => pointAt(0, 0)).improve(best, pointAt(0, 0));
    expect(best.row).toBe(3);
  });
});
