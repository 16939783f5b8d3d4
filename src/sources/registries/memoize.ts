// Memoizes a pure function of short texts, because registries repeat the same few labels.

const ENTRIES_MAX = 4000;
const CHARACTERS_MAX = 80;

/** A full cache is cleared, so that random texts cannot fill the memory. Results are shared and must not be changed. */
export function memoize<Answer>(judge: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    if (text.length > CHARACTERS_MAX) return judge(text);
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Answer;
    if (known.size >= ENTRIES_MAX) known.clear();
    const result = judge(text);
    known.set(text, result);
    return result;
  };
}
