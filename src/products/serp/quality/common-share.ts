// Compares two lists of hashed URLs.

/** Returns the number of common results as a share of the shorter list. */
export function commonShare(one: readonly number[], other: readonly number[]): number {
  const shorter = Math.min(one.length, other.length);
  if (shorter === 0) return 0;
  // Lists have at most 20 results, and then this is faster than making sets.
  let common = 0;
  for (let at = 0; at < one.length; at++) if (other.includes(one[at]!) && one.indexOf(one[at]!) === at) common++;
  return common / shorter;
}
