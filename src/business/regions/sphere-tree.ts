// A k-d tree over points on the globe, as unit vectors: the straight line between two of them grows with their distance on the surface.

const LEAF = 6;

/** The nearest so far; it is handed from tree to tree, so that each has only to find something nearer. */
export interface NearestSoFar {
  row: number;
  square: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const RADIANS = Math.PI / 180;

export function pointAt(latitude: number, longitude: number): Point {
  const [lat, lng] = [latitude * RADIANS, longitude * RADIANS];
  return { x: Math.cos(lat) * Math.cos(lng), y: Math.cos(lat) * Math.sin(lng), z: Math.sin(lat) };
}

export class SphereTree {
  readonly #rows: Uint32Array;
  /** x, y and z of each row, side by side: one look at the memory for each of them. */
  readonly #points: Float64Array;

  constructor(rows: readonly number[], pointOf: (row: number) => Point) {
    this.#rows = Uint32Array.from(rows);
    this.#points = new Float64Array(3 * rows.length);
    for (const [index, row] of rows.entries()) {
      const { x, y, z } = pointOf(row);
      this.#points[3 * index] = x;
      this.#points[3 * index + 1] = y;
      this.#points[3 * index + 2] = z;
    }
    this.#sort(0, rows.length - 1, 0);
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Of two at the same distance the one with the lower row. */
  improve(best: NearestSoFar, { x, y, z }: Point): void {
    this.#visit(0, this.#rows.length - 1, 0, x, y, z, best, 0, 0, 0);
  }

  /** `offX`, `offY` and `offZ` are how far the box of this part of the tree is away on each axis, at least. */
  #visit(
    left: number,
    right: number,
    axis: number,
    x: number,
    y: number,
    z: number,
    best: NearestSoFar,
    offX: number,
    offY: number,
    offZ: number,
  ): void {
    if (right - left <= LEAF) {
      for (let index = left; index <= right; index++) this.#compare(index, x, y, z, best);
      return;
    }
    const middle = (left + right) >> 1;
    const away = (axis === 0 ? x : axis === 1 ? y : z) - this.#points[3 * middle + axis]!;
    const next = axis === 2 ? 0 : axis + 1;
    if (away <= 0) this.#visit(left, middle - 1, next, x, y, z, best, offX, offY, offZ);
    else this.#visit(middle + 1, right, next, x, y, z, best, offX, offY, offZ);
    const farX = axis === 0 ? away : offX;
    const farY = axis === 1 ? away : offY;
    const farZ = axis === 2 ? away : offZ;
    // What lies behind the middle cannot be nearer than this.
    if (farX * farX + farY * farY + farZ * farZ > best.square) return;
    this.#compare(middle, x, y, z, best);
    if (away <= 0) this.#visit(middle + 1, right, next, x, y, z, best, farX, farY, farZ);
    else this.#visit(left, middle - 1, next, x, y, z, best, farX, farY, farZ);
  }

  #compare(index: number, x: number, y: number, z: number, best: NearestSoFar): void {
    const byX = x - this.#points[3 * index]!;
    const byY = y - this.#points[3 * index + 1]!;
    const byZ = z - this.#points[3 * index + 2]!;
    const square = byX * byX + byY * byY + byZ * byZ;
    if (square > best.square) return;
    const row = this.#rows[index]!;
    if (square === best.square && best.row >= 0 && row > best.row) return;
    best.square = square;
    best.row = row;
  }

  /** Puts the median of the axis into the middle, what is below it before it, and does the same with both halves on the next axis. */
  #sort(left: number, right: number, axis: number): void {
    if (right - left <= LEAF) return;
    const middle = (left + right) >> 1;
    this.#select(middle, left, right, axis);
    const next = axis === 2 ? 0 : axis + 1;
    this.#sort(left, middle - 1, next);
    this.#sort(middle + 1, right, next);
  }

  /** Quickselect with the median of three as pivot. */
  #select(wanted: number, from: number, to: number, axis: number): void {
    const points = this.#points;
    let left = from;
    let right = to;
    while (left < right) {
      const middle = (left + right) >> 1;
      if (points[3 * middle + axis]! < points[3 * left + axis]!) this.#swap(middle, left);
      if (points[3 * right + axis]! < points[3 * left + axis]!) this.#swap(right, left);
      if (points[3 * right + axis]! < points[3 * middle + axis]!) this.#swap(right, middle);
      const pivot = points[3 * middle + axis]!;
      let low = left;
      let high = right;
      while (low <= high) {
        while (points[3 * low + axis]! < pivot) low++;
        while (points[3 * high + axis]! > pivot) high--;
        if (low <= high) this.#swap(low++, high--);
      }
      if (wanted <= high) right = high;
      else if (wanted >= low) left = low;
      else return;
    }
  }

  #swap(one: number, other: number): void {
    for (let axis = 0; axis < 3; axis++) swap(this.#points, 3 * one + axis, 3 * other + axis);
    swap(this.#rows, one, other);
  }
}

function swap(list: Float64Array | Uint32Array, one: number, other: number): void {
  const kept = list[one]!;
  list[one] = list[other]!;
  list[other] = kept;
}
