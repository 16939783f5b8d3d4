// Joins a new text and a stored body into one gzip stream without compressing the body again.

import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { allocateShortLived } from './slab.ts';

/** A compressed body: a complete raw deflate stream, with the size and checksum of its text. */
export interface Compressed {
  readonly bytes: Buffer;
  readonly size: number;
  readonly crc: number;
}

const deflate = promisify(deflateRaw) as (data: Buffer, options: object) => Promise<Buffer>;
const inflate = promisify(inflateRaw) as (data: Buffer, options: object) => Promise<Buffer>;

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** Node's own function is many times faster, but the oldest supported versions do not have it. */
export const crc32: (data: Buffer) => number = (zlib as { crc32?: (data: Buffer) => number }).crc32 ?? slowCrc32;

export function slowCrc32(data: Buffer, seed = 0): number {
  let value = ~seed >>> 0;
  for (let index = 0; index < data.length; index++) value = TABLE[(value ^ data[index]!) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
}

/** Up to this size compression saves less than its setup costs. */
const STORED_TEXT_MAX = 96;
/**
 * Up to this size using another thread costs more than the compression, and a window of this size covers everything.
 */
const TINY = 4096;
const SPEED = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH };
const TINY_SPEED = { ...SPEED, windowBits: 12, memLevel: 5, chunkSize: TINY };

/** An empty final block. */
const END = Buffer.from([3, 0]);
/**
 * An empty block that ends on a byte boundary, then the final block. The final block can be removed here, and another
 * block can follow.
 */
const JOINABLE_END = Buffer.concat([Buffer.from([0, 0, 0xff, 0xff]), END]);

export async function compress(text: string): Promise<Compressed> {
  const data = Buffer.from(text);
  return { bytes: data.length <= STORED_TEXT_MAX ? stored(data) : await deflated(data), ...digestOf(data) };
}

/** Like `compress`, for other threads. More blocks can always follow. */
export function compressSync(text: string): Compressed {
  const data = Buffer.from(text);
  return { bytes: Buffer.concat([deflateRawSync(data, SPEED), END]), ...digestOf(data) };
}

/** Returns the body of a text into which joinable bodies were inserted at an index, with commas between them. */
export function compressAround(text: string, at: number, inserted: readonly Compressed[]): Compressed {
  const separators = inserted.map((_, index) => compressSync(index === 0 ? text.slice(0, at) : ','));
  const pieces = [...inserted.flatMap((piece, index) => [separators[index]!, piece]), compressSync(text.slice(at))];
  const bytes = Buffer.concat([...pieces.map((piece) => piece.bytes.subarray(0, -END.length)), END]);
  return { bytes, ...pieces.reduce<Digest>(combined, { size: 0, crc: 0 }) };
}

async function deflated(data: Buffer): Promise<Buffer> {
  return Buffer.concat([data.length <= TINY ? deflateRawSync(data, TINY_SPEED) : await deflate(data, SPEED), END]);
}

/** Returns whether more blocks can follow. False for very small bodies and for those that older versions compressed. */
export const isJoinable = ({ bytes }: Compressed): boolean => bytes.subarray(-JOINABLE_END.length).equals(JOINABLE_END);

/** One final block that is not compressed. */
function stored(data: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(PREFIX + data.length);
  bytes[0] = 1;
  bytes.writeUInt16LE(data.length, 1);
  bytes.writeUInt16LE(~data.length & 0xffff, 3);
  bytes.set(data, PREFIX);
  return bytes;
}

/** Below this size using another thread costs more than the work. */
const SMALL = 128 * 1024;

export async function decompress(bytes: Buffer, size: number): Promise<Buffer> {
  const limit = { maxOutputLength: Math.max(size, 1) };
  return size <= SMALL ? inflateRawSync(bytes, limit) : inflate(bytes, limit);
}

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** Sizes of the head of an uncompressed block (type and two lengths) and of the end of a stream (checksum and size). */
const PREFIX = 5;
const TRAILER = 8;
const STORED_MAX = 65_535;

