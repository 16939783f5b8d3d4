// Caches the lower-case form of a long text, because many patterns are tried on one text.

let last: { readonly text: string; readonly folded: string | null } = { text: '', folded: null };

/** Returns null when the lower-case form has another length, because positions in both would differ. */
export function foldedOf(text: string): string | null {
  if (last.text !== text) {
    const folded = text.toLowerCase();
    last = { text, folded: folded.length === text.length ? folded : null };
  }
  return last.folded;
}
