// Finds the region of our list for a geographic target of another list.
import type { RegionType } from '../../contract/vocabulary.ts';
import type { Target } from './geotargets.ts';
import { looseMatches, looseOf } from './loose.ts';
import type { Names } from './names.ts';
import { keyOf } from './spelling.ts';
import type { Table } from './table.ts';

/** Lists differ between city and municipality or province and region, but agree on these two groups. */
const TOWN = 1;
const DIVISION = 2;
const KINDS: Readonly<Partial<Record<RegionType, number>>> = {
  city: TOWN,
  neighborhood: TOWN,
  borough: TOWN | DIVISION,
  municipality: TOWN | DIVISION,
  district: TOWN | DIVISION,
  county: DIVISION,
  state: DIVISION,
  province: DIVISION,
  region: DIVISION,
  department: DIVISION,
  governate: DIVISION,
  prefecture: DIVISION,
  canton: DIVISION,
  'autonomous community': DIVISION,
  territory: DIVISION,
  'union territory': DIVISION,
  okrug: DIVISION,
};

function alike(one: RegionType, other: RegionType): boolean {
  return one === other || ((KINDS[one] ?? 0) & (KINDS[other] ?? 0)) !== 0;
}

export class Matching {
  readonly #table: Table;
  readonly #names: Names;
  readonly #countries: ReadonlyMap<string, number>;
  /** Each region matches one target at most. */
  readonly #taken = new Set<number>();

  constructor(table: Table, names: Names) {
    this.#table = table;
    this.#names = names;
    this.#countries = new Map(table.columns.countryCodes.map((code, row) => [code, row]));
  }

  /** Returns the region with the same canonical name, or the country with the same code. -1 if there is none. */
  exact(target: Target): number {
    if (target.type === 'country') return this.#take(this.#countries.get(target.countryCode) ?? -1, target);
    return this.#take(this.#names.byCanonical(keyOf(target.canonicalName)), target);
  }

  /** Returns the region of that name in the same division, ignoring generic words. -1 if there is none. */
  loose(target: Target): number {
    const country = this.#countries.get(target.countryCode);
    if (country === undefined || target.type === null || target.type === 'country') return -1;
    const parts = keyOf(target.canonicalName).split(',');
    const [name = ''] = parts;
    const division = parts.length > 2 ? (parts.at(-2) ?? null) : null;
    const titles = [name, `${name} ${target.type}`, looseOf(name)];
    const candidates = [...looseMatches(this.#table, this.#names, titles, division, country)];
    const sameType = candidates.find((row) => this.#table.type(row) === target.type && !this.#taken.has(row));
    return this.#take(sameType ?? candidates.find((row) => this.#fits(row, target)) ?? -1, target);
  }

  #fits(row: number, target: Target): boolean {
    const sameCountry = this.#table.countryCode(row) === target.countryCode;
    return sameCountry && target.type !== null && !this.#taken.has(row) && alike(this.#table.type(row), target.type);
  }

  #take(row: number, target: Target): number {
    if (row < 0 || !this.#fits(row, target)) return -1;
    this.#taken.add(row);
    return row;
  }
}
