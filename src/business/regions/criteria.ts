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

  byAlias(key: string): number {
    return this.#aliases.get(key) ?? -1;
  }

  byPlaceId(placeId: string): number {
    return this.#placeIds.get(placeId) ?? -1;
  }
}
