// A page as it arrived: bytes that are decompressed and decoded only when a parser takes them.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Content, type Page, unreachable } from './adapter.ts';
import { decodePage } from './charset.ts';

export type FetchedParts = Omit<Page, 'body' | 'bytes'> & { readonly content: Content };

/** The getters throw `unreachable` for a body that is damaged or too long, as fetching it decompressed would have. */
export function fetchedPage(parts: FetchedParts): Page {
  let bytes: Buffer | undefined;
  let body: string | undefined;
  return {
    ...parts,
    get bytes() {
      bytes ??= decompressed(parts.content);
      return bytes;
    },
    get body() {
      bytes ??= decompressed(parts.content);
      body ??= decodePage(bytes, parts.headers['content-type']);
      return body;
    },
  };
}

function decompressed({ bytes, compression, bytesMax }: Content): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (compression === undefined) return buffer;
  try {
    if (compression === 'br') return brotliDecompressSync(buffer, { maxOutputLength: bytesMax });
    if (compression === 'deflate') return inflateSync(buffer, { maxOutputLength: bytesMax });
    return gunzipSync(buffer, { maxOutputLength: bytesMax, chunkSize: gunzippedSize(buffer, bytesMax) });
  } catch (error) {
    throw unreachable('the page could not be decompressed', error);
  }
}

/** The trailer of a gzip file has the length of its content. With one chunk of that length nothing is copied. */
function gunzippedSize(buffer: Buffer, bytesMax: number): number {
  const stated = buffer.length < 18 ? 0 : buffer.readUInt32LE(buffer.length - 4);
  return Math.min(Math.max(stated + 1, 16_384), bytesMax);
}
