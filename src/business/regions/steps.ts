// Edit distance between two words.

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
