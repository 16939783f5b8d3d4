// Reads a stored body from memory or from S3.
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { StoredBody } from '../../contract/order.ts';
import { crc32, decompress } from '../../platform/gzip.ts';
import { StorageUnavailable } from '../../platform/s3.ts';

/** Larger chunks than the default cost less overhead. */
const CHUNK_BYTES = 65_536;

/** Returns the whole text. */
export async function readBody(body: StoredBody): Promise<Buffer> {
  if (body.bytes) return decompress(body.bytes, body.size);
  const chunks: Buffer[] = [];
  for await (const chunk of (await body.open()).chunks) chunks.push(chunk);
  try {
    const text = await decompress(Buffer.concat(chunks), body.size);
    if (text.length === body.size && crc32(text) === body.crc) return text;
  } catch (error) {
    throw new StorageUnavailable('returned damaged data', undefined, error);
  }
  throw new StorageUnavailable('returned damaged data');
}

/** Yields the decompressed text in chunks. Throws when it is shorter or longer than `size`. */
export async function* decompressChunks(packed: Iterable<Buffer> | AsyncIterable<Buffer>, size: number): AsyncIterable<Buffer> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  // Errors of both sides are thrown by the loop below.
  pipeline(Readable.from(packed), inflate, () => undefined);
  let seen = 0;
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    seen += chunk.length;
    if (seen > size) break;
    yield chunk;
  }
  if (seen !== size) throw new StorageUnavailable('returned damaged data');
}
