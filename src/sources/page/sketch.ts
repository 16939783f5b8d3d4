// Sketches of a page's structure: small fingerprints whose equal parts estimate how much two pages have in common.
import { type PageSketches, type Sketch, SLOTS } from '../../platform/sketch.ts';
import { grown, KNOWN_ATTRIBUTES, type NameTable } from './tree/name-table.ts';
import type { PageTree } from './tree/page-tree.ts';

/** Attributes that say what an element is for. The others carry content or change with every response. */
const ROLE_BITS = ['id', 'href', 'src', 'role', 'aria-label', 'data-ved', 'data-hveid', 'data-attrid', 'data-log', 'mu', 'srcid'].reduce(
  (bits, name) => bits | (1 << ((KNOWN_ATTRIBUTES as readonly string[]).indexOf(name) + 1)),
  0,
);
const ID = 2;

export function sketchPage(tree: PageTree): PageSketches {
  const hashes = hashesOf(tree.names);
  return { shapes: shapesOf(tree, hashes), names: namesOf(tree, hashes) };
}

/** Hashes of names and class values. They are the same for all pages that share a table, so each is computed once. */
class NameHashes {
  readonly #names: NameTable;
  #tags = new Int32Array(1024);
  /** The mixed hashes of the classes of a value stand together; 0 is a value that no page had yet. */
  #firstClass = new Int32Array(1024);
  #lastClass = new Int32Array(1024);
  #classes = new Int32Array(1024);
  #classCount = 1;
  /** The page that had the class value last, by number. */
  #seen = new Int32Array(1024);
  #pages = 0;

  constructor(names: NameTable) {
    this.#names = names;
  }

  tag(id: number): number {
    while (id >= this.#tags.length) this.#tags = grown(this.#tags);
    const known = this.#tags[id]!;
    if (known !== 0) return known;
    const hash = hashOf(this.#names.name(id));
    this.#tags[id] = hash;
    return hash;
  }

  beginPage(): void {
    this.#pages++;
  }

  /** Adds the classes of a value, once per page. */
  addClasses(value: number, sketch: Sketch): void {
    while (value >= this.#seen.length) {
      this.#seen = grown(this.#seen);
      this.#firstClass = grown(this.#firstClass);
      this.#lastClass = grown(this.#lastClass);
    }
    if (this.#seen[value] === this.#pages) return;
    this.#seen[value] = this.#pages;
    if (this.#firstClass[value] === 0) this.#readClasses(value);
    const classes = this.#classes;
    const last = this.#lastClass[value]!;
    for (let at = this.#firstClass[value]!; at < last; at++) addMixed(sketch, classes[at]!);
  }

  #readClasses(value: number): void {
    this.#firstClass[value] = this.#classCount;
    for (const name of this.#names.classesOf(value)) {
      if (name === '') continue;
      if (this.#classCount === this.#classes.length) this.#classes = grown(this.#classes);
      this.#classes[this.#classCount++] = mixed(hashOf(`.${name}`));
    }
    this.#lastClass[value] = this.#classCount;
  }
}

const hashesByTable = new WeakMap<NameTable, NameHashes>();

function hashesOf(names: NameTable): NameHashes {
  const hashes = hashesByTable.get(names) ?? new NameHashes(names);
  hashesByTable.set(names, hashes);
  return hashes;
}

/** Odd numbers that keep an element, its ancestors and its attributes apart. */
const [PARENT, SECOND, THIRD, ROLES] = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1];

function shapesOf({ columns }: PageTree, hashes: NameHashes): Sketch {
  const { name, parent, bits, count } = columns;
  const tagOf = (node: number): number => (node <= 0 ? 0 : hashes.tag(name[node]!));
  const sketch = new Uint16Array(SLOTS);
  let one = 0;
  let ancestors = 0;
  for (let node = 1; node < count; node++) {
    const id = name[node]!;
    if (id <= 0) continue;
    // Siblings have the same ancestors.
    if (parent[node] !== one) {
      one = parent[node]!;
      const two = one > 0 ? parent[one]! : 0;
      const three = two > 0 ? parent[two]! : 0;
      ancestors = (Math.imul(tagOf(one), PARENT) + Math.imul(tagOf(two), SECOND) + Math.imul(tagOf(three), THIRD)) | 0;
    }
    addMixed(sketch, mixed(hashes.tag(id) + ancestors + Math.imul(bits[node]! & ROLE_BITS, ROLES)));
  }
  return sketch;
}

function namesOf({ columns, bytes }: PageTree, hashes: NameHashes): Sketch {
  const { className, count, bits, firstAttribute, attributeName, attributeFrom, attributeTo } = columns;
  const sketch = new Uint16Array(SLOTS);
  hashes.beginPage();
  for (let node = 1; node < count; node++) {
    const value = className[node]!;
    if (value !== 0) hashes.addClasses(value, sketch);
    if ((bits[node]! & (1 << ID)) === 0) continue;
    const end = firstAttribute[node + 1]!;
    for (let at = firstAttribute[node]!; at < end; at++) {
      if (attributeName[at] !== ID) continue;
      const hash = idHash(bytes, attributeFrom[at]!, attributeTo[at]!);
      if (hash !== 0) addMixed(sketch, mixed(hash));
      break;
    }
  }
  return sketch;
}

const ID_BYTES_MAX = 20;
const DIGITS_MAX = 2;

/** Returns 0 for an id that is made per response: those are long or have numbers. Hashes the bytes without decoding them. */
function idHash(bytes: Buffer, from: number, to: number): number {
  if (to === from || to - from >= ID_BYTES_MAX) return 0;
  let hash = HASH_START;
  let digits = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    digits = byte >= 48 && byte <= 57 ? digits + 1 : 0;
    if (digits > DIGITS_MAX) return 0;
    hash = Math.imul(hash ^ byte, HASH_FACTOR);
  }
  return Math.imul(hash ^ ID_MARK, HASH_FACTOR);
}

function addMixed(sketch: Sketch, spread: number): void {
  const slot = spread & (SLOTS - 1);
  const value = Math.min((spread >>> 16) + 1, 0xffff);
  const smallest = sketch[slot]!;
  if (smallest === 0 || value < smallest) sketch[slot] = value;
}

const [HASH_START, HASH_FACTOR, ID_MARK] = [0x811c9dc5, 0x01000193, 0x23];

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = HASH_START;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), HASH_FACTOR);
  return hash;
}

/** The finaliser of MurmurHash 3. */
function mixed(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
