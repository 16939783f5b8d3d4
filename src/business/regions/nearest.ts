// Finds the region with the nearest centre to a point, by great-circle distance.
import type { RegionSearch } from '../../contract/region.ts';
import { DEFAULT_SEARCH_TYPES, REGION_TYPES, type RegionType } from '../../contract/vocabulary.ts';
import { type Point, pointAt, SphereTree } from './sphere-tree.ts';
import type { Table } from './table.ts';

const EARTH_METRES = 6_371_000;

export class Nearest {
  readonly #table: Table;
  /** One tree per type, built on first use, so that a search for a rare type does not visit all cities. */
  readonly #trees = new Map<RegionType, SphereTree>();
  /** The default types in one tree, which most requests use. */
  #usual: SphereTree | null = null;

  constructor(table: Table) {
    this.#table = table;
  }

  /** Returns the nearest row of the requested types, or -1 when none is within `maxDistance` metres. */
  find(search: RegionSearch): number {
    const point = pointAt(search.latitude, search.longitude);
    const best = { row: -1, square: Number.POSITIVE_INFINITY };
    for (const tree of this.#treesOf(search)) tree.improve(best, point);
    return best.row >= 0 && metresOf(best.square) <= (search.maxDistance ?? Number.POSITIVE_INFINITY) ? best.row : -1;
  }

  #treesOf({ types }: RegionSearch): readonly SphereTree[] {
    if (!types || types.length === 0) {
      this.#usual ??= this.#plant(DEFAULT_SEARCH_TYPES);
      return [this.#usual];
    }
    // The contract has two spellings of one type.
    const wanted = new Set(types.map((type) => (type === 'governorate' ? 'governate' : type)));
    // The largest tree first: its result is near, so that the others can be pruned early.
    return [...wanted].map((type) => this.#treeOf(type)).sort((a, b) => b.size - a.size);
  }

  #treeOf(type: RegionType): SphereTree {
    const tree = this.#trees.get(type) ?? this.#plant([type]);
    this.#trees.set(type, tree);
    return tree;
  }

  #plant(types: readonly RegionType[]): SphereTree {
    const wanted = new Set(types.map((type) => REGION_TYPES.indexOf(type)));
    const rows: number[] = [];
    for (let row = 0; row < this.#table.locatedCount; row++) if (wanted.has(this.#table.columns.types[row]!)) rows.push(row);
    return new SphereTree(rows, (row) => this.#pointOf(row));
  }

  #pointOf(row: number): Point {
    const { latitudes, longitudes } = this.#table.columns;
    return pointAt((latitudes[row] ?? 0) / 1e5, (longitudes[row] ?? 0) / 1e5);
  }
}

/** Returns the surface distance from the squared chord on a globe of radius 1. */
const metresOf = (square: number): number => 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(square) / 2));
