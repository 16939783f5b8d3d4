// The match order of a request's `region`: the first rule that finds a region wins.
import { Chains } from './chains.ts';
import type { Criteria } from './criteria.ts';
import { looseMatches, looseOf } from './loose.ts';
import type { Names } from './names.ts';
import { keyOf } from './spelling.ts';
import type { Table } from './table.ts';

/** No region has a longer name, and long texts would cost time. */
const NAME_LENGTH_MAX = 500;

export class RegionMatcher {
  readonly #table: Table;
  readonly #names: Names;
  readonly #criteria: Criteria;
  readonly #countries: ReadonlyMap<string, number>;
  #ids: Chains | null = null;

  constructor(table: Table, names: Names, criteria: Criteria) {
    this.#table = table;
    this.#names = names;
    this.#criteria = criteria;
    this.#countries = new Map(table.columns.countryCodes.map((code, row) => [code, row]));
  }

  /** Returns the matching row, or -1. */
  find(given: string | number): number {
    if (typeof given === 'number') return this.#criteria.byCriteriaId(given);
    const text = given.trim();
    if (text.length === 0 || text.length > NAME_LENGTH_MAX) return -1;
    // Two capitals are a country code first, because the contract lists the code as a separate form.
    const country = this.#countries.get(text);
    if (country !== undefined) return country;
    const byName = this.#byName(keyOf(text));
    if (byName >= 0) return byName;
    const byCriteria = /^\d{1,10}$/.test(text) ? this.#criteria.byCriteriaId(Number(text)) : -1;
    if (byCriteria >= 0) return byCriteria;
    const byCode = this.#countries.get(text.toUpperCase());
    if (byCode !== undefined) return byCode;
    const byId = this.byId(text);
    if (byId >= 0) return byId;
    const byPlaceId = this.#criteria.byPlaceId(text);
    return byPlaceId >= 0 ? byPlaceId : this.#loosely(keyOf(text));
  }

  byId(id: string): number {
    this.#ids ??= new Chains(this.#table.size, (row) => this.#table.id(row));
    for (const row of this.#ids.rowsOf(id)) if (this.#table.id(row) === id) return row;
    return -1;
  }

  /** Last resort for names of other lists: "Salta,Salta Province,Argentina" for "Salta,Salta,Argentina", or "Turkey". */
  #loosely(key: string): number {
    const parts = key.split(',');
    const country = this.#countryNamed(parts.at(-1) ?? '');
    if (country < 0 || parts.length === 1) return country;
    const [name = ''] = parts;
    const division = parts.length > 2 ? (parts.at(-2) ?? null) : null;
    const found = looseMatches(this.#table, this.#names, [name, looseOf(name)], division, country).next();
    return found.done ? -1 : found.value;
  }

  #countryNamed(key: string): number {
    const row = this.#names.byCanonical(key);
    return row >= 0 ? row : (this.#countries.get(codeOfOtherName(key) ?? '') ?? -1);
  }

  /** A formatted name is the canonical one with accents and spaces, so both have the same key. */
  #byName(key: string): number {
    const canonical = this.#names.byCanonical(key);
    if (canonical >= 0) return canonical;
    const alias = this.#criteria.byAlias(key);
    return alias >= 0 ? alias : this.#names.bySingleName(key);
  }
}

/** Other English names of countries, from older lists and common use. Tried when nothing else matches. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  america: 'US',
  burma: 'MM',
  'cabo verde': 'CV',
  'congo - brazzaville': 'CG',
  'congo - kinshasa': 'CD',
  'czech republic': 'CZ',
  'east timor': 'TL',
  'great britain': 'GB',
  holland: 'NL',
  'hong kong sar': 'HK',
  'ivory coast': 'CI',
  macau: 'MO',
  macedonia: 'MK',
  'macedonia (fyrom)': 'MK',
  myanmar: 'MM',
  'palestinian territories': 'PS',
  'republic of ireland': 'IE',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  swaziland: 'SZ',
  'the bahamas': 'BS',
  'the gambia': 'GM',
  'the netherlands': 'NL',
  turkey: 'TR',
  uk: 'GB',
  'united states of america': 'US',
  usa: 'US',
  'viet nam': 'VN',
};

/** Returns the code of the country with this other name, or undefined. */
const codeOfOtherName = (key: string): string | undefined => (Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : undefined);
