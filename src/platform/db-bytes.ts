// Rows as the bytes that came over the wire. The driver reads every column as UTF-8 text, which costs more than the query
// itself where a column holds kilobytes of packed data, and ruins such data in the binary format.
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

/** One character per byte, which is what the driver's reader makes of bytes when it is told that they are Latin-1; null for NULL. */
export type RawValue = string | null;

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
      (parser as unknown as { reader: { encoding: string } }).reader.encoding = 'latin1';
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
const AS_IT_IS = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

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

export const bytesOf = (value: string): Buffer => Buffer.from(value, 'latin1');
export const textOf = (value: string): string => (BEYOND_ASCII.test(value) ? bytesOf(value).toString('utf8') : value);
export const flagOf = (value: string): boolean => value.charCodeAt(0) === 1;
export const integerOf = (value: string): number =>
  (value.charCodeAt(0) << 24) | (value.charCodeAt(1) << 16) | (value.charCodeAt(2) << 8) | value.charCodeAt(3);
/** A bigint that fits a double exactly: credits, counts, milliseconds, checksums. */
export const bigintOf = (value: string): number => integerOf(value) * 4_294_967_296 + (integerOf(value.slice(4)) >>> 0);
