// A hash index over rows with eight bytes per row. The caller compares the keys.

function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

export class Chains {
  readonly #heads: Int32Array;
  readonly #next: Int32Array;

  constructor(count: number, keyAt: (row: number) => string) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, count * 1.5)));
    this.#heads = new Int32Array(slots).fill(-1);
    this.#next = new Int32Array(count);
    // From the last row to the first, so that a chain is in list order: the largest population first.
    for (let row = count - 1; row >= 0; row--) {
      const slot = hashOf(keyAt(row)) & (slots - 1);
      this.#next[row] = this.#heads[slot] ?? -1;
      this.#heads[slot] = row;
    }
  }

  /** Yields rows that may have this key, in list order. Other keys can share the slot. */
  *rowsOf(key: string): Generator<number> {
    for (let row = this.#heads[hashOf(key) & (this.#heads.length - 1)] ?? -1; row >= 0; row = this.#next[row] ?? -1) yield row;
  }
}
