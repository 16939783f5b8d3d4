// Types of captured pages: where a page is stored, and what is known about the request it answers.
import { closeSync, openSync, readSync } from 'node:fs';
import type { EngineName } from '../../../contract/vocabulary.ts';
import type { Content } from '../../adapter.ts';

/** A file that cannot be used. The message names the file and the record. */
export class ReplayProblem extends Error {}

/** A larger record is rejected at the start. Pages have at most a few megabytes. */
export const RECORD_BYTES_MAX = 64 * 1024 * 1024;

/** Returns whether this is the name of an engine whose pages can be replayed. */
export type IsEngine = (name: string) => name is EngineName;

/** A byte range of a file, and how a response is read from these bytes. */
export interface CapturedPage {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  readonly read: (bytes: Buffer) => CapturedResponse;
}

export interface CapturedResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly compression: Content['compression'];
}

/** The fields of a search that decide which captured pages answer it. */
export interface SearchFields {
  readonly keyword: string;
  readonly language: string;
  readonly isMobile: boolean;
  /** The canonical name. */
  readonly region: string;
}

/** The pages of one captured search, in order. */
export interface CapturedSearch {
  readonly engine: EngineName;
  /** A field that is unknown here may have any value in a request. */
  readonly known: Readonly<Partial<SearchFields>>;
  readonly pages: readonly CapturedPage[];
}

/** A page that was captured together with its request. */
export interface CapturedExchange {
  readonly method: string;
  readonly url: string;
  /** Body of the request, where the capture has it. */
  readonly body: string | undefined;
  readonly page: CapturedPage;
}

/** Reads a byte range of a file. The range may end after the file. */
export function readRange(file: string, offset: number, length: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(length);
    let size = 0;
    while (size < length) {
      const count = readSync(descriptor, buffer, size, length - size, offset + size);
      if (count === 0) break;
      size += count;
    }
    return buffer.subarray(0, size);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the compression by the header `content-encoding`. Throws at an unknown one. */
export function compressionOf(encoding: string | undefined): Content['compression'] {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return undefined;
  if (name === 'gzip' || name === 'x-gzip') return 'gzip';
  if (name === 'deflate' || name === 'br') return name;
  throw new ReplayProblem(`the content encoding ${name} is not supported`);
}

const TEXT_TYPE = /html|json|xml|javascript|^text\//i;

/** Captures of a browser also contain images, styles and scripts. Only texts and redirects can answer a search. */
export const isPage = (status: number, headers: Readonly<Record<string, string>>): boolean => {
  const type = headers['content-type'] ?? 'text/html';
  return (status >= 300 && status < 400) || (TEXT_TYPE.test(type) && !/^text\/(?:css|javascript)/i.test(type));
};
