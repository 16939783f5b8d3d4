// Compares a sketch with many others at once.
import { type Sketch, SLOTS } from './sketch.ts';

/** Slots are compared in pairs. */
const WORDS = SLOTS / 2;

/** Returns 1 for 0, and 0 for any other positive number. It has no branch: the processor would often predict the wrong one. */
const oneIfZero = (number: number): number => (number - 1) >>> 31;

/** Sketches that every page is compared with. One array holds them all, because memory is read faster in order. */
export class SketchList {
  #slots = new Uint16Array(SLOTS);
  /** The same memory as `#slots`. */
  #words = new Int32Array(this.#slots.buffer);
  #size = 0;

  add(sketch: Sketch): void {
    const start = this.#size * SLOTS;
    if (start === this.#slots.length) {
      const slots = new Uint16Array(start * 2);
      slots.set(this.#slots);
      this.#slots = slots;
      this.#words = new Int32Array(slots.buffer);
    }
    this.#slots.set(sketch, start);
    this.#size++;
  }

  /**
   * Appends what `similarityOf()` returns for each sketch of the list that has no similarity yet, in the order in which they
   * were added.
   */
  compareRest(sketch: Sketch, similarities: number[]): void {
    if (similarities.length === this.#size) return;
    // A copy begins at a multiple of four bytes, a part of another array may not.
    const own = new Int32Array(sketch.slice().buffer);
    const emptySlots: number[] = [];
    for (let slot = 0; slot < SLOTS; slot++) if (sketch[slot] === 0) emptySlots.push(slot);
    for (let index = similarities.length; index < this.#size; index++) {
      const empty = this.#commonEmpty(index, emptySlots);
      similarities.push(empty === SLOTS ? 1 : (this.#commonSlots(index, own) - empty) / (SLOTS - empty));
    }
  }

  #commonEmpty(index: number, emptySlots: readonly number[]): number {
    let count = 0;
    for (let n = 0; n < emptySlots.length; n++) if (this.#slots[index * SLOTS + emptySlots[n]!] === 0) count++;
    return count;
  }

  /** Returns the number of equal slots, including those that are empty in both sketches. */
  #commonSlots(index: number, own: Int32Array): number {
    const words = this.#words;
    const start = index * WORDS;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      const different = words[start + word]! ^ own[word]!;
      count += oneIfZero(different & 0xffff) + oneIfZero(different >>> 16);
    }
    return count;
  }
}