/** Returns one gzip stream that decompresses to `head` followed by the compressed text. */
export function gzipJoin(head: string, compressed: Compressed): Buffer {
  const length = Buffer.byteLength(head);
  if (length > STORED_MAX) {
    const { before, after } = gzipAround(Buffer.from(head), compressed);
    return Buffer.concat([...before, compressed.bytes, after]);
  }
  // The usual case, written into one buffer at once.
  const begin = HEADER.length + PREFIX;
  const stream = allocateShortLived(begin + length + compressed.bytes.length + TRAILER);
  stream.set(HEADER, 0);
  stream[HEADER.length] = 0;
  stream.writeUInt16LE(length, HEADER.length + 1);
  stream.writeUInt16LE(~length & 0xffff, HEADER.length + 3);
  stream.write(head, begin, length);
  stream.set(compressed.bytes, begin + length);
  writeTrailer(stream, stream.length - TRAILER, combined(digestOf(stream.subarray(begin, begin + length)), compressed));
  return stream;
}

/** Size and checksum of a text, as the end of a stream has them. */
type Digest = Pick<Compressed, 'size' | 'crc'>;

const digestOf = (data: Buffer): Digest => ({ size: data.length, crc: crc32(data) });
const combined = (first: Digest, second: Digest): Digest => ({
  size: first.size + second.size,
  crc: combineCrc(first.crc, second.crc, second.size),
});

function writeTrailer(into: Buffer, at: number, { size, crc }: Digest): void {
  into.writeUInt32LE(crc, at);
  into.writeUInt32LE(size % 2 ** 32, at + 4);
}

/**
 * Returns the bytes before and after the compressed bytes in such a stream. `head` is small, so it is not compressed.
 */
export function gzipAround(head: Buffer, compressed: Digest): { before: Buffer[]; after: Buffer } {
  const trailer = Buffer.alloc(TRAILER);
  writeTrailer(trailer, 0, combined(digestOf(head), compressed));
  return { before: [HEADER, ...blocksOf(head)], after: trailer };
}

/** Uncompressed blocks, none of them final. */
function blocksOf(data: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let from = 0; from < data.length; from += STORED_MAX) {
    const block = data.subarray(from, from + STORED_MAX);
    const prefix = Buffer.alloc(PREFIX);
    prefix.writeUInt16LE(block.length, 1);
    prefix.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(prefix, block);
  }
  return blocks;
}

/** Returns one gzip stream of texts and joinable bodies in sequence. */
export function gzipSequence(pieces: readonly (string | Compressed)[]): Buffer {
  const parts: Buffer[] = [HEADER];
  let sum: Digest = { size: 0, crc: 0 };
  let text = '';
  const add = (bytes: readonly Buffer[], more: Digest): void => {
    parts.push(...bytes);
    sum = combined(sum, more);
  };
  const addText = (): void => {
    const data = Buffer.from(text);
    add(blocksOf(data), digestOf(data));
    text = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else {
      addText();
      add([piece.bytes.subarray(0, -END.length)], piece);
    }
  }
  addText();
  const trailer = Buffer.alloc(TRAILER);
  writeTrailer(trailer, 0, sum);
  return Buffer.concat([...parts, END, trailer]);
}

type Matrix = Uint32Array;

function times(matrix: Matrix, vector: number): number {
  let sum = 0;
  for (let index = 0, rest = vector; rest !== 0; index++, rest >>>= 1) if (rest & 1) sum ^= matrix[index]!;
  return sum >>> 0;
}

const square = (matrix: Matrix): Matrix => Uint32Array.from(matrix, (row) => times(matrix, row));

/** The operators that append 1, 2, 4, … zero bytes to a checksummed text. Computed once. */
const APPEND: readonly Matrix[] = (() => {
  let matrix: Matrix = Uint32Array.from({ length: 32 }, (_, index) => (index === 0 ? 0xedb88320 : 1 << (index - 1)) >>> 0);
  for (let doubling = 0; doubling < 3; doubling++) matrix = square(matrix);
  const operators = [matrix];
  while (operators.length < 32) operators.push(square(operators.at(-1)!));
  return operators;
})();

/** Returns the checksum of two concatenated texts, from their checksums and the size of the second. */
export function combineCrc(first: number, second: number, secondSize: number): number {
  let value = first;
  for (let index = 0, rest = secondSize; rest !== 0; index++, rest >>>= 1) if (rest & 1) value = times(APPEND[index]!, value);
  return (value ^ second) >>> 0;
}
