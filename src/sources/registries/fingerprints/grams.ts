// Index of 4-grams that quickly rules out that a text contains another.

const LENGTH = 4;
const BITS_MIN = 13;
const BITS_MAX = 20;

export interface Grams {
  readonly bits: Uint8Array;
  readonly shift: number;
  readonly folded: string;
}

const mix = (a: number, b: number, c: number, d: number): number =>
  Math.imul((a & 0xff) | ((b & 0xff) << 8) | ((c & 0xff) << 16) | (d << 24), 0x9e3779b1);

export function gramsOf(text: string): Grams {
  const folded = text.toLowerCase();
  let power = BITS_MIN;
  while (power < BITS_MAX && 1 << power < folded.length * 8) power++;
  const bits = new Uint8Array(1 << (power - 3));
  const shift = 32 - power;
  for (let at = 0; at + LENGTH <= folded.length; at++) {
    const mark = mix(folded.charCodeAt(at), folded.charCodeAt(at + 1), folded.charCodeAt(at + 2), folded.charCodeAt(at + 3)) >>> shift;
    bits[mark >>> 3] = bits[mark >>> 3]! | (1 << (mark & 7));
  }
  return { bits, shift, folded };
}

/** Returns whether the text contains a lower-case literal. Cheap when it does not. */
export function contains({ bits, shift, folded }: Grams, literal: string): boolean {
  for (let at = 0; at + LENGTH <= literal.length; at++) {
    const mark = mix(literal.charCodeAt(at), literal.charCodeAt(at + 1), literal.charCodeAt(at + 2), literal.charCodeAt(at + 3)) >>> shift;
    if ((bits[mark >>> 3]! & (1 << (mark & 7))) === 0) return false;
  }
  return folded.includes(literal);
}
