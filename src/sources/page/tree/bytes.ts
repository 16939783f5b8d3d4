// Character classes and searches over the bytes of a page.
import { lowerCase } from './name-table.ts';

const codeOf = (character: string): number => character.charCodeAt(0);
export const LT = codeOf('<');
export const GT = codeOf('>');
export const SLASH = codeOf('/');
export const BANG = codeOf('!');
export const QUESTION_MARK = codeOf('?');
export const DASH = codeOf('-');
export const EQUALS = codeOf('=');
export const AMPERSAND = codeOf('&');
export const DOUBLE_QUOTE = codeOf('"');
export const SINGLE_QUOTE = codeOf("'");

const flagged = (characters: string): Uint8Array => {
  const flags = new Uint8Array(256);
  for (const one of characters) flags[codeOf(one)] = 1;
  return flags;
};
export const SPACE = flagged('\t\n\f\r ');
export const NAME_END = flagged('\t\n\f\r />');
export const ATTRIBUTE_END = flagged('\t\n\f\r />=');
export const LETTER = flagged('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** A longer search is left to the native function, which is fast but costs more to call. */
const NEAR = 48;

/** Returns the next position of a byte, or the length of the page. */
export function find(bytes: Buffer, byte: number, from: number): number {
  const near = Math.min(from + NEAR, bytes.length);
  for (let at = from; at < near; at++) if (bytes[at] === byte) return at;
  if (near === bytes.length) return near;
  const found = bytes.indexOf(byte, near);
  return found < 0 ? bytes.length : found;
}

/** Returns the position of the end tag of a `script`, `style`, `title` and the like, or -1. */
export function findRawEnd(bytes: Buffer, name: string, from: number): number {
  const { length } = name;
  for (let at = bytes.indexOf('</', from); at >= 0; at = bytes.indexOf('</', at + 2)) {
    const behind = bytes[at + 2 + length];
    if (behind === undefined) return -1;
    if (NAME_END[behind] === 0) continue;
    let index = 0;
    while (index < length && lowerCase(bytes[at + 2 + index]!) === name.charCodeAt(index)) index++;
    if (index === length) return at;
  }
  return -1;
}

/**
 * Returns where a comment ends and how many bytes close it: `-->` or `--!>`, and `<!-->` and `<!--->` for empty ones. A page may break
 * off within a comment and within these.
 */
export function findCommentEnd(bytes: Buffer, from: number): { readonly to: number; readonly closing: number } {
  if (bytes[from] === GT) return { to: from, closing: 1 };
  if (bytes[from] === DASH && bytes[from + 1] === GT) return { to: from, closing: 2 };
  for (let dashes = bytes.indexOf('--', from); dashes >= 0; dashes = bytes.indexOf('--', dashes)) {
    dashes += 2;
    while (bytes[dashes] === DASH) dashes++;
    if (bytes[dashes] === GT) return { to: dashes - 2, closing: 3 };
    if (bytes[dashes] === BANG && bytes[dashes + 1] === GT) return { to: dashes - 2, closing: 4 };
  }
  const closing = /(?:--!|--?)?$/.exec(bytes.toString('latin1', Math.max(from, bytes.length - 3)))![0].length;
  return { to: bytes.length - closing, closing };
}
