// Reads WARC files, plain or with one gzip member per record, as archiving tools write them.
import { statSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { type CapturedExchange, isPage, RECORD_BYTES_MAX, ReplayProblem, readRange } from './capture.ts';
import { headersIn, readHttpResponse } from './http-message.ts';

interface WarcRecord {
  readonly type: string;
  readonly url: string | null;
  readonly isHttp: boolean;
  readonly block: Buffer;
  /** Length of the whole record with the two line ends after it. */
  readonly length: number;
}

const HEAD_BYTES_MAX = 65_536;
const FIRST_WINDOW_BYTES = 1024 * 1024;

/** Returns the pages of a WARC file. Throws `ReplayProblem` with the number of a damaged record. */
export function readWarc(file: string): CapturedExchange[] {
  const { size } = statSync(file);
  const isCompressed = file.endsWith('.gz');
  const found: CapturedExchange[] = [];
  let number = 0;
  for (let offset = 0; offset < size; ) {
    number++;
    try {
      const { record, length } = isCompressed ? compressedRecord(file, offset, size) : plainRecord(file, offset);
      const page = isCompressed ? pageOf(file, offset, length, unzippedRecord) : pageOf(file, offset, length, recordIn);
      if (record.type === 'response' && record.isHttp) {
        if (record.url === null || !URL.canParse(record.url)) throw new Error('WARC-Target-URI is missing or not a URL');
        const { status, headers } = readHttpResponse(record.block);
        if (isPage(status, headers)) found.push({ method: 'GET', url: record.url, body: undefined, page });
      }
      offset += length;
    } catch (error) {
      throw new ReplayProblem(`${file}, record ${number} at byte ${offset}: ${(error as Error).message}.`);
    }
  }
  return found;
}

const pageOf = (file: string, offset: number, length: number, parse: (bytes: Buffer) => WarcRecord): CapturedExchange['page'] => ({
  file,
  offset,
  length,
  read: (bytes) => readHttpResponse(parse(bytes).block),
});

function plainRecord(file: string, offset: number): { record: WarcRecord; length: number } {
  const length = recordLength(readRange(file, offset, HEAD_BYTES_MAX));
  const record = recordIn(readRange(file, offset, length));
  return { record, length: record.length };
}

/** The length of a compressed record is known only after decompressing it, so a growing part of the file is tried. */
function compressedRecord(file: string, offset: number, size: number): { record: WarcRecord; length: number } {
  for (let window = FIRST_WINDOW_BYTES; ; window *= 4) {
    const bytes = readRange(file, offset, Math.min(window, RECORD_BYTES_MAX, size - offset));
    try {
      const { content, length } = firstMember(bytes);
      const record = recordIn(content);
      if (content.length > record.length) throw new Error('several records are compressed together: compress each one alone');
      return { record, length };
    } catch (error) {
      const isCut = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
      if (!isCut || bytes.length === size - offset || bytes.length >= RECORD_BYTES_MAX) throw error;
    }
  }
}

const unzippedRecord = (bytes: Buffer): WarcRecord => recordIn(firstMember(bytes).content);

/** Node's gunzip would continue with the next member. The raw decoder stops, and reports how much it has read. */
function firstMember(bytes: Buffer): { content: Buffer; length: number } {
  const start = gzipHeaderLength(bytes);
  const { buffer, engine } = inflateRawSync(bytes.subarray(start), { info: true, maxOutputLength: RECORD_BYTES_MAX }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  return { content: buffer, length: start + engine.bytesWritten + 8 };
}

function gzipHeaderLength(bytes: Buffer): number {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) throw new Error('this is not a gzip member');
  const flags = bytes[3]!;
  let at = 10;
  if (flags & 4) at += 2 + bytes.readUInt16LE(at);
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1;
  return flags & 2 ? at + 2 : at;
}

/** The length of a record with its head and the line ends after it. The last record of a file may lack those. */
function recordLength(bytes: Buffer): number {
  const head = headOf(bytes);
  return head.end + head.contentLength + 4;
}

function headOf(bytes: Buffer): { end: number; contentLength: number; headers: Record<string, string> } {
  const end = bytes.subarray(0, HEAD_BYTES_MAX).indexOf('\r\n\r\n');
  if (end === -1 || !/^WARC\/1\.\d\r\n/.test(bytes.toString('latin1', 0, 10))) throw new Error('this is not a WARC record');
  const headers = headersIn(bytes.toString('utf8', 0, end));
  const contentLength = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(contentLength) || contentLength < 0) throw new Error('Content-Length is missing or not a number');
  if (contentLength > RECORD_BYTES_MAX) throw new Error('the record is larger than 64 MB');
  return { end: end + 4, contentLength, headers };
}

function recordIn(bytes: Buffer): WarcRecord {
  const { end, contentLength, headers } = headOf(bytes);
  const block = bytes.subarray(end, end + contentLength);
  if (block.length < contentLength) throw new Error('the file ends within the record');
  return {
    type: headers['warc-type'] ?? '',
    // The first version of the format puts the URL in angle brackets.
    url: headers['warc-target-uri']?.replace(/^<|>$/g, '') ?? null,
    isHttp: /^application\/http/i.test(headers['content-type'] ?? ''),
    block,
    length: end + contentLength + 4,
  };
}
