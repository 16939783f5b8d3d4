// Lists as parameters in the binary format: the driver would write every element as escaped text, which the server reads back letter by letter.

/** Type numbers of elements, as every PostgreSQL has them. */
const BYTES = 17;
/** Dimensions, a flag for nulls, the type, the length and the first index. */
const HEAD = 20;

/** A `bytea[]`. The driver sends a buffer as it is. */
export function byteArray(values: readonly (Buffer | null)[]): Buffer {
  let size = HEAD;
  for (const value of values) size += 4 + (value?.length ?? 0);
  const bytes = Buffer.allocUnsafe(size);
  let at = writeHead(bytes, BYTES, values.length);
  for (const value of values) {
    at = bytes.writeInt32BE(value === null ? -1 : value.length, at);
    if (value === null) continue;
    bytes.set(value, at);
    at += value.length;
  }
  return bytes;
}

function writeHead(bytes: Buffer, type: number, count: number): number {
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(count, 12);
  return bytes.writeInt32BE(1, 16);
}
