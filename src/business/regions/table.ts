// Rows of the region list as values: names joined with their parents, and the `Region` of the API.
import type { Region } from '../../contract/region.ts';
import { REGION_TYPES, type RegionType } from '../../contract/vocabulary.ts';
import { type Columns, lineAt, NAME_IS_LOCAL, TYPE_IN_NAME } from './columns.ts';
import { keyOf, plain } from './spelling.ts';

/** Generations above a region. The list has four. The limit stops a loop in a damaged file. */
const ANCESTORS_MAX = 8;

export class Table {
  readonly columns: Columns;
  /** Rows from here on have only the coordinates of their parent. */
  readonly locatedCount: number;
  /** Ids in a maps API, by row. */
  readonly placeIds: ReadonlyMap<number, string>;
  #counts: Uint32Array | null = null;

  constructor(columns: Columns, locatedCount: number, placeIds: ReadonlyMap<number, string>) {
    this.columns = columns;
    this.locatedCount = locatedCount;
    this.placeIds = placeIds;
  }

  get size(): number {
    return this.columns.count;
  }

  name(row: number): string {
    return lineAt(this.columns.names, row);
  }

  id(row: number): string {
    return lineAt(this.columns.ids, row);
  }

  type(row: number): RegionType {
    return REGION_TYPES[this.columns.types[row] ?? 0] ?? 'region';
  }

  countOf(type: RegionType): number {
    this.#counts ??= countsOf(this.columns.types);
    return this.#counts[REGION_TYPES.indexOf(type)] ?? 0;
  }

  countryCode(row: number): string {
    return this.columns.countryCodes[this.columns.countries[row] ?? 0] ?? '';
  }

  population(row: number): number {
    return this.columns.populations[row] ?? -1;
  }

  parent(row: number): number {
    return this.columns.parents[row] ?? -1;
  }

  localName(row: number): string | null {
    return this.columns.locals.get(row) ?? ((this.columns.flags[row] ?? 0) & NAME_IS_LOCAL ? this.name(row) : null);
  }

  /** Returns the first part of the canonical name: the name, with the type if another region has the plain name. */
  title(row: number): string {
    if (!((this.columns.flags[row] ?? 0) & TYPE_IN_NAME)) return this.name(row);
    return `${this.name(row)} ${this.type(row).replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}`;
  }

  formattedName(row: number): string {
    let name = this.title(row);
    let at = this.parent(row);
    for (let generation = 0; at >= 0 && generation < ANCESTORS_MAX; generation++) {
      name += `, ${this.title(at)}`;
      at = this.parent(at);
    }
    return name;
  }

  canonicalName(row: number): string {
    return plain(this.formattedName(row)).replaceAll(', ', ',');
  }

  canonicalKey(row: number): string {
    return keyOf(this.formattedName(row));
  }

  region(row: number): Region {
    const latitude = (this.columns.latitudes[row] ?? 0) / 1e5;
    const longitude = (this.columns.longitudes[row] ?? 0) / 1e5;
    const parent = this.parent(row);
    const population = this.population(row);
    const formattedName = this.formattedName(row);
    return {
      id: this.id(row),
      name: this.name(row),
      localName: this.localName(row),
      formattedName,
      canonicalName: plain(formattedName).replaceAll(', ', ','),
      placeId: this.placeIds.get(row) ?? null,
      parentId: parent < 0 ? null : this.id(parent),
      countryCode: this.countryCode(row),
      type: this.type(row),
      population: population < 0 ? null : population,
      latitude,
      longitude,
      location: { type: 'Point', coordinates: [longitude, latitude] },
    };
  }
}

function countsOf(types: Uint8Array): Uint32Array {
  const counts = new Uint32Array(REGION_TYPES.length);
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
