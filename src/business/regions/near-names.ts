// Finds similar region names for the hint in an error message.
import { foldedName } from './folded.ts';
import type { Names } from './names.ts';
import { firstPart, keyOf } from './spelling.ts';
import type { Table } from './table.ts';

/** Only larger regions are compared. A hint must not cost more than a successful request. */
const COMPARED_MAX = 60_000;
const CANDIDATES_MAX = 200;
const HINTS_MAX = 3;
const PARENT_STEPS_MAX = 12;
const NAME_LENGTH_MAX = 100;

/** Returns the letters of a name as bits. Names with very different letters need no full comparison. */
function lettersOf(key: string): number {
  let letters = 0;
  for (let at = 0; at < key.length; at++) letters |= 1 << (key.charCodeAt(at) & 31);
  return letters;
}

/** Counts the bits of a word in parallel: pairs, then fours, then bytes. */
function bitsOf(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export class NearNames {
  readonly #table: Table;
  readonly #names: Names;
  #letters: Int32Array | null = null;

  constructor(table: Table, names: Names) {
    this.#table = table;
    this.#names = names;
  }

  /** Returns up to three canonical names, nearest first. Of equally near ones, the larger region comes first. */
  find(name: string): string[] {
    const key = keyOf(name.slice(0, NAME_LENGTH_MAX));
    const wanted = firstPart(key);
    if (wanted.length < 2) return [];
    const rest = key.slice(wanted.length);
    const candidates = this.#candidates(wanted);
    const ranked = candidates.map((row) => {
      const parents = this.#table.canonicalKey(row).slice(foldedName(this.#names.folded, row).length);
      return { row, steps: rest ? stepsBetween(rest, parents, PARENT_STEPS_MAX) : 0 };
    });
    ranked.sort((a, b) => a.steps - b.steps || a.row - b.row);
    return ranked.slice(0, HINTS_MAX).map(({ row }) => this.#table.canonicalName(row));
  }

  /** Returns the rows with the nearest names, all equally near, in list order. */
  #candidates(wanted: string): number[] {
    let stepsMax = wanted.length < 4 ? 1 : wanted.length < 8 ? 2 : 3;
    const wantedLetters = lettersOf(wanted);
    const letters = this.#lettersByRow();
    const { starts, text } = this.#names.folded;
    let found: number[] = [];
    for (let row = 0; row < letters.length; row++) {
      const start = starts[row] ?? 0;
      const length = (starts[row + 1] ?? 0) - start - 1;
      if (Math.abs(length - wanted.length) > stepsMax || bitsOf((letters[row] ?? 0) ^ wantedLetters) > 2 * stepsMax) continue;
      if (!beginsAlike(wanted, text, start)) continue;
      const steps = stepsBetween(wanted, foldedName(this.#names.folded, row), stepsMax);
      if (steps > stepsMax) continue;
      if (steps < stepsMax) [found, stepsMax] = [[], steps];
      if (found.length < CANDIDATES_MAX) found.push(row);
    }
    return found;
  }

  #lettersByRow(): Int32Array {
    if (this.#letters) return this.#letters;
    const letters = new Int32Array(Math.min(COMPARED_MAX, this.#table.size));
    for (let row = 0; row < letters.length; row++) letters[row] = lettersOf(foldedName(this.#names.folded, row));
    this.#letters = letters;
    return letters;
  }
}

/** Typing errors rarely affect the first letter: it is equal, swapped with the second, or one of both is missing. */
function beginsAlike(wanted: string, text: string, start: number): boolean {
  const first = text.charCodeAt(start);
  return wanted.charCodeAt(0) === first || wanted.charCodeAt(1) === first || wanted.charCodeAt(0) === text.charCodeAt(start + 1);
}

const LENGTH_MAX = 256;
// Three reused rows are enough. The function runs thousands of times for one hint.
let before = new Uint16Array(LENGTH_MAX + 1);
let last = new Uint16Array(LENGTH_MAX + 1);
let current = new Uint16Array(LENGTH_MAX + 1);

/** Counts insertions, deletions, substitutions and swaps of letters. Returns at most `stepsMax + 1`. */
export function stepsBetween(from: string, to: string, stepsMax: number): number {
  if (Math.abs(from.length - to.length) > stepsMax || to.length > LENGTH_MAX) return stepsMax + 1;
  for (let column = 0; column <= to.length; column++) last[column] = column;
  for (let row = 1; row <= from.length; row++) {
    if (fillRow(from, to, row) > stepsMax) return stepsMax + 1;
    [before, last, current] = [last, current, before];
  }
  return Math.min(last[to.length] ?? 0, stepsMax + 1);
}

/** Fills the current row of the table and returns its minimum. */
function fillRow(from: string, to: string, row: number): number {
  const letter = from.charCodeAt(row - 1);
  const letterBefore = row > 1 ? from.charCodeAt(row - 2) : -1;
  let least = row;
  current[0] = row;
  for (let column = 1; column <= to.length; column++) {
    const other = to.charCodeAt(column - 1);
    let steps = (last[column - 1] ?? 0) + (letter === other ? 0 : 1);
    steps = Math.min(steps, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    if (column > 1 && letterBefore === other && letter === to.charCodeAt(column - 2))
      steps = Math.min(steps, (before[column - 2] ?? 0) + 1);
    current[column] = steps;
    if (steps < least) least = steps;
  }
  return least;
}
