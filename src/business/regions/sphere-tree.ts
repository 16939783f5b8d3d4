// A k-d tree over points on the globe as unit vectors, whose chord grows with the surface distance.

/** Nodes with fewer points are not divided. */
const LEAF = 8;

/** The nearest row so far. It is passed from tree to tree, so that each only looks for a nearer one. */
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
  /** x, y and z of each row are adjacent, so that a comparison reads one cache line. */
  readonly #points: Float64Array;
  /** The smallest and largest x, y and z of each node. Node n has the children 2n + 1 and 2n + 2. */
  readonly #boxes: Float64Array;

  constructor(rows: readonly number[], pointOf: (row: number) => Point) {
    this.#rows = Uint32Array.from(rows);
    this.#points = new Float64Array(3 * rows.length);
    for (const [index, row] of rows.entries()) {
      const { x, y, z } = pointOf(row);
      this.#points[3 * index] = x;
      this.#points[3 * index + 1] = y;
      this.#points[3 * index + 2] = z;
    }
    const depth = Math.max(0, Math.ceil(Math.log2(Math.max(1, rows.length / LEAF))));
    this.#boxes = new Float64Array(6 * (2 ** (depth + 1) - 1));
    if (rows.length > 0) this.#build(0, 0, rows.length - 1);
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Replaces `best` by a nearer row, if there is one. At equal distance, the lower row wins. */
  improve(best: NearestSoFar, { x, y, z }: Point): void {
    if (this.#rows.length > 0) this.#visit(0, 0, this.#rows.length - 1, x, y, z, best);
  }

  #visit(node: number, left: number, right: number, x: number, y: number, z: number, best: NearestSoFar): void {
    if (right - left < LEAF) {
      for (let index = left; index <= right; index++) this.#compare(index, x, y, z, best);
      return;
    }
    const middle = (left + right) >> 1;
    const low = 2 * node + 1;
    const high = low + 1;
    const toLow = this.#squareTo(low, x, y, z);
    const toHigh = this.#squareTo(high, x, y, z);
    if (toLow <= toHigh) {
      if (toLow <= best.square) this.#visit(low, left, middle, x, y, z, best);
      if (toHigh <= best.square) this.#visit(high, middle + 1, right, x, y, z, best);
    } else {
      if (toHigh <= best.square) this.#visit(high, middle + 1, right, x, y, z, best);
      if (toLow <= best.square) this.#visit(low, left, middle, x, y, z, best);
    }
  }

  /** Returns the squared distance to a node's box, 0 inside. Tight boxes prune well: most of the globe is water. */
  #squareTo(node: number, x: number, y: number, z: number): number {
    const boxes = this.#boxes;
    const at = 6 * node;
    const byX = Math.max(boxes[at]! - x, 0, x - boxes[at + 1]!);
    const byY = Math.max(boxes[at + 2]! - y, 0, y - boxes[at + 3]!);
    const byZ = Math.max(boxes[at + 4]! - z, 0, z - boxes[at + 5]!);
    return byX * byX + byY * byY + byZ * byZ;
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

  /** Splits the points at the median of the axis with the largest spread, recursively. */
  #build(node: number, left: number, right: number): void {
    const at = 6 * node;
    let widest = 0;
    for (let axis = 0; axis < 3; axis++) {
      let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let index = left; index <= right; index++) {
        const value = this.#points[3 * index + axis]!;
        if (value < least) least = value;
        if (value > greatest) greatest = value;
      }
      this.#boxes[at + 2 * axis] = least;
      this.#boxes[at + 2 * axis + 1] = greatest;
      if (greatest - least > this.#boxes[at + 2 * widest + 1]! - this.#boxes[at + 2 * widest]!) widest = axis;
    }
    if (right - left < LEAF) return;
    const middle = (left + right) >> 1;
    this.#select(middle, left, right, widest);
    this.#build(2 * node + 1, left, middle);
    this.#build(2 * node + 2, middle + 1, right);
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
  const saved = list[one]!;
  list[one] = list[other]!;
  list[other] = saved;
}
