// Reads the region list: text columns as lines of one buffer, numbers as typed arrays.
import { REGION_TYPES, type RegionType } from '../../contract/vocabulary.ts';

/** Lines of text in one buffer. A line is decoded only when it is read. */
export interface Lines {
  readonly bytes: Buffer;
  /** The start of each line, and one entry after the last. */
  readonly starts: Uint32Array;
}

/** The list by column. The row number is the position in the list: countries first, then by population. */
export interface Columns {
  readonly count: number;
  readonly names: Lines;
  readonly ids: Lines;
  /** Local names that differ from the English name, by row. */
  readonly locals: ReadonlyMap<number, string>;
  /** Names in other languages: lines of row, tab and key, in list order. */
  readonly exonyms: Buffer;
  /** Degrees times 100,000. */
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
  /** -1 where unknown. */
  readonly populations: Int32Array;
  /** Row of the parent; -1 for countries. */
  readonly parents: Int32Array;
  /** Index into REGION_TYPES. */
  readonly types: Uint8Array;
  /** Row of the country, since countries are the first rows. */
  readonly countries: Uint8Array;
  readonly countryCodes: readonly string[];
  readonly flags: Uint8Array;
}

/** The canonical name has the type after the name, because another region has the plain name. */
export const TYPE_IN_NAME = 1;
/** The English name is the local name as well. */
export const NAME_IS_LOCAL = 2;

interface Header {
  readonly format: number;
  readonly count: number;
  readonly types: readonly string[];
  readonly countries: readonly string[];
  readonly sections: readonly (readonly [string, number])[];
}

export function linesOf(bytes: Buffer, count: number): Lines {
  const starts = new Uint32Array(count + 1);
  let line = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts[++line] = at + 1;
  if (line !== Math.max(0, count - 1)) throw new Error(`the region list has ${line + 1} lines instead of ${count}`);
  starts[count] = bytes.length + 1;
  return { bytes, starts };
}

export const lineAt = (lines: Lines, row: number): string =>
  lines.bytes.toString('utf8', lines.starts[row], (lines.starts[row + 1] ?? 1) - 1);

/** Numbers are stored as four byte planes, lowest first, because high bytes repeat and compress well. */
function numbersOf(bytes: Buffer): Int32Array {
  const count = bytes.length / 4;
  const numbers = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    numbers[at] =
      (bytes[at] ?? 0) | ((bytes[count + at] ?? 0) << 8) | ((bytes[2 * count + at] ?? 0) << 16) | ((bytes[3 * count + at] ?? 0) << 24);
  }
  return numbers;
}

function localsOf(bytes: Buffer): Map<number, string> {
  const locals = new Map<number, string>();
  if (bytes.length === 0) return locals;
  for (const line of bytes.toString('utf8').split('\n')) {
    const tab = line.indexOf('\t');
    locals.set(Number(line.slice(0, tab)), line.slice(tab + 1));
  }
  return locals;
}

/** `decompressed` is the decompressed file: one line of JSON, then the sections that it lists. */
export function readColumns(decompressed: Buffer): Columns {
  const headerEnd = decompressed.indexOf(10);
  const header = JSON.parse(decompressed.toString('utf8', 0, headerEnd)) as Header;
  if (header.format !== 1) throw new Error(`the region list has format ${header.format}; this version reads format 1`);
  const sections = new Map<string, Buffer>();
  let at = headerEnd + 1;
  for (const [name, length] of header.sections) {
    // Copies allow the large buffer to be freed.
    sections.set(name, Buffer.from(decompressed.subarray(at, at + length)));
    at += length;
  }
  const section = (name: string): Buffer => sections.get(name) ?? Buffer.alloc(0);
  const typeOf = header.types.map((type) => REGION_TYPES.indexOf(type as RegionType));
  return {
    count: header.count,
    names: linesOf(section('names'), header.count),
    ids: linesOf(section('ids'), header.count),
    locals: localsOf(section('locals')),
    exonyms: section('exonyms'),
    latitudes: numbersOf(section('latitudes')),
    longitudes: numbersOf(section('longitudes')),
    populations: numbersOf(section('populations')),
    parents: numbersOf(section('parents')),
    types: Uint8Array.from(section('types'), (type) => typeOf[type] ?? 0),
    countries: Uint8Array.from(section('countries')),
    countryCodes: header.countries,
    flags: Uint8Array.from(section('flags')),
  };
}
