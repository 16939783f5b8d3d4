// Reads the first file of a ZIP archive, which is enough for downloads of one compressed file.
import { inflateRawSync } from 'node:zlib';

export class ZipProblem extends Error {}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** The end of the directory is followed by a comment of at most 64 KiB. */
const END_SEARCH_BYTES = 65_557;

export const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === LOCAL_HEADER;

/**
 * Returns the first file whose name has this ending. Throws `ZipProblem` when there is none, it is damaged, or it would
 * exceed `bytesMax`.
 */
export function unzipFirst(archive: Buffer, ending: string, bytesMax: number): Buffer {
  try {
    for (const entry of entriesOf(archive)) if (entry.name.toLowerCase().endsWith(ending)) return contentOf(archive, entry, bytesMax);
  } catch (error) {
    if (error instanceof ZipProblem) throw error;
    throw new ZipProblem('the archive is damaged', { cause: error });
  }
  throw new ZipProblem(`the archive has no file that ends with ${ending}`);
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly size: number;
  readonly headerAt: number;
}

function* entriesOf(archive: Buffer): Generator<Entry> {
  let end = archive.length - 22;
  const last = Math.max(0, archive.length - END_SEARCH_BYTES);
  while (end >= last && archive.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
  if (end < last) throw new ZipProblem('the archive has no directory');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry++) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new ZipProblem('the archive is damaged');
    const nameLength = archive.readUInt16LE(at + 28);
    const rest = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    yield {
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      method: archive.readUInt16LE(at + 10),
      size: archive.readUInt32LE(at + 20),
      headerAt: archive.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + rest;
  }
}

function contentOf(archive: Buffer, { method, size, headerAt }: Entry, bytesMax: number): Buffer {
  if (archive.readUInt32LE(headerAt) !== LOCAL_HEADER) throw new ZipProblem('the archive is damaged');
  const start = headerAt + 30 + archive.readUInt16LE(headerAt + 26) + archive.readUInt16LE(headerAt + 28);
  const compressed = archive.subarray(start, start + size);
  if (compressed.length < size) throw new ZipProblem('the archive is truncated');
  if (method === STORED) return compressed;
  if (method !== DEFLATED) throw new ZipProblem(`the archive uses compression method ${method}`);
  return inflateRawSync(compressed, { maxOutputLength: bytesMax });
}
