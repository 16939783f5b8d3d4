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
const ID_BIT = 1 << ID;
const [TAB, RETURN, SPACE] = [0x09, 0x0d, 0x20];

const [HASH_START, HASH_FACTOR, ID_MARK] = [0x811c9dc5, 0x01000193, 0x23];
/** Classes are hashed behind a full stop, so that no class equals the name of an element. */
const CLASS_START = Math.imul(HASH_START ^ 0x2e, HASH_FACTOR);

/** What is known of a class value: the last page that had it, and where its classes begin and end. 0 is a value that no page had yet. */
const [PAGE, FIRST, END, VALUE_NUMBERS] = [0, 1, 2, 4];

/** Odd numbers that keep an element, its ancestors and its attributes apart. */
const [PARENT, SECOND, THIRD, ROLES] = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1];

/**
 * One walk over the elements makes both sketches: most of the time is spent on reading the columns. Of the elements with equal
 * classes only the first one counts: the others mostly are the same part of further results.
 */
export function sketchPage(tree: PageTree): PageSketches {
  const hashes = hashesOf(tree.names);
  const page = hashes.beginPage();
  const { name, parent, bits, className, count } = tree.columns;
  const shapes = SHAPES.fill(EMPTY);
  const names = NAMES.fill(EMPTY);
  const tags = hashes.tags();
  let values = hashes.values;
  let one = 0;
  let ancestors = 0;
  for (let node = 1; node < count; node++) {
    const id = name[node]!;
    if (id <= 0) continue;
    const value = className[node]!;
    // The most frequent case takes no call.
    if (value !== 0 && values[value * VALUE_NUMBERS + PAGE] === page) continue;
    const roles = bits[node]!;
    if (value !== 0) {
      values = hashes.addClasses(value, names);
    } else if ((roles & ID_BIT) !== 0) {
      // An element with classes is known by them. To read an id takes as long as to read five other elements.
      addId(tree, node, names);
    }
    // Siblings have the same ancestors, which were hashed before them. The document has no hash.
    if (parent[node] !== one) {
      one = parent[node]!;
      const two = one > 0 ? parent[one]! : 0;
      const three = two > 0 ? parent[two]! : 0;
      ancestors = (Math.imul(tags[name[one]!]!, PARENT) + Math.imul(tags[name[two]!]!, SECOND) + Math.imul(tags[name[three]!]!, THIRD)) | 0;
    }
    addMixed(shapes, mixed((tags[id]! + ancestors + Math.imul(roles & ROLE_BITS, ROLES)) | 0));
  }
  return { shapes: sketchOf(shapes), names: sketchOf(names) };
}

/** Hashes of names and class values. They are the same for all pages that share a table, so each is computed once. */
class NameHashes {
  readonly #names: NameTable;
  #tags = new Int32Array(1024);
  #tagCount = 0;
  /** Some numbers for each class value, side by side because they are read together. */
  #values = new Int32Array(1024 * VALUE_NUMBERS);
  /** The mixed hashes of single classes. Those of one value stand together. */
  #classes = new Int32Array(1024);
  #classCount = 1;
  #pages = 0;

  constructor(names: NameTable) {
    this.#names = names;
  }

  /** The hashes of all names of the table. */
  tags(): Int32Array {
    const { nameCount } = this.#names;
    while (nameCount > this.#tags.length) this.#tags = grown(this.#tags);
    for (; this.#tagCount < nameCount; this.#tagCount++) this.#tags[this.#tagCount] = hashOf(this.#names.name(this.#tagCount), HASH_START);
    return this.#tags;
  }

  /** The numbers of all class values that a page had. */
  get values(): Int32Array {
    return this.#values;
  }

  /** Returns the number of the page. */
  beginPage(): number {
    return ++this.#pages;
  }

  /** Adds the classes of a value that the page did not have before. Returns the numbers of all values. */
  addClasses(value: number, slots: Slots): Int32Array {
    const own = value * VALUE_NUMBERS;
    while (own >= this.#values.length) this.#values = grown(this.#values);
    const values = this.#values;
    values[own + PAGE] = this.#pages;
    if (values[own + FIRST] === 0) this.#readClasses(value);
    const classes = this.#classes;
    const end = values[own + END]!;
    for (let at = values[own + FIRST]!; at < end; at++) addMixed(slots, classes[at]!);
    return values;
  }

  /** Most values are ASCII and need no objects for their single classes. */
  #readClasses(value: number): void {
    const own = value * VALUE_NUMBERS;
    const first = this.#classCount;
    const text = this.#names.className(value);
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) {
        this.#classCount = first;
        for (const name of this.#names.classesOf(value)) if (name !== '') this.#addClass(hashOf(name, CLASS_START));
        hash = 0;
        break;
      }
      if (code !== SPACE && (code < TAB || code > RETURN)) hash = Math.imul((hash === 0 ? CLASS_START : hash) ^ code, HASH_FACTOR);
      else if (hash !== 0) {
        this.#addClass(hash);
        hash = 0;
      }
    }
    if (hash !== 0) this.#addClass(hash);
    this.#values[own + FIRST] = first;
    this.#values[own + END] = this.#classCount;
  }

  #addClass(hash: number): void {
    if (this.#classCount === this.#classes.length) this.#classes = grown(this.#classes);
    this.#classes[this.#classCount++] = mixed(hash);
  }
}

const hashesByTable = new WeakMap<NameTable, NameHashes>();

function hashesOf(names: NameTable): NameHashes {
  const hashes = hashesByTable.get(names) ?? new NameHashes(names);
  hashesByTable.set(names, hashes);
  return hashes;
}

function addId({ columns, bytes }: PageTree, node: number, slots: Slots): void {
  const { firstAttribute, attributeName, attributeFrom, attributeTo } = columns;
  const end = firstAttribute[node + 1]!;
  for (let at = firstAttribute[node]!; at < end; at++) {
    if (attributeName[at] !== ID) continue;
    const hash = idHash(bytes, attributeFrom[at]!, attributeTo[at]!);
    if (hash !== 0) addMixed(slots, mixed(hash));
    return;
  }
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

/** The smallest hash of each slot while a page is read. `EMPTY` is larger than any, so that one comparison is enough. */
type Slots = Int32Array;
const EMPTY = 0x10000;
/** Reused by all pages of a thread, because new ones take a tenth of the time of a sketch. */
const [SHAPES, NAMES]: [Slots, Slots] = [new Int32Array(SLOTS), new Int32Array(SLOTS)];

function addMixed(slots: Slots, spread: number): void {
  const slot = spread & (SLOTS - 1);
  const value = spread >>> 16;
  if (value < slots[slot]!) slots[slot] = value;
}

function sketchOf(slots: Slots): Sketch {
  const sketch = new Uint16Array(SLOTS);
  for (let slot = 0; slot < SLOTS; slot++) if (slots[slot] !== EMPTY) sketch[slot] = Math.min(slots[slot]! + 1, 0xffff);
  return sketch;
}

/** FNV-1a over the rest of a text. */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), HASH_FACTOR);
  return hash;
}

/** The finaliser of MurmurHash 3. */
function mixed(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
