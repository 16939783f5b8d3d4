// Encodes pages in other encodings, by decoding every byte and every pair of bytes once. Node can only decode them.
import { rangeDecoder } from '../src/sources/charset.ts';

const tables = new Map<string, Map<string, readonly number[]>>();

/** Returns the bytes of every character outside ASCII that the encoding has. */
function encodingTable(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  const decode = rangeDecoder(encoding);
  const add = (...bytes: number[]): void => {
    const text = decode(Buffer.from(bytes), 0, bytes.length);
    const isCharacter = [...text].length === 1 && text >= '\u0080' && text !== '\ufffd' && !/[\ue000-\uf8ff]/.test(text);
    if (isCharacter && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0x80; byte <= 0xff; byte++) add(byte);
  for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) add(lead, trail);
  tables.set(encoding, table);
  return table;
}

export interface Encoded {
  /** The text with a question mark for each character that the encoding does not have. */
  readonly text: string;
  readonly bytes: Buffer;
}

function encode(text: string, encoding: string): Encoded {
  const table = encodingTable(encoding);
  const bytes: number[] = [];
  let encoded = '';
  for (const character of text) {
    const own = character < '\u0080' ? [character.charCodeAt(0)] : table.get(character);
    encoded += own ? character : '?';
    if (own) bytes.push(...own);
    else bytes.push(0x3f);
  }
  return { text: encoded, bytes: Buffer.from(bytes) };
}

/** ISO-2022-JP has the pairs of EUC-JP, but not its single bytes. */
const isJapanesePair = (bytes: readonly number[]): boolean => bytes.length === 2 && bytes[0]! >= 0xa1;

/** In ISO-2022-JP, a character consists of two ASCII bytes between escape sequences. */
function encodeJapaneseMail(text: string): Encoded {
  const table = encodingTable('euc-jp');
  const bytes: number[] = [];
  let encoded = '';
  let isWide = false;
  for (const character of text) {
    const own = table.get(character);
    const isOwn = own !== undefined && isJapanesePair(own);
    if (isOwn !== isWide) bytes.push(...(isOwn ? [0x1b, 0x24, 0x42] : [0x1b, 0x28, 0x42]));
    isWide = isOwn;
    encoded += isOwn || character < '\u0080' ? character : '?';
    if (isOwn) bytes.push(...own.map((byte) => byte & 0x7f));
    else bytes.push(character < '\u0080' ? character.charCodeAt(0) : 0x3f);
  }
  return { text: encoded, bytes: Buffer.from(isWide ? [...bytes, 0x1b, 0x28, 0x42] : bytes) };
}

const LEGACY = ['gbk', 'big5', 'euc-kr', 'shift_jis', 'windows-1251', 'windows-1252', 'koi8-r', 'iso-8859-2'];

export const ENCODERS: Readonly<Record<string, (text: string) => Encoded>> = {
  ...Object.fromEntries(LEGACY.map((encoding) => [encoding, (text: string) => encode(text, encoding)])),
  'utf-16le': (text) => ({ text, bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }),
  'utf-16be': (text) => ({ text, bytes: Buffer.from(`\ufeff${text}`, 'utf16le').swap16() }),
  'iso-2022-jp': encodeJapaneseMail,
};

/** Returns up to 2,000 characters of an encoding, spread over all that it has. */
export function charactersOf(encoding: string): string[] {
  const isLegacy = LEGACY.includes(encoding);
  const all = [...encodingTable(isLegacy ? encoding : 'euc-jp')].filter(([, bytes]) => isLegacy || isJapanesePair(bytes));
  const step = Math.ceil(all.length / 2000);
  return all.filter((_, index) => index % step === 0).map(([character]) => character);
}
