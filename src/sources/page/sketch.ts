// Sketches of a page's structure: small fingerprints whose equal parts estimate how much two pages have in common.
import type { PageSketches, Sketch } from '../adapter.ts';
import { KNOWN_ATTRIBUTES } from './tree/name-table.ts';
import type { PageTree } from './tree/page-tree.ts';

/** A page has up to some thousand different parts; 64 of them estimate a similarity to within about 6%. */
const SLOTS = 64;
export const SKETCH_BYTES = SLOTS * 2;
/** Attributes that say what an element is for. The others carry content or change with every response. */
const ROLE_BITS = ['id', 'href', 'src', 'role', 'aria-label', 'data-ved', 'data-hveid', 'data-attrid', 'data-log', 'mu', 'srcid'].reduce(
  (bits, name) => bits | (1 << ((KNOWN_ATTRIBUTES as readonly string[]).indexOf(name) + 1)),
  0,
);
const ID = 2;

export function sketchPage(tree: PageTree): PageSketches {
  return { shapes: shapesOf(tree), names: namesOf(tree) };
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

function shapesOf({ columns, names }: PageTree): Sketch {
  const { name, parent, bits, count } = columns;
  const tagHashes: number[] = [];
  const tagOf = (node: number): number => {
    const id = name[node]!;
    tagHashes[id] ??= hashOf(names.name(id));
    return tagHashes[id]!;
  };
  const sketch = new Uint16Array(SLOTS);
  for (let node = 1; node < count; node++) {
    if (name[node]! <= 0) continue;
    let hash = mixed(tagOf(node), bits[node]! & ROLE_BITS);
    let around = parent[node]!;
    for (let level = 0; level < 3 && around > 0; level++) {
      hash = mixed(hash, tagOf(around));
      around = parent[around]!;
    }
    add(sketch, hash);
  }
  return sketch;
}

function namesOf(tree: PageTree): Sketch {
  const { className, count } = tree.columns;
  const sketch = new Uint16Array(SLOTS);
  const seen = new Set<number>();
  for (let node = 1; node < count; node++) {
    const value = className[node]!;
    if (value !== 0 && !seen.has(value)) {
      seen.add(value);
      for (const one of tree.names.classesOf(value)) if (one !== '') add(sketch, hashOf(`.${one}`));
    }
    const id = tree.attribute(node, ID);
    // Ids with numbers are made per response.
    if (id && !/\d{3}|^[\w-]{20,}$/.test(id)) add(sketch, hashOf(`#${id}`));
  }
  return sketch;
}

function add(sketch: Sketch, hash: number): void {
  const spread = mixed(hash, 0x9e3779b9);
  const slot = spread & (SLOTS - 1);
  const value = (spread >>> 16) + 1 > 0xffff ? 0xffff : (spread >>> 16) + 1;
  const smallest = sketch[slot]!;
  if (smallest === 0 || value < smallest) sketch[slot] = value;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** The finaliser of MurmurHash 3 over both numbers. */
function mixed(one: number, other: number): number {
  let hash = Math.imul(one, 31) + other;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}
