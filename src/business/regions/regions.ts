// The world list of regions, as used by the rest of the service.
import type { Region, RegionSearch } from '../../contract/region.ts';
import type { RegionType } from '../../contract/vocabulary.ts';
import { Criteria, type JoinedRow } from './criteria.ts';
import { LruCache } from './lru-cache.ts';
import { Names } from './names.ts';
import { NearNames } from './near-names.ts';
import { Nearest } from './nearest.ts';
import { RegionMatcher } from './resolve.ts';
import { type RegionFilter, Search } from './search.ts';
import { keyOf } from './spelling.ts';
import type { Table } from './table.ts';

export interface Regions {
  readonly size: number;
  /** Changes only with the content. */
  readonly version: string;
  /** Whether Google's criteria ids were imported. Otherwise only countries have one. */
  readonly hasCriteriaIds: boolean;
  /** The number of regions of a type. */
  countOf(type: RegionType): number;
  /** Returns the region of a request's `region`, or null. */
  resolve(name: string | number): Region | null;
  /** Returns the regions whose canonical name begins with this part, the most populous first. */
  named(name: string): Region[];
  /** Returns up to three canonical names similar to an unknown name. */
  near(name: string): string[];
  /** Returns the region with the nearest centre, or null when none of the types is within the distance. */
  nearest(search: RegionSearch): Region | null;
  /** Returns one page of matching regions, best first, and the total number of matches. */
  list(query: RegionFilter & { readonly items: number; readonly page: number }): { total: number; items: Region[] };
  byId(id: string): Region | null;
  /** Returns the criteria id of a region, or null when it has none. */
  criteriaIdOf(id: string): number | null;
  /** Returns all regions with a criteria id, in the order of these ids. */
  withCriteriaIds(): Iterable<{ readonly criteriaId: number; readonly region: Region }>;
  /** Prepares lookups by name step by step. Without it, the first one builds the index. */
  prepare(): Generator<void>;
  /** Returns the region as JSON text, or the text `null` for an unknown id. */
  jsonOf(id: string): string;
}

export function createRegions(table: Table, joined: readonly JoinedRow[], version: string): Regions {
  const names = new Names(table);
  const criteria = new Criteria(table, joined);
  const matcher = new RegionMatcher(table, names, criteria);
  const nearNames = new NearNames(table, names);
  const nearest = new Nearest(table);
  const search = new Search(table, names);
  const hints = new LruCache<readonly string[]>(500);
  const resolved = new LruCache<Region | null>(500);
  const near = new LruCache<Region | null>(500);
  const texts = new LruCache<string>(5000);
  const regionAt = (row: number): Region | null => (row < 0 ? null : table.region(row));
  return {
    size: table.size,
    version,
    hasCriteriaIds: joined.length > 0,
    countOf: (type) => table.countOf(type),
    resolve: (name) => resolved.get(`${typeof name} ${name}`, () => regionAt(matcher.find(name))),
    named: (name) =>
      [...names.withTitle(keyOf(name))]
        .sort((one, other) => table.population(other) - table.population(one))
        .map((row) => table.region(row)),
    near: (name) => [...hints.get(name, () => nearNames.find(name))],
    nearest: (wanted) => {
      const row = nearest.find(wanted);
      return near.get(String(row), () => regionAt(row));
    },
    list(query) {
      const rows = search.rows(query);
      const total = rows?.length ?? table.size;
      const start = Math.min(total, (query.page - 1) * query.items);
      const end = Math.min(total, start + query.items);
      const items: Region[] = [];
      for (let at = start; at < end; at++) items.push(table.region(rows?.[at] ?? at));
      return { total, items };
    },
    prepare: () => names.prepare(),
    byId: (id) => regionAt(matcher.byId(id)),
    criteriaIdOf: (id) => criteria.ofRow(matcher.byId(id)),
    *withCriteriaIds() {
      for (const [criteriaId, row] of criteria.entries()) yield { criteriaId, region: table.region(row) };
    },
    jsonOf: (id) => texts.get(id, () => JSON.stringify(regionAt(matcher.byId(id)))),
  };
}
