// Lists as parameters in the binary format: the driver would write every element as escaped text, which the server reads back letter by letter.

/** Numbers of the elements' types, as every PostgreSQL has them. */
const BOOLEAN = 16;
const BYTES = 17;
const BIGINT = 20;
const SMALLINT = 21;
const INTEGER = 23;
const TEXT = 25;
const JSON_TEXT = 114;
const DOUBLE = 701;

/** Dimensions, a flag for nulls, the type, the number of elements and the first index. */
const HEAD = 20;
/** Each element is led by its length; a null has none. */
const LENGTH = 4;
const NULL = -1;

/** The driver sends a buffer as it is, and says that it is binary. */
function begin(type: number, count: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + count * LENGTH + size);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
}

/** Elements of one size. */
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
/** Whole numbers that fit a double exactly; a part of a credit must not get lost on the way. */
export const bigintArray = sized<number>(BIGINT, 8, (bytes, value, at) => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number`);
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
    // A letter of a text takes three bytes at most in UTF-8; what is left over is cut off.
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
