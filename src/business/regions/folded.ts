// Normalised names as one text with a line per name, so that one search covers all names.
import { keyOf } from './spelling.ts';

export interface Folded {
  readonly text: string;
  /** The start of each line in the text, and one entry after the last. */
  readonly starts: Uint32Array;
}

export function foldedName(folded: Folded, line: number): string {
  return folded.text.slice(folded.starts[line], (folded.starts[line + 1] ?? 1) - 1);
}

/** Lines are folded in portions, to avoid one string per line of a large list. */
const PORTION = 4096;

/** Folds one portion per step, so that the caller can do other work in between. */
export function* foldSteps(count: number, lineAt: (line: number) => string): Generator<void, Folded> {
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
    yield;
  }
  starts[count] = at;
  return { text: `\n${portions.join('\n')}\n`, starts };
}

export function foldLines(count: number, lineAt: (line: number) => string): Folded {
  const steps = foldSteps(count, lineAt);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Returns the line of a position. Hits come in order, so the search starts at `from` and doubles its steps. */
export function lineOfPosition(starts: Uint32Array, position: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step < starts.length - 1 && (starts[low + step] ?? 0) <= position) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low;
}
