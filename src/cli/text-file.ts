// Files that commands read, as spreadsheets and other trackers write them.
import { readFileSync } from 'node:fs';
import { UsageProblem } from './arguments.ts';

/** `-` means standard input. */
export async function readBytes(file: string, readInput: () => Promise<Buffer>): Promise<Buffer> {
  if (file === '-') return readInput();
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UsageProblem(`Cannot read ${file}.`, { cause });
  }
}

/** Files of zip and Excel begin with these bytes. */
const ZIP = Buffer.from('PK\u0003\u0004');

export const isPacked = (bytes: Buffer): boolean => bytes.subarray(0, ZIP.length).equals(ZIP);

/** Decodes UTF-8, UTF-16 with a byte order mark, and Windows-1252, which Excel writes in many countries. */
export function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
