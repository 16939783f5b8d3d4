// Reads SERPs with raw pages, as the API returns them for requests with `saveRawData`.
import { statSync } from 'node:fs';
import type { EngineName } from '../../../contract/vocabulary.ts';
import { contentTypeOf } from '../../content-type.ts';
import { type CapturedPage, type CapturedSearch, type IsEngine, RECORD_BYTES_MAX, ReplayProblem, readRange } from './capture.ts';
import type { Range } from './json-ranges.ts';

interface StoredSerp {
  readonly searchEngine: EngineName;
  readonly keyword: string;
  readonly language: string;
  readonly isMobile: boolean;
  readonly region: { readonly canonicalName: string };
  readonly data: { readonly raw: readonly string[] };
}

/**
 * Reads one SERP per `.json` file, or one per line of a `.jsonl` or `.ndjson` file. Returns null when the file has
 * something else.
 */
export function readStoredSerps(file: string, isEngine: IsEngine): CapturedSearch[] | null {
  const { size } = statSync(file);
  const isLines = !file.endsWith('.json');
  const ranges = isLines ? lineRanges(file, size) : [{ from: 0, to: size }];
  const [first] = ranges;
  if (
    first &&
    first.to - first.from <= RECORD_BYTES_MAX &&
    !isSerp(jsonIn(readRange(file, first.from, first.to - first.from), file), isEngine)
  )
    return null;
  return ranges.flatMap((range, index) => {
    const where = isLines ? `${file}, line ${index + 1}` : file;
    if (range.to - range.from > RECORD_BYTES_MAX) throw new ReplayProblem(`${where} is larger than 64 MB.`);
    const bytes = readRange(file, range.from, range.to - range.from);
    return isLines && bytes.toString('latin1').trim() === ''
      ? []
      : [searchOf(file, range, (content) => serpIn(content, where, isEngine), bytes)];
  });
}

function searchOf(file: string, { from, to }: Range, parse: (bytes: Buffer) => StoredSerp, content: Buffer): CapturedSearch {
  const serp = parse(content);
  const known = { keyword: serp.keyword, language: serp.language, isMobile: serp.isMobile, region: serp.region.canonicalName };
  const pages = serp.data.raw.map((_, index): CapturedPage => {
    const read = (bytes: Buffer) => {
      const text = parse(bytes).data.raw[index]!;
      const headers = { 'content-type': `${contentTypeOf(text)}; charset=utf-8` };
      return { status: 200, headers, bytes: Buffer.from(text), compression: undefined };
    };
    return { file, offset: from, length: to - from, read };
  });
  return { engine: serp.searchEngine, known, pages };
}

function jsonIn(bytes: Buffer, where: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new ReplayProblem(`${where} is not JSON.`);
  }
}

function isSerp(value: unknown, isEngine: IsEngine): value is StoredSerp {
  const { searchEngine, keyword, language, isMobile, region } = (value ?? {}) as Partial<StoredSerp>;
  return (
    typeof searchEngine === 'string' &&
    isEngine(searchEngine) &&
    typeof keyword === 'string' &&
    typeof language === 'string' &&
    typeof isMobile === 'boolean' &&
    typeof region?.canonicalName === 'string'
  );
}

function serpIn(bytes: Buffer, where: string, isEngine: IsEngine): StoredSerp {
  const serp = jsonIn(bytes, where);
  if (!isSerp(serp, isEngine)) throw new ReplayProblem(`${where} is not a SERP as the API returns it.`);
  const raw: unknown = serp.data?.raw;
  if (!Array.isArray(raw) || raw.length === 0 || !raw.every((text) => typeof text === 'string'))
    throw new ReplayProblem(`${where} has no raw pages: create the SERP with saveRawData.`);
  return serp;
}

/** A large file is read in parts, because only the ends of its lines are needed. */
function lineRanges(file: string, size: number): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (let offset = 0; offset < size; offset += RECORD_BYTES_MAX) {
    const part = readRange(file, offset, Math.min(RECORD_BYTES_MAX, size - offset));
    for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, end + 1)) {
      ranges.push({ from, to: offset + end });
      from = offset + end + 1;
    }
  }
  if (from < size) ranges.push({ from, to: size });
  return ranges;
}
