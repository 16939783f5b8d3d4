// Lists regions by country, type and name: exact matches, then beginnings, words and parts of words.
import { REGION_TYPES, type RegionType } from '../../contract/vocabulary.ts';
import { type Folded, foldLines, lineOfPosition } from './folded.ts';
import { LruCache } from './lru-cache.ts';
import type { Names } from './names.ts';
import { firstPart, keyOf } from './spelling.ts';
import type { Table } from './table.ts';

export interface RegionFilter {
  readonly countryCode?: string | undefined;
  readonly type?: RegionType | 'governorate' | undefined;
  readonly query?: string | undefined;
}

/** Shorter queries match only at the beginning of words. Inside words they would match nearly everything. */
const INSIDE_LENGTH_MIN = 3;
const EXACT = 0;
const BEGINNING = 1;
const WORD = 2;
const INSIDE = 3;

export class Search {
  readonly #table: Table;
  readonly #names: Names;
  readonly #recent = new LruCache<Uint32Array>(24);
  #locals: { folded: Folded; rows: readonly number[] } | null = null;

  constructor(table: Table, names: Names) {
    this.#table = table;
    this.#names = names;
  }

  /** Returns all matching rows, best first. Null means the whole list. */
  rows(filter: RegionFilter): Uint32Array | null {
    const country = filter.countryCode?.toUpperCase() ?? '';
    const type = filter.type === 'governorate' ? 'governate' : (filter.type ?? '');
    const query = keyOf(filter.query ?? '').replace(/\s+/g, ' ');
    if (!country && !type && !query) return null;
    return this.#recent.get(`${country}\t${type}\t${query}`, () => {
      const fits = this.#filter(country, type);
      return query ? this.#byName(query, fits) : this.#all(fits);
    });
  }

  #filter(country: string, type: string): (row: number) => boolean {
    const { columns } = this.#table;
    const countryRow = country ? columns.countryCodes.indexOf(country) : -1;
    const typeIndex = type ? REGION_TYPES.indexOf(type as RegionType) : -1;
    return (row) => (!country || columns.countries[row] === countryRow) && (!type || columns.types[row] === typeIndex);
  }

  #all(fits: (row: number) => boolean): Uint32Array {
    const rows: number[] = [];
    for (let row = 0; row < this.#table.size; row++) if (fits(row)) rows.push(row);
    return Uint32Array.from(rows);
  }

  /** The query after a comma matches parents: "austin, tex" is an Austin in Texas. */
  #byName(query: string, fits: (row: number) => boolean): Uint32Array {
    const needle = firstPart(query);
    const parents = query.slice(needle.length);
    if (!needle) return new Uint32Array(0);
    const ranks = new Map<number, number>();
    const record = (row: number, rank: number): void => {
      if (fits(row) && rank < (ranks.get(row) ?? INSIDE + 1)) ranks.set(row, rank);
    };
    findIn(this.#names.folded, needle, record);
    const locals = this.#localNames();
    findIn(locals.folded, needle, (line, rank) => record(locals.rows[line] ?? 0, rank));
    const exonyms = this.#names.exonyms.lines;
    findIn(exonyms.folded, needle, (line, rank) => (rank === EXACT ? record(exonyms.rows[line] ?? 0, rank) : undefined));
    const buckets: number[][] = [[], [], [], []];
    for (const [row, rank] of ranks) {
      if (!parents || this.#table.canonicalKey(row).includes(parents)) buckets[rank]?.push(row);
    }
    return Uint32Array.from(buckets.flatMap((bucket) => bucket.sort((a, b) => a - b)));
  }

  #localNames(): { folded: Folded; rows: readonly number[] } {
    if (this.#locals) return this.#locals;
    const rows = [...this.#table.columns.locals.keys()];
    this.#locals = { folded: foldLines(rows.length, (line) => this.#table.localName(rows[line] ?? 0) ?? ''), rows };
    return this.#locals;
  }
}

/** Calls `record` for every line that contains the query, with the rank of each occurrence. */
function findIn({ text, starts }: Folded, needle: string, record: (line: number, rank: number) => void): void {
  const patterns = needle.length < INSIDE_LENGTH_MIN ? [`\n${needle}`, ` ${needle}`, `-${needle}`] : [needle];
  for (const pattern of patterns) {
    const lead = pattern.length - needle.length;
    let line = 0;
    for (let hit = text.indexOf(pattern); hit >= 0; hit = text.indexOf(pattern, hit + 1)) {
      const at = hit + lead;
      line = lineOfPosition(starts, at, line);
      record(line, rankOf(text, at, at + needle.length));
    }
  }
}

function rankOf(text: string, start: number, end: number): number {
  if (text.charCodeAt(start - 1) === 10) return text.charCodeAt(end) === 10 ? EXACT : BEGINNING;
  return /[\p{L}\p{N}]/u.test(text.charAt(start - 1)) ? INSIDE : WORD;
}
