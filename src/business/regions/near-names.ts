// Finds similar region names for the hint in an error message.
import { foldedName } from './folded.ts';
import type { Names } from './names.ts';
import { firstPart, keyOf } from './spelling.ts';
import { stepsBetween } from './steps.ts';
import type { Table } from './table.ts';

/** Only larger regions are compared. A hint must not cost more than a successful request. */
const COMPARED_MAX = 60_000;
const CANDIDATES_MAX = 200;
const HINTS_MAX = 3;
const PARENT_STEPS_MAX = 12;
const ASKED_LENGTH_MAX = 100;

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
  find(asked: string): string[] {
    const key = keyOf(asked.slice(0, ASKED_LENGTH_MAX));
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
