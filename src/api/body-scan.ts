// Counts the contents of a request body while it arrives. A body beyond a limit is rejected before anything is built from it.
import { type ApiError, errors } from '../contract/errors.ts';

export const DEPTH_MAX = 32;
/** Properties of an object. The largest request of the contract has fewer than 40. */
export const PROPERTIES_MAX = 100;
/** Entries of an array: requests or ids in a list, or keywords of one request (at most 700). */
export const ENTRIES_MAX = 1000;
/** Values of one request: 700 keywords, or two lists of 50 parameters with three values each, and some ignored properties. */
export const VALUES_MAX = 2000;

/** A body with more values than this must have at least 5 bytes for each: two letters, their quotes and a comma. */
const DENSE_VALUES_MAX = 10_000;
const VALUE_BYTES_MIN = 5;

export interface ListPosition {
  /** Depth of the array whose entries are requests or ids: 1 is the body itself, 2 a property of it, 0 none. */
  readonly depth: 0 | 1 | 2;
  /** Names the entries in errors, in the plural. */
  readonly what: string;
  /** An object at this depth is a list, too. */
  readonly mayBeObject?: boolean;
}

export const NO_LIST: ListPosition = { depth: 0, what: '' };

const OBJECT = 1;
const ARRAY = 0;

/** Meanings of bytes outside texts. All other bytes are ignored. */
const [COMMA, OPEN, CLOSE, QUOTE] = [1, 2, 3, 4];
const MEANINGS = new Uint8Array(256);
for (const [letters, meaning] of [
  [',', COMMA],
  ['{[', OPEN],
  ['}]', CLOSE],
  ['"', QUOTE],
] as const)
  for (const letter of letters) MEANINGS[letter.charCodeAt(0)] = meaning;

/**
 * Reads each byte once, in chunks of any size. It follows the structure only. The parser decides whether the bytes are JSON and stops
 * at the first error; up to that point both see the same structure.
 */
export class BodyScan {
  readonly #list: ListPosition;
  readonly #kinds = new Uint8Array(DEPTH_MAX + 1);
  readonly #entries = new Uint32Array(DEPTH_MAX + 1);
  #depth = 0;
  /** Values since the current request of the list began. */
  #values = 0;
  #total = 0;
  #bytes = 0;
  #quoted = false;
  /** 0 outside an escape, 1 after the backslash, 5 to 2 while hex digits are missing. */
  #escape = 0;
  #code = 0;
  #isHigh = false;

  constructor(list: ListPosition = NO_LIST) {
    this.#list = list;
  }

  /** Entries of all arrays and objects so far. */
  get total(): number {
    return this.#total;
  }

  /** Throws the error for the client at the first byte beyond a limit. */
  add(bytes: Uint8Array): void {
    const kinds = this.#kinds;
    const entries = this.#entries;
    const { depth: listDepth, mayBeObject = false } = this.#list;
    let depth = this.#depth;
    let values = this.#values;
    let total = this.#total;
    let quoted = this.#quoted;
    let count = entries[depth]!;
    let isObject = kinds[depth] === OBJECT;
    const length = bytes.length;
    for (let index = 0; index < length; ) {
      if (quoted) {
        if (this.#escape !== 0 || this.#isHigh) {
          this.#addEscaped(bytes[index++]!);
          continue;
        }
        let byte = bytes[index++]!;
        while (byte !== 0x22 && byte !== 0x5c && index < length) byte = bytes[index++]!;
        if (byte === 0x22) quoted = false;
        // Only `\u` escapes are checked further.
        else if (byte === 0x5c && index < length && bytes[index] !== 0x75) index++;
        else if (byte === 0x5c) this.#escape = 1;
        continue;
      }
      const meaning = MEANINGS[bytes[index++]!];
      if (meaning === QUOTE) quoted = true;
      else if (meaning === COMMA) {
        total++;
        count++;
        const isList = depth === listDepth && (!isObject || mayBeObject);
        if (count > (isObject && !isList ? PROPERTIES_MAX : ENTRIES_MAX)) throw this.#tooMany(depth);
        if (isList) values = 0;
        else if (++values > VALUES_MAX) throw this.#tooManyValues(depth, count);
      } else if (meaning === OPEN) {
        total++;
        entries[depth] = count;
        if (++depth > DEPTH_MAX) throw errors.badBody(`it is nested deeper than ${DEPTH_MAX}`);
        isObject = bytes[index - 1] === 0x7b;
        kinds[depth] = isObject ? OBJECT : ARRAY;
        count = 1;
        if (++values > VALUES_MAX) throw this.#tooManyValues(depth, count);
      } else if (meaning === CLOSE && depth > 0) {
        count = entries[--depth]!;
        isObject = kinds[depth] === OBJECT;
      }
    }
    entries[depth] = count;
    this.#depth = depth;
    this.#values = values;
    this.#total = total;
    this.#quoted = quoted;
    this.#bytes += length;
    if (total > DENSE_VALUES_MAX + this.#bytes / VALUE_BYTES_MIN)
      throw errors.badBody(`it holds more than ${DENSE_VALUES_MAX} values of fewer than ${VALUE_BYTES_MIN} bytes each`);
  }

  /** Rejects NUL and unpaired surrogates, which PostgreSQL cannot store. Only escapes can write them in valid UTF-8 JSON. */
  #addEscaped(byte: number): void {
    const isBackslash = byte === 0x5c;
    if (this.#escape === 0) {
      if (!isBackslash) throw notStorable();
      this.#escape = 1;
    } else if (this.#escape === 1) {
      if (this.#isHigh && byte !== 0x75) throw notStorable();
      this.#escape = byte === 0x75 ? 5 : 0;
      this.#code = 0;
    } else {
      this.#code = this.#code * 16 + hexOf(byte);
      if (--this.#escape > 1) return;
      this.#escape = 0;
      const isLow = this.#code >= 0xdc00 && this.#code <= 0xdfff;
      if (this.#code === 0 || isLow !== this.#isHigh) throw notStorable();
      this.#isHigh = this.#code >= 0xd800 && this.#code <= 0xdbff;
    }
  }

  /** Returns `[3]` for a position inside entry 3 of the list, null outside the list. */
  #entryAt(depth: number): string | null {
    const { depth: listDepth } = this.#list;
    if (listDepth === 0 || depth <= listDepth || this.#kinds[listDepth] !== ARRAY) return null;
    return `[${this.#entries[listDepth]! - 1}]`;
  }

  #tooMany(depth: number): ApiError {
    const { depth: listDepth, what } = this.#list;
    const isObject = this.#kinds[depth] === OBJECT;
    if (depth === listDepth && (!isObject || this.#list.mayBeObject))
      return errors.badBody(`it must hold 1 to ${ENTRIES_MAX} ${what}, and holds more`);
    const problem = isObject ? `an object with more than ${PROPERTIES_MAX} properties` : `an array with more than ${ENTRIES_MAX} entries`;
    const entry = this.#entryAt(depth);
    return entry === null ? errors.badBody(`it holds ${problem}`) : errors.badParameter(entry, `holds ${problem}`);
  }

  #tooManyValues(depth: number, count: number): ApiError {
    this.#entries[depth] = count;
    const problem = `holds more than ${VALUES_MAX} values`;
    const entry = this.#entryAt(depth);
    return entry === null ? errors.badBody(`it ${problem}`) : errors.badParameter(entry, problem);
  }
}

const notStorable = (): ApiError => errors.badBody('a text holds a NUL or half of a surrogate pair');

/** NaN for other characters, which the parser rejects. */
function hexOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
