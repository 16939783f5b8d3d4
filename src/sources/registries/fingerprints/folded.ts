// The lower-case form of a long text, kept because many patterns are tried on one text.

let last: { readonly text: string; readonly folded: string | null } = { text: '', folded: null };

/** Null where the lower-case form has another length, so that places in both would differ. */
export function foldedOf(text: string): string | null {
  if (last.text !== text) {
    const folded = text.toLowerCase();
    last = { text, folded: folded.length === text.length ? folded : null };
  }
  return last.folded;
}
