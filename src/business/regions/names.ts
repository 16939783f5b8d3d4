// Finds rows by canonical and formatted names, and by single names in any language.
import { Chains } from './chains.ts';
import { NAME_IS_LOCAL, TYPE_IN_NAME } from './columns.ts';
import { Exonyms } from './exonyms.ts';
import { type Folded, foldedName, foldLines, foldSteps } from './folded.ts';
import { firstPart, keyOf } from './spelling.ts';
import type { Table } from './table.ts';

export class Names {
  readonly #table: Table;
  readonly exonyms: Exonyms;
  #folded: Folded | null = null;
  #chains: Chains | null = null;
  #locals: Map<string, number> | null = null;

  constructor(table: Table) {
    this.#table = table;
    this.exonyms = new Exonyms(table.columns.exonyms);
  }

  /** All names. Folded on first use. */
  get folded(): Folded {
    this.#folded ??= foldLines(this.#table.size, (row) => this.#table.name(row));
    return this.#folded;
  }

  /** Prepares the first search in steps of a few milliseconds, and the index in one of about a tenth of a second. */
  *prepare(): Generator<void> {
    if (!this.#folded) {
      const folded = yield* foldSteps(this.#table.size, (row) => this.#table.name(row));
      this.#folded ??= folded;
    }
    this.#titles();
  }

  /** Canonical names are unique, so the first match is the only one. */
  byCanonical(key: string): number {
    for (const row of this.withTitle(firstPart(key))) if (this.#table.canonicalKey(row) === key) return row;
    return -1;
  }

  /** Yields rows whose canonical name begins with this part, in list order. */
  *withTitle(titleKey: string): Generator<number> {
    for (const row of this.#titles().rowsOf(titleKey)) if (this.#titleKey(row) === titleKey) yield row;
  }

  /** Returns the most populous region with this single name: local, English or in another language. */
  bySingleName(key: string): number {
    let best = -1;
    const consider = (row: number): void => {
      if (row >= 0 && (best < 0 || this.#table.population(row) > this.#table.population(best))) best = row;
    };
    consider(this.#otherLocals().get(key) ?? -1);
    // English names need a population: Australian postal codes look like criteria ids of countries.
    for (const row of this.withTitle(key)) if (this.#isLocal(row) || this.#table.population(row) >= 0) consider(row);
    consider(this.exonyms.find(key));
    return best;
  }

  /** Rows by the first part of their canonical name. Built on first use. */
  #titles(): Chains {
    this.#chains ??= new Chains(this.#table.size, (row) => this.#titleKey(row));
    return this.#chains;
  }

  #isLocal(row: number): boolean {
    return ((this.#table.columns.flags[row] ?? 0) & NAME_IS_LOCAL) !== 0;
  }

  #titleKey(row: number): string {
    return (this.#table.columns.flags[row] ?? 0) & TYPE_IN_NAME ? keyOf(this.#table.title(row)) : foldedName(this.folded, row);
  }

  /** Local names that differ from the English name. Built on first use. */
  #otherLocals(): Map<string, number> {
    if (this.#locals) return this.#locals;
    const locals = new Map<string, number>();
    for (const [row, local] of this.#table.columns.locals) {
      const key = keyOf(local);
      const known = locals.get(key);
      if (known === undefined || this.#table.population(row) > this.#table.population(known)) locals.set(key, row);
    }
    this.#locals = locals;
    return locals;
  }
}
