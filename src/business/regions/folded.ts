// Names as they are compared, as one text: a line per name, between line feeds, so that a search runs over all of them at once.
import { keyOf } from './spelling.ts';

export interface Folded {
  readonly text: string;
  /** Where each line starts in the text, and one entry past the last. */
  readonly starts: Uint32Array;
}

export function foldedName(folded: Folded, line: number): string {
  return folded.text.slice(folded.starts[line], (folded.starts[line + 1] ?? 1) - 1);
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

/** The line that holds a position. Hits come in order, so the search starts at the last line and doubles its steps. */
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
