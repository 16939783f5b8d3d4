// Sketches of a page's structure: small fingerprints whose equal parts estimate how much two pages have in common.
import { type PageSketches, type Sketch, SLOTS } from '../../platform/sketch.ts';
import { KNOWN_ATTRIBUTES, type NameTable } from './tree/name-table.ts';
import type { PageTree } from './tree/page-tree.ts';

/** Attributes that say what an element is for. The others carry content or change with every response. */
const ROLE_BITS = ['id', 'href', 'src', 'role', 'aria-label', 'data-ved', 'data-hveid', 'data-attrid', 'data-log', 'mu', 'srcid'].reduce(
  (bits, name) => bits | (1 << ((KNOWN_ATTRIBUTES as readonly string[]).indexOf(name) + 1)),
  0,
);
const ID = 2;

export function sketchPage(tree: PageTree): PageSketches {
  return { shapes: shapesOf(tree), names: namesOf(tree) };
}

/** Hashes of names and class values. They are the same for all pages that share a table. */
interface NameHashes {
  readonly tags: number[];
  readonly classes: (Int32Array | undefined)[];
  /** The page that had the class value last, by number. */
  readonly seen: number[];
  pages: number;
}

const hashesByTable = new WeakMap<NameTable, NameHashes>();

function hashesOf(names: NameTable): NameHashes {
  let hashes = hashesByTable.get(names);
  if (!hashes) {
    hashes = { tags: [], classes: [], seen: [], pages: 0 };
    hashesByTable.set(names, hashes);
  }
  return hashes;
}

/** Odd numbers that keep an element, its ancestors and its attributes apart. */
const [PARENT, SECOND, THIRD, ROLES] = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1];

function shapesOf({ columns, names }: PageTree): Sketch {
  const { name, parent, bits, count } = columns;
  const { tags } = hashesOf(names);
  const tagOf = (node: number): number => {
    if (node <= 0) return 0;
    const id = name[node]!;
    return tags[id] ?? addTag(tags, id, names);
  };
  const sketch = new Uint16Array(SLOTS);
  for (let node = 1; node < count; node++) {
    if (name[node]! <= 0) continue;
    const one = parent[node]!;
    const two = one > 0 ? parent[one]! : 0;
    const three = two > 0 ? parent[two]! : 0;
    let hash = tagOf(node) + Math.imul(tagOf(one), PARENT);
    hash += Math.imul(tagOf(two), SECOND) + Math.imul(tagOf(three), THIRD);
    add(sketch, hash + Math.imul(bits[node]! & ROLE_BITS, ROLES));
  }
  return sketch;
}

function addTag(tags: number[], id: number, names: NameTable): number {
  const hash = hashOf(names.name(id));
  tags[id] = hash;
  return hash;
}

function namesOf({ columns, names, bytes }: PageTree): Sketch {
  const { className, count, bits, firstAttribute, attributeName, attributeFrom, attributeTo } = columns;
  const hashes = hashesOf(names);
  const { classes, seen } = hashes;
  const page = ++hashes.pages;
  const sketch = new Uint16Array(SLOTS);
  for (let node = 1; node < count; node++) {
    const value = className[node]!;
    if (value !== 0 && seen[value] !== page) {
      seen[value] = page;
      const known = classes[value] ?? addClasses(classes, value, names);
      for (let index = 0; index < known.length; index++) add(sketch, known[index]!);
    }
    if ((bits[node]! & (1 << ID)) === 0) continue;
    const end = firstAttribute[node + 1]!;
    for (let at = firstAttribute[node]!; at < end; at++) {
      if (attributeName[at] !== ID) continue;
      const hash = idHash(bytes, attributeFrom[at]!, attributeTo[at]!);
      if (hash !== 0) add(sketch, hash);
      break;
    }
  }
  return sketch;
}

function addClasses(classes: (Int32Array | undefined)[], value: number, names: NameTable): Int32Array {
  const single = [...names.classesOf(value)].filter((name) => name !== '');
  const hashes = Int32Array.from(single, (name) => hashOf(`.${name}`));
  classes[value] = hashes;
  return hashes;
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

function add(sketch: Sketch, hash: number): void {
  const spread = mixed(hash);
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
