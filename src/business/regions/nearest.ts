// Finds the region whose centre is nearest to a point, by great-circle distance.
import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import type { RegionSearch } from '../../contract/region.ts';
import { DEFAULT_SEARCH_TYPES, REGION_TYPES, type RegionType } from '../../contract/vocabulary.ts';
import type { Table } from './table.ts';

interface TypeIndex {
  readonly tree: KDBush;
  readonly rows: Uint32Array;
}

export class Nearest {
  readonly #table: Table;
  /** One tree per type, built when the type is first asked for: a rare type is then found without passing all cities. */
  readonly #trees = new Map<number, TypeIndex | null>();

  constructor(table: Table) {
    this.#table = table;
  }

  /** The nearest row of the wanted types, or -1 when none lies within `maxDistance` metres. */
  find(search: RegionSearch): number {
    const { longitude, latitude } = search;
    let best = -1;
    let bestMetres = search.maxDistance ?? Number.POSITIVE_INFINITY;
    for (const type of typesOf(search)) {
      const index = this.#indexOf(REGION_TYPES.indexOf(type));
      const found = index ? around(index.tree, longitude, latitude, 1)[0] : undefined;
      const row = found === undefined ? -1 : (index?.rows[found] ?? -1);
      if (row < 0) continue;
      const metres = 1000 * distance(longitude, latitude, this.#longitude(row), this.#latitude(row));
      // Of two at the same distance the earlier in the list wins, whatever the order of the types.
      if (metres < bestMetres || (metres === bestMetres && (best < 0 || row < best))) [best, bestMetres] = [row, metres];
    }
    return best;
  }

  #indexOf(type: number): TypeIndex | null {
    const known = this.#trees.get(type);
    if (known !== undefined) return known;
    const rows: number[] = [];
    for (let row = 0; row < this.#table.placedCount; row++) if (this.#table.columns.types[row] === type) rows.push(row);
    const index = rows.length > 0 ? { tree: this.#plant(rows), rows: Uint32Array.from(rows) } : null;
    this.#trees.set(type, index);
    return index;
  }

  #plant(rows: readonly number[]): KDBush {
    const tree = new KDBush(rows.length);
    for (const row of rows) tree.add(this.#longitude(row), this.#latitude(row));
    return tree.finish();
  }

  #latitude(row: number): number {
    return (this.#table.columns.latitudes[row] ?? 0) / 1e5;
  }

  #longitude(row: number): number {
    return (this.#table.columns.longitudes[row] ?? 0) / 1e5;
  }
}

/** The wanted types; none named means the usual ones, and the contract spells one of them in two ways. */
function typesOf(search: RegionSearch): readonly RegionType[] {
  if (!search.types || search.types.length === 0) return DEFAULT_SEARCH_TYPES;
  return [...new Set(search.types.map((type) => (type === 'governorate' ? 'governate' : type)))];
}
