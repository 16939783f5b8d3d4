// API keys: made with a checksum, shown once, stored only as a keyed hash.
import { createHmac, randomBytes } from 'node:crypto';
import type { Mode } from '../../contract/vocabulary.ts';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const ID_LENGTH = 8;
const SUM_LENGTH = 6;
const SHAPE = new RegExp(`^sxt_(live|test)_([0-9A-Za-z]{${ID_LENGTH}})([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${SUM_LENGTH}})$`);

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

export function makeKey(mode: Mode): NewKey {
  const id = letters(ID_LENGTH);
  const body = `sxt_${mode}_${id}${letters(SECRET_LENGTH)}`;
  return { id, key: body + checksum(body) };
}

/** Could this text be a key at all? Saves the database from garbage. */
export function isKeyShaped(text: string): boolean {
  return SHAPE.test(text) && checksum(text.slice(0, -SUM_LENGTH)) === text.slice(-SUM_LENGTH);
}

export const hashKey = (key: string, pepper: string): Buffer => createHmac('sha256', pepper).update(key).digest();
