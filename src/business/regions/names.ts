// Finds rows by their names: canonical and formatted names by the first part, local names by themselves.
import { Chains } from './chains.ts';
import { NAME_IS_LOCAL, TYPE_IN_NAME } from './columns.ts';
import { firstPart, keyOf } from './spelling.ts';
import type { Table } from './table.ts';

/** Names as they are compared, as one text: a line per row, between line feeds, so that a search runs over all of them at once. */
export interface Folded {
  readonly text: string;
  /** Where each row's name starts in the text, and one entry past the last. */
  readonly starts: Uint32Array;
}

export function foldedName(folded: Folded, row: number): string {
  return folded.text.slice(folded.starts[row], (folded.starts[row + 1] ?? 1) - 1);
}

/** Lines are folded in portions, so that a large list is never held as one string per line. */
const PORTION = 4096;

export function foldLines(count: number, lineAt: (line: number) => string): Folded {
  const starts = new Uint32Array(count + 1);
  const portions: string[] = [];
  let at = 1;
  for (let from = 0; from < count; from += PORTION) {
    const keys: string[] = [];
    for (let line = from; line < Math.min(count, from + PORTION); line++) {
      const key = keyOf(lineAt(line));
      starts[line] = at;
      at += key.length + 1;
      keys.push(key);
    }
    portions.push(keys.join('\n'));
  }
  starts[count] = at;
  return { text: `\n${portions.join('\n')}\n`, starts };
}

export class Names {
  readonly #table: Table;
  readonly #chains: Chains;
  readonly folded: Folded;
  #locals: Map<string, number> | null = null;

  constructor(table: Table) {
    this.#table = table;
    this.folded = foldLines(table.size, (row) => table.name(row));
    this.#chains = new Chains(table.size, (row) => this.#titleKey(row));
  }

  /** Two canonical names never share a key, so the first that fits is the one. */
  byCanonical(key: string): number {
    for (const row of this.withTitle(firstPart(key))) if (this.#table.canonicalKey(row) === key) return row;
    return -1;
  }

  /** Rows whose canonical name begins with this part, in list order. */
  *withTitle(titleKey: string): Generator<number> {
    for (const row of this.#chains.rowsOf(titleKey)) if (this.#titleKey(row) === titleKey) yield row;
  }

  /** The region with this local name; of several, the one with most people. */
  byLocal(key: string): number {
    let best = this.#otherLocals().get(key) ?? -1;
    for (const row of this.withTitle(key)) {
      const local = (this.#table.columns.flags[row] ?? 0) & NAME_IS_LOCAL;
      if (local && (best < 0 || this.#table.population(row) > this.#table.population(best))) best = row;
    }
    return best;
  }

  #titleKey(row: number): string {
    return (this.#table.columns.flags[row] ?? 0) & TYPE_IN_NAME ? keyOf(this.#table.title(row)) : foldedName(this.folded, row);
  }

  /** Local names that differ from the name; built when one is first asked for. */
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
