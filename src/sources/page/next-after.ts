// Finds the next page among the page numbers or offsets that a page links to.

/** Returns the smallest of the numbers above `here`, or null. A page may have more links than a call can have arguments. */
export function nextAfter(here: number, numbers: readonly number[]): number | null {
  let next: number | null = null;
  for (const number of numbers) if (number > here && (next === null || number < next)) next = number;
  return next;
}
