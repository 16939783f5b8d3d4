// Numbers for names and class values: equal texts get one number, so that the tree compares and stores integers.
import { randomInt } from 'node:crypto';

/** Attributes that parsers ask for most get the numbers 1 to 31; one bit per element says whether it has each of them. */
export const KNOWN_ATTRIBUTES = [
  'class',
  'id',
  'href',
  'src',
  'role',
  'style',
  'alt',
  'title',
  'aria-label',
  'aria-hidden',
  'data-ved',
  'data-cid',
  'data-ludocid',
  'data-attrid',
  'data-lpage',
  'data-text-ad',
  'data-q',
  'data-lk',
  'data-subtree',
  'data-mcpr',
  'data-hveid',
  'data-src',
  'data-url',
  'data-log',
  'data-text',
  'mu',
  'srcid',
  'name',
  'content',
  'rel',
  'type',
] as const;
export const CLASS = 1;
export const BITS = KNOWN_ATTRIBUTES.length;

/** Returns the bits of known attributes, to be compared with the column `bits`. */
export const bitsOf = (...names: readonly (typeof KNOWN_ATTRIBUTES)[number][]): number =>
  names.reduce((bits, name) => bits | (1 << (KNOWN_ATTRIBUTES.indexOf(name) + 1)), 0);

const LOWER = Uint8Array.from({ length: 256 }, (_, code) => (code >= 65 && code <= 90 ? code + 32 : code));
const SAME = Uint8Array.from({ length: 256 }, (_, code) => code);

/** Secret and odd, so that a page cannot be made whose names all have one hash. */
const MULTIPLIER = randomInt(2 ** 31) * 2 + 1;

/** Adds one character to a hash. Scanners call it for each byte they pass. */
export const hashStep = (hash: number, code: number): number => Math.imul(hash ^ code, MULTIPLIER);
/** Spreads a hash over the slots of a table. */
const slotOf = (hash: number, mask: number): number => (Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 8) & mask;
/** The ASCII lower case of a byte. */
export const lowerCase = (code: number): number => LOWER[code]!;

/** An open-addressing table from byte ranges to numbers. */
class Interned {
  readonly texts: string[] = [''];
  readonly #fold: Uint8Array;
  #slots = new Int32Array(2048);
  #hashes = new Int32Array(1024);
  #characters = 0;

  constructor(fold: Uint8Array) {
    this.#fold = fold;
  }

  /** The length of all texts together. */
  get characters(): number {
    return this.#characters;
  }

  /** Returns the number of an ASCII byte range whose hash the caller has computed over the folded bytes. */
  ofBytes(bytes: Buffer, from: number, to: number, hash: number): number {
    const fold = this.#fold;
    const mask = this.#slots.length - 1;
    const length = to - from;
    for (let slot = slotOf(hash, mask); ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]!;
      if (id === 0) return this.#add(foldedText(bytes, from, to, fold), hash, slot);
      if (this.#hashes[id] !== hash) continue;
      const text = this.texts[id]!;
      if (text.length !== length) continue;
      let index = 0;
      while (index < length && text.charCodeAt(index) === fold[bytes[from + index]!]) index++;
      if (index === length) return id;
    }
  }

  ofText(text: string): number {
    let hash = 0;
    for (let index = 0; index < text.length; index++) hash = hashStep(hash, text.charCodeAt(index));
    const mask = this.#slots.length - 1;
    for (let slot = slotOf(hash, mask); ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]!;
      if (id === 0) return this.#add(text, hash, slot);
      if (this.#hashes[id] === hash && this.texts[id] === text) return id;
    }
  }

  #add(text: string, hash: number, slot: number): number {
    const id = this.texts.push(text) - 1;
    this.#characters += text.length;
    this.#slots[slot] = id;
    if (id === this.#hashes.length) this.#hashes = grown(this.#hashes);
    this.#hashes[id] = hash;
    if (id * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 1; id < this.texts.length; id++) {
      const hash = this.#hashes[id]!;
      let slot = slotOf(hash, mask);
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }
}

function foldedText(bytes: Buffer, from: number, to: number, fold: Uint8Array): string {
  const text = bytes.toString('latin1', from, to);
  return fold === LOWER ? text.toLowerCase() : text;
}

/** A copy of twice the size. */
export function grown(column: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}

/** Names of elements and attributes, and class values. Trees keep the table that they were built with. */
export class NameTable {
  readonly #names = new Interned(LOWER);
  readonly #classes = new Interned(SAME);
  readonly #codeNames = new Map<string, number>();
  readonly #classSets: (ReadonlySet<string> | undefined)[] = [];

  constructor(elements: readonly string[]) {
    for (const name of KNOWN_ATTRIBUTES) this.#names.ofText(name);
    for (const name of elements) this.#names.ofText(name);
  }

  /** Returns the number of a name; `hash` is over the lower-case bytes. */
  nameOfBytes(bytes: Buffer, from: number, to: number, hash: number): number {
    return this.#names.ofBytes(bytes, from, to, hash);
  }

  /** Returns the number of a name that is already in lower case. */
  nameId(name: string): number {
    return this.#names.ofText(name);
  }

  /** The same for a name in the code of a parser, of which there are few. */
  codeNameId(name: string): number {
    let id = this.#codeNames.get(name);
    if (id === undefined) {
      id = this.#names.ofText(name);
      this.#codeNames.set(name, id);
    }
    return id;
  }

  name(id: number): string {
    return this.#names.texts[id]!;
  }

  classOfBytes(bytes: Buffer, from: number, to: number, hash: number): number {
    return this.#classes.ofBytes(bytes, from, to, hash);
  }

  classId(value: string): number {
    return this.#classes.ofText(value);
  }

  className(id: number): string {
    return this.#classes.texts[id]!;
  }

  /** The single classes of a class value. */
  classesOf(id: number): ReadonlySet<string> {
    const classes = this.#classSets[id] ?? new Set(this.className(id).split(/\s+/));
    this.#classSets[id] = classes;
    return classes;
  }

  /** The names of elements and attributes have the numbers below this one. */
  get nameCount(): number {
    return this.#names.texts.length;
  }

  get size(): number {
    return this.#names.texts.length + this.#classes.texts.length;
  }

  /** What is computed per name grows with its length, too: the single classes of a value, and their hashes. */
  get characters(): number {
    return this.#names.characters + this.#classes.characters;
  }
}
