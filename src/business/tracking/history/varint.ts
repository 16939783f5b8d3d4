// Writes and reads lists of small integers: seven bits a byte, the lowest first.

/** No packed month is larger, so a damaged one cannot fill the memory. */
const ELEMENTS_MAX = 1_000_000;

export class NumberWriter {
  readonly #bytes: number[] = [];

  /** A safe integer from 0. */
  write(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} cannot be packed`);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes.push((rest % 128) + 128);
    this.#bytes.push(rest);
  }

  /** Small negative numbers take as few bytes as small positive ones. */
  writeSigned(value: number): void {
    this.write(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Each value as the difference to the one before. */
  writeSeries(values: readonly number[]): void {
    let before = 0;
    for (const value of values) {
      this.writeSigned(value - before);
      before = value;
    }
  }

  /** The distinct values in the order of their first use, then runs of them. For columns that rarely change. */
  writeRuns(values: readonly number[]): void {
    const indexes = new Map<number, number>();
    for (const value of values) if (!indexes.has(value)) indexes.set(value, indexes.size);
    this.write(indexes.size);
    for (const value of indexes.keys()) this.writeSigned(value);
    // One value is one run.
    if (indexes.size < 2) return;
    for (let from = 0; from < values.length; ) {
      let to = from + 1;
      while (to < values.length && values[to] === values[from]) to++;
      this.write(indexes.get(values[from]!)!);
      this.write(to - from - 1);
      from = to;
    }
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

export class NumberReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  read(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || factor > Number.MAX_SAFE_INTEGER) throw new RangeError('the packed month is damaged');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  /** The number of elements of a list that follows. */
  readCount(): number {
    const count = this.read();
    if (count > ELEMENTS_MAX) throw new RangeError('the packed month is damaged');
    return count;
  }

  readSigned(): number {
    const value = this.read();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  readSeries(count: number): number[] {
    let before = 0;
    return Array.from({ length: count }, () => {
      before += this.readSigned();
      return before;
    });
  }

  readRuns(count: number): number[] {
    const distinct = Array.from({ length: this.readCount() }, () => this.readSigned());
    if (distinct.length === 1) return new Array<number>(count).fill(distinct[0]!);
    const values: number[] = [];
    while (values.length < count) {
      const value = distinct[this.read()];
      const length = this.read() + 1;
      if (value === undefined || values.length + length > count) throw new RangeError('the packed month is damaged');
      for (let added = 0; added < length; added++) values.push(value);
    }
    return values;
  }

  /** Throws unless everything was read. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError('the packed month is damaged');
  }
}
