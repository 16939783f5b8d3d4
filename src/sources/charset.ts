// Finds the encoding of a page and decodes it, whole or in parts.
import { isUtf8 } from 'node:buffer';

const META = /<meta[^>]{0,200}charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})/i;

/** Decodes a byte range. */
export type DecodeRange = (bytes: Buffer, from: number, to: number) => string;

export function decodePage(body: Buffer, contentType: string | undefined): string {
  const encoding = encodingOf(body, contentType);
  return isTwoByte(encoding) ? new TextDecoder(encoding).decode(body) : rangeDecoder(encoding)(body, markLength(body), body.length);
}

/** Returns the name of the encoding by the byte order mark, the server, the page itself or, where all are silent, its bytes. */
export function encodingOf(body: Buffer, contentType: string | undefined): string {
  const named = markOf(body) ?? /charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})/i.exec(contentType ?? '')?.[1] ?? metaOf(body);
  if (named === undefined) return isUtf8(withoutCutCharacter(body)) ? 'utf-8' : 'windows-1252';
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}

/** Encodings in which the bytes of a tag do not stand for themselves. A page in one of them is written as UTF-8 first. */
export const isTwoByte = (encoding: string): boolean => /^(?:utf-16|iso-2022-jp)/.test(encoding);

/** Returns a decoder for parts of a page that begin and end at ASCII characters. */
export function rangeDecoder(encoding: string): DecodeRange {
  if (encoding === 'utf-8') return (bytes, from, to) => bytes.toString('utf8', from, to);
  if (encoding === 'windows-1252') return decodeWestern;
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (bytes, from, to) => decoder.decode(bytes.subarray(from, to));
}

/** The length of a byte order mark in UTF-8. */
export const markLength = (body: Buffer): number => (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0);

/** A byte order mark outranks everything else. */
function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return markLength(body) > 0 ? 'utf-8' : undefined;
}

/** A tag that can be read byte by byte is not part of a page of two-byte characters; browsers assume UTF-8 too. */
function metaOf(body: Buffer): string | undefined {
  const named = META.exec(body.subarray(0, 4096).toString('latin1'))?.[1];
  return named !== undefined && /^utf-?16/i.test(named) ? 'utf-8' : named;
}

/** A page that was cut may end within a character. */
function withoutCutCharacter(body: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= body.length; back++) {
    const byte = body[body.length - back]!;
    if (byte < 0x80) return body;
    if (byte >= 0xc0) return body.subarray(0, body.length - back);
  }
  return body;
}

/** The characters 0x80 to 0x9f. Node 20 decodes them as control characters, although it calls the encoding windows-1252. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const decodeWestern: DecodeRange = (bytes, from, to) =>
  bytes.toString('latin1', from, to).replace(/[\u0080-\u009f]/g, (one) => WESTERN[one.charCodeAt(0) - 0x80]!);
