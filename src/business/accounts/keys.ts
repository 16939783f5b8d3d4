// API keys and operator tokens: generated with a checksum, shown once, stored as a keyed hash.
import { createHmac, randomBytes } from 'node:crypto';
import type { Mode } from '../../contract/vocabulary.ts';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const ID_LENGTH = 8;
const SUM_LENGTH = 6;
const shapeOf = (kinds: string): RegExp => new RegExp(`^sxt_(?:${kinds})_[0-9A-Za-z]{${ID_LENGTH + SECRET_LENGTH + SUM_LENGTH}}$`);
const [KEY_SHAPE, TOKEN_SHAPE] = [shapeOf('live|test'), shapeOf('operator')];

export interface NewKey {
  /** The public part, safe for lists and logs. */
  readonly id: string;
  readonly key: string;
}

function letters(count: number): string {
  let text = '';
  // 248 is the largest multiple of 62 in a byte. Larger values would favour the first letters.
  while (text.length < count) for (const byte of randomBytes(count)) if (byte < 248 && text.length < count) text += LETTERS[byte % 62];
  return text;
}

/** Lets secret scanners and clients recognise our keys offline. */
function checksum(text: string): string {
  let value = createHmac('sha256', 'sextant key checksum').update(text).digest().readUIntBE(0, 5);
  let sum = '';
  for (let index = 0; index < SUM_LENGTH; index++) {
    sum += LETTERS[value % 62];
    value = Math.floor(value / 62);
  }
  return sum;
}

function make(kind: Mode | 'operator'): NewKey {
  const id = letters(ID_LENGTH);
  const body = `sxt_${kind}_${id}${letters(SECRET_LENGTH)}`;
  return { id, key: body + checksum(body) };
}

export const makeKey = (mode: Mode): NewKey => make(mode);
export const makeToken = (): NewKey => make('operator');

const hasSum = (text: string): boolean => checksum(text.slice(0, -SUM_LENGTH)) === text.slice(-SUM_LENGTH);

/** Returns whether the text has the form of a key. Spares the database queries for garbage. */
export const isKeyShaped = (text: string): boolean => KEY_SHAPE.test(text) && hasSum(text);
/** Returns whether the text has the form of an operator token. */
export const isTokenShaped = (text: string): boolean => TOKEN_SHAPE.test(text) && hasSum(text);

export const hashKey = (key: string, pepper: string): Buffer => createHmac('sha256', pepper).update(key).digest();
