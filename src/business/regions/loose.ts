// Compares names without generic words: "Salta Province" and "Salta", "State of Berlin" and "Berlin".
import type { Names } from './names.ts';
import type { Table } from './table.ts';

const GENERIC = new Set(
  (
    'autonomous canton capital city community council county department district emirate federal governate governorate krai kray ' +
    'metropolitan municipality oblast of okrug parish prefecture province region republic state territory the voivodeship de do la'
  ).split(' '),
);

/** Returns the distinctive part of a key. A name of generic words only stays complete. */
export function looseOf(part: string): string {
  const words = part.split(' ').filter((word) => !GENERIC.has(word));
  return words.length > 0 ? words.join(' ') : part;
}

/** Returns the division directly below the country, from the canonical name. */
function divisionAbove(table: Table, row: number): string | null {
  const parts = table.canonicalKey(row).split(',');
  return parts.length > 2 ? (parts.at(-2) ?? null) : null;
}

/** Yields rows of a country with one of the titles in a loosely equal division. Null means directly in the country. */
export function* looseMatches(
  table: Table,
  names: Names,
  titles: Iterable<string>,
  division: string | null,
  country: number,
): Generator<number> {
  for (const title of new Set(titles)) {
    for (const row of names.withTitle(title)) {
      if (table.columns.countries[row] !== country || row === country) continue;
      const above = divisionAbove(table, row);
      if (division === null || above === null ? above === division : looseOf(above) === looseOf(division)) yield row;
    }
  }
}
