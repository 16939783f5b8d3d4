// LRU cache with a limited number of entries.

/** No region has a longer name. Long keys would use too much memory. */
const KEY_LENGTH_MAX = 500;

export class LruCache<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #entriesMax: number;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(key: string, make: () => Value): Value {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const value = make();
    if (key.length > KEY_LENGTH_MAX) return value;
    this.#entries.set(key, value);
    if (this.#entries.size > this.#entriesMax) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    return value;
  }
}
