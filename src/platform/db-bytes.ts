// Rows as the bytes that came over the wire. The driver reads every column as UTF-8 text, which costs more than the query
// itself where a column holds kilobytes of packed data, and ruins such data in the binary format.
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { shortLived } from './slab.ts';

/**
 * One character per byte, which is what the driver's reader makes of bytes when it is told that they are Latin-1; large values as
 * bytes of their own, for they would only fill the heap; null for NULL.
 */
export type RawValue = string | Buffer | null;

/** From here on a copy of the bytes costs less than a text of them. */
const LARGE = 1024;

interface Reader {
  buffer: Buffer;
  offset: number;
  encoding: string;
  string(length: number): string | Buffer;
}

/** Teaches the driver's reader both. Its buffer is written over by the next packet, so bytes that are kept are copied. */
function readAsBytes(reader: Reader): void {
  const text = reader.string;
  reader.encoding = 'latin1';
  reader.string = function (this: Reader, length) {
    if (length < LARGE) return text.call(this, length);
    const bytes = shortLived(length);
    this.buffer.copy(bytes, 0, this.offset, this.offset + length);
    this.offset += length;
    return bytes;
  };
}

interface Connection {
  attachListeners(stream: NodeJS.ReadableStream): void;
  emit(event: string, message: unknown): void;
}

/** A client of the driver, but for the alphabet in which it reads. */
export class ByteClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: Connection };
    connection.attachListeners = (stream) => {
      const parser = new Parser();
      readAsBytes((parser as unknown as { reader: Reader }).reader);
      stream.on('data', (bytes: Buffer) =>
        parser.parse(bytes, (message) => {
          const { name } = message as { name: string };
          connection.emit(name === 'error' ? 'errorMessage' : name, message);
        }),
      );
    };
  }
}

/** Hands every value on as it is. */
const AS_IT_IS = { getTypeParser: () => (value: RawValue) => value } as unknown as pg.CustomTypesConfig;

/** All columns in the binary format, rows as lists. Without a name the server does not keep the statement. */
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
/** The value of a column of few bytes, which always comes as a text. */
const few = (value: string | Buffer): string => value as string;
export const flagOf = (value: string | Buffer): boolean => few(value).charCodeAt(0) === 1;
const integerAt = (text: string, at: number): number =>
  (text.charCodeAt(at) << 24) | (text.charCodeAt(at + 1) << 16) | (text.charCodeAt(at + 2) << 8) | text.charCodeAt(at + 3);
export const integerOf = (value: string | Buffer): number => integerAt(few(value), 0);
/** A bigint that fits a double exactly: credits, counts, milliseconds, checksums. */
export const bigintOf = (value: string | Buffer): number => integerAt(few(value), 0) * 4_294_967_296 + (integerAt(few(value), 4) >>> 0);
