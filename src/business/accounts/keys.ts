// API keys and operators' tokens: made with a checksum, shown once, stored only as a keyed hash.
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
  // 248 is the largest multiple of 62 in a byte; what lies above would favour the first letters.
  while (text.length < count) for (const byte of randomBytes(count)) if (byte < 248 && text.length < count) text += LETTERS[byte % 62];
  return text;
}

/** Lets anybody, also a secret scanner, see that a text is a key of ours without asking us. */
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

/** Could this text be a key at all? Saves the database from garbage. */
export const isKeyShaped = (text: string): boolean => KEY_SHAPE.test(text) && hasSum(text);
/** The same for an operator's token. */
export const isTokenShaped = (text: string): boolean => TOKEN_SHAPE.test(text) && hasSum(text);

export const hashKey = (key: string, pepper: string): Buffer => createHmac('sha256', pepper).update(key).digest();
