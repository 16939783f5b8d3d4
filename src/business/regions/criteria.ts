// Looks up criteria ids, imported spellings and place ids. Countries always have criteria ids.
import { keyOf } from './spelling.ts';
import type { Table } from './table.ts';

export interface JoinedRow {
  readonly criteriaId: number;
  readonly row: number;
  readonly alias: string;
}

export class Criteria {
  readonly #ids: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #aliases = new Map<string, number>();
  #byRow: Map<number, number> | null = null;
  readonly #placeIds: Map<string, number>;

  constructor(table: Table, joined: readonly JoinedRow[]) {
    const all: { criteriaId: number; row: number }[] = [...joined];
    for (let row = 0; row < table.columns.countryCodes.length; row++) {
      const criteriaId = Number(table.id(row));
      // Kosovo has no numeric id.
      if (Number.isInteger(criteriaId)) all.push({ criteriaId, row });
    }
    all.sort((a, b) => a.criteriaId - b.criteriaId);
    this.#ids = Uint32Array.from(all, (entry) => entry.criteriaId);
    this.#rows = Uint32Array.from(all, (entry) => entry.row);
    for (const { alias, row } of joined) if (alias && !this.#aliases.has(keyOf(alias))) this.#aliases.set(keyOf(alias), row);
    this.#placeIds = new Map([...table.placeIds].map(([row, placeId]) => [placeId, row]));
  }

  byCriteriaId(criteriaId: number): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ids[middle] ?? 0) < criteriaId) low = middle + 1;
      else high = middle;
    }
    return this.#ids[low] === criteriaId ? (this.#rows[low] ?? -1) : -1;
  }

  /** Returns the criteria id of a row, or null. The lowest, if a row has several. */
  ofRow(row: number): number | null {
    if (!this.#byRow) {
      this.#byRow = new Map();
      for (const [id, one] of this.entries()) if (!this.#byRow.has(one)) this.#byRow.set(one, id);
    }
    return this.#byRow.get(row) ?? null;
  }

  /** Returns all criteria ids with their rows, in ascending order. */
  *entries(): Generator<[criteriaId: number, row: number]> {
    for (let at = 0; at < this.#ids.length; at++) yield [this.#ids[at]!, this.#rows[at]!];
  }

  byAlias(key: string): number {
    return this.#aliases.get(key) ?? -1;
  }

  byPlaceId(placeId: string): number {
    return this.#placeIds.get(placeId) ?? -1;
  }
}
