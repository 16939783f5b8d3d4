// Sketches of sets: their type, their similarity, and their bytes as they are stored.

/** A page has up to some thousand different parts; 64 of them estimate a similarity to within about 6%. */
export const SLOTS = 64;
export const SKETCH_BYTES = SLOTS * 2;

/**
 * A sketch of a set: each element belongs to one slot, and a slot holds the smallest of its hashes. 0 is an empty slot.
 * The hashes are the same in all processes and versions, because sketches are stored.
 */
export type Sketch = Uint16Array;

/** Sketches of the structure of one page. They hold hashes only, so no text of the page can be read from them. */
export interface PageSketches {
  /** Elements with their three ancestors: names of elements, and which attributes they have. Of equal class values only the first element. */
  readonly shapes: Sketch;
  /** Class names, and ids of elements without classes. */
  readonly names: Sketch;
}

/** Returns the estimated share of the elements of both sets that are in both, from 0 to 1. Two empty sets are equal. */
export function similarityOf(one: Sketch, other: Sketch): number {
  let used = 0;
  let equal = 0;
  for (let slot = 0; slot < SLOTS; slot++) {
    if (one[slot] === 0 && other[slot] === 0) continue;
    used++;
    if (one[slot] === other[slot]) equal++;
  }
  return used === 0 ? 1 : equal / used;
}

export const sketchToBytes = (sketch: Sketch): Buffer => {
  const bytes = Buffer.alloc(SKETCH_BYTES);
  for (const [slot, value] of sketch.entries()) bytes.writeUInt16LE(value, slot * 2);
  return bytes;
};

export const sketchFromBytes = (bytes: Buffer): Sketch => Uint16Array.from({ length: SLOTS }, (_, slot) => bytes.readUInt16LE(slot * 2));
