// Reads rows in PostgreSQL's binary format, for statements that return kilobytes of compressed data (decision 55).
//
// `pg` decodes every column as UTF-8 text, which destroys binary values, and has no option for it (pg 8.23, seen 2026-11). So this file
// replaces the reader of the driver's protocol parser, which is internal to `pg` and `pg-protocol`. Both versions are pinned in
// package.json. `checkDriver` throws when an update has moved what is replaced here.
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { allocateShortLived } from './slab.ts';

/** Small values as Latin-1, which is one character for each byte; values from `LARGE` bytes on as a buffer; null for NULL. */
export type RawValue = string | Buffer | null;

/** From this size on, copying bytes is cheaper than making a string of them. */
const LARGE = 1024;

/** The driver's reader of one message: `string` reads every column. */
interface Reader {
  buffer: Buffer;
  offset: number;
  encoding: string;
  string(length: number): string | Buffer;
}

function readAsBytes(reader: Reader): void {
  const text = reader.string;
  reader.encoding = 'latin1';
  reader.string = function (this: Reader, length) {
    if (length < LARGE) return text.call(this, length);
    // A copy, because the next packet overwrites the reader's buffer.
    const bytes = allocateShortLived(length);
    this.buffer.copy(bytes, 0, this.offset, this.offset + length);
    this.offset += length;
    return bytes;
  };
}

const readerOf = (parser: Parser): Reader => (parser as unknown as { reader: Reader }).reader;

/** Throws when the installed driver has not the internals that this file replaces. */
export function checkDriver(connection: Partial<Connection>, parser = new Parser()): void {
  const reader: Partial<Reader> | undefined = readerOf(parser);
  const has = {
    'connection.attachListeners': typeof connection.attachListeners === 'function',
    'parser.reader.string': typeof reader?.string === 'function',
    'parser.reader.encoding': typeof reader?.encoding === 'string',
    'parser.reader.buffer': Buffer.isBuffer(reader?.buffer),
    'parser.reader.offset': typeof reader?.offset === 'number',
  };
  const missing = Object.entries(has).flatMap(([name, isThere]) => (isThere ? [] : [name]));
  if (missing.length > 0)
    throw new Error(`This version of pg cannot read rows as bytes: it has no ${missing.join(', ')}. See src/platform/db-bytes.ts.`);
}

interface Connection {
  attachListeners(stream: NodeJS.ReadableStream): void;
  emit(event: string, message: unknown): void;
}

/** A client of the driver that reads values as `RawValue`. For statements made by `byteQuery` only. */
export class ByteClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: Connection };
    checkDriver(connection);
    // As the driver does it, with another parser.
    connection.attachListeners = (stream) => {
      const parser = new Parser();
      readAsBytes(readerOf(parser));
      stream.on('data', (bytes: Buffer) =>
        parser.parse(bytes, (message) => {
          const { name } = message as { name: string };
          connection.emit(name === 'error' ? 'errorMessage' : name, message);
        }),
      );
    };
  }
}

/** Type parsers that return every value unchanged. */
const AS_IT_IS = { getTypeParser: () => (value: RawValue) => value } as unknown as pg.CustomTypesConfig;

/** All columns in the binary format, rows as arrays. Without a name the statement is not prepared. */
export const byteQuery = (name: string | undefined, text: string, values: readonly unknown[]): pg.QueryArrayConfig =>
  ({
    ...(name === undefined ? {} : { name }),
    text,
    values: values as unknown[],
    rowMode: 'array',
    binary: true,
    types: AS_IT_IS,
  }) as pg.QueryArrayConfig;

const BEYOND_ASCII = /[\u0080-\u00ff]/;

export const bytesOf = (value: string | Buffer): Buffer => (typeof value === 'string' ? Buffer.from(value, 'latin1') : value);
export const textOf = (value: string | Buffer): string =>
  typeof value === 'string' && !BEYOND_ASCII.test(value) ? value : bytesOf(value).toString('utf8');
/** Values of a few bytes are always strings. */
const asString = (value: string | Buffer): string => value as string;
export const flagOf = (value: string | Buffer): boolean => asString(value).charCodeAt(0) === 1;
const integerAt = (text: string, at: number): number =>
  (text.charCodeAt(at) << 24) | (text.charCodeAt(at + 1) << 16) | (text.charCodeAt(at + 2) << 8) | text.charCodeAt(at + 3);
export const integerOf = (value: string | Buffer): number => integerAt(asString(value), 0);
/** For bigint values below 2^53: credits, counts, milliseconds, checksums. */
export const bigintOf = (value: string | Buffer): number =>
  integerAt(asString(value), 0) * 4_294_967_296 + (integerAt(asString(value), 4) >>> 0);
