// Array parameters in the binary format, which the server parses faster than escaped text.

/** Type OIDs of the elements; they are the same on every PostgreSQL server. */
const BOOLEAN = 16;
const BYTES = 17;
const BIGINT = 20;
const SMALLINT = 21;
const INTEGER = 23;
const TEXT = 25;
const JSON_TEXT = 114;
const DOUBLE = 701;

/** Dimensions, null flag, type, number of elements and first index. */
const HEAD = 20;
/** Each element starts with its length. The length of a null is -1. */
const LENGTH = 4;
const NULL = -1;

/** The driver sends a buffer unchanged and marks it as binary. */
function begin(type: number, count: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + count * LENGTH + size);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
}

/** Elements of a fixed size. */
function sized<T>(type: number, each: number, write: (bytes: Buffer, value: T, at: number) => void) {
  return (values: readonly (T | null)[]): Buffer => {
    const bytes = begin(type, values.length, values.length * each);
    let at = HEAD;
    for (const value of values) {
      at = bytes.writeInt32BE(value === null ? NULL : each, at);
      if (value === null) continue;
      write(bytes, value, at);
      at += each;
    }
    return at === bytes.length ? bytes : bytes.subarray(0, at);
  };
}

export const booleanArray = sized<boolean>(BOOLEAN, 1, (bytes, value, at) => bytes.writeInt8(value ? 1 : 0, at));
export const smallintArray = sized<number>(SMALLINT, 2, (bytes, value, at) => bytes.writeInt16BE(value, at));
export const integerArray = sized<number>(INTEGER, 4, (bytes, value, at) => bytes.writeInt32BE(value, at));
export const doubleArray = sized<number>(DOUBLE, 8, (bytes, value, at) => bytes.writeDoubleBE(value, at));
/** Integers that a double represents exactly. Throws for a fraction, so that no part of a credit is lost. */
export const bigintArray = sized<number>(BIGINT, 8, (bytes, value, at) => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer`);
  bytes.writeInt32BE(Math.floor(value / 4_294_967_296), at);
  bytes.writeUInt32BE(value >>> 0, at + 4);
});

export function byteArray(values: readonly (Buffer | null)[]): Buffer {
  let size = 0;
  for (const value of values) size += value?.length ?? 0;
  const bytes = begin(BYTES, values.length, size);
  let at = HEAD;
  for (const value of values) {
    at = bytes.writeInt32BE(value === null ? NULL : value.length, at);
    if (value === null) continue;
    bytes.set(value, at);
    at += value.length;
  }
  return bytes;
}

const texts =
  (type: number) =>
  (values: readonly (string | null)[]): Buffer => {
    // A UTF-16 code unit takes at most three bytes in UTF-8. The unused rest is cut off.
    let size = 0;
    for (const value of values) size += (value?.length ?? 0) * 3;
    const bytes = begin(type, values.length, size);
    let at = HEAD;
    for (const value of values) {
      const length = value === null ? NULL : bytes.write(value, at + LENGTH);
      bytes.writeInt32BE(length, at);
      at += LENGTH + Math.max(length, 0);
    }
    return bytes.subarray(0, at);
  };

export const textArray = texts(TEXT);
export const jsonArray = texts(JSON_TEXT);
