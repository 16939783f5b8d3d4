// A row of numbers that depends only on its start. One hash starts the row, so that a text with many choices is cheap.

export interface Draw {
  /** Returns the next integer from 0 to `below - 1`. */
  number(below: number): number;
  /** Returns the next choice. */
  pick<T>(from: readonly T[]): T;
}

export function createDraw(start: number): Draw {
  let count = 0;
  const number = (below: number): number => mix(start, ++count) % below;
  return { number, pick: (from) => from[number(from.length)]! };
}

/** Returns a 32-bit hash of a hash and one more number. */
export function mix(hash: number, part: number): number {
  let value = Math.imul(hash ^ part, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 16), 0x27d4eb2f);
  return (value ^ (value >>> 15)) >>> 0;
}
