// Spelling suggestion: finds the known word nearest to an unknown one.

/** Returns the number of changed, added, removed or swapped letters between two words. */
export function distanceOf(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1] ? 0 : 1;
      let least = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + same);
      const swapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) least = Math.min(least, beforePrevious[column - 2]! + 1);
      current.push(least);
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length]!;
}

const LENGTH_MAX = 64;

/** Returns null when nothing is near: more than a third of the letters would have to change. */
export function nearestOf(word: string, known: readonly string[]): string | null {
  if (word.length > LENGTH_MAX) return null;
  let best: { name: string; distance: number } | null = null;
  for (const name of known) {
    const distance = distanceOf(word.toLowerCase(), name.toLowerCase());
    if (distance <= Math.max(1, Math.floor(Math.max(word.length, name.length) / 3)) && (!best || distance < best.distance))
      best = { name, distance };
  }
  return best?.name ?? null;
}
