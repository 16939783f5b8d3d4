/** Returns the number of common results as a share of the shorter list. */
export function commonShare(one: readonly number[], other: readonly number[]): number {
  const shorter = Math.min(one.length, other.length);
  if (shorter === 0) return 0;
  const known = new Set(other);
  return new Set(one.filter((hash) => known.has(hash))).size / shorter;
}
