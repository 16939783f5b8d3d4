// WHOIS texts as if their registry had never been seen: words that only its labels contain become unknown words.

export interface GroupedText {
  readonly text: string;
  /** The registry, for example its top-level domain. */
  readonly group: string;
}

/** `Label: value`, `Label..... value`, `[Label] value` and `Label     value`. */
const LABEL = /^(\s*(?:[*•%] ?|[a-z]\. ?)?\[?)([\p{L}][^:\]\n]{1,59}?)(?=\s*(?:\]|:(?!\/\/)|\.{2,}|\t| {3,}\S))/u;
const WORD = /\p{L}[\p{L}\p{M}]+/gu;

const labelIn = (line: string): string => LABEL.exec(line)?.[2] ?? '';
const wordsIn = (label: string): string[] => label.toLowerCase().match(WORD) ?? [];

/** Returns the words that only the labels of one group contain, by group. */
export function ownWords(texts: readonly GroupedText[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { text, group } of texts)
    for (const line of text.split(/\r?\n/))
      for (const word of wordsIn(labelIn(line))) groups.set(word, (groups.get(word) ?? new Set()).add(group));
  const own = new Map<string, Set<string>>();
  for (const [word, [only, other]] of groups)
    if (only !== undefined && other === undefined) own.set(only, (own.get(only) ?? new Set()).add(word));
  return own;
}

/** Replaces each letter by the thirteenth after it. Letters of other scripts become one letter of no language with labels. */
const unknownWord = (word: string): string =>
  word.replace(/\p{L}/gu, (letter) => {
    const code = letter.charCodeAt(0);
    const first = code & ~31;
    return /[a-z]/i.test(letter) ? String.fromCharCode(first + 1 + ((code - first + 12) % 26)) : 'ꙮ';
  });

/** Replaces the words of the group's own labels. Layout, values and all other words stay. */
export function asUnseen<Text extends GroupedText>(text: Text, own: ReadonlyMap<string, ReadonlySet<string>>): Text {
  const words = own.get(text.group);
  if (words === undefined) return text;
  const lines = text.text.split('\n').map((line) => {
    const label = labelIn(line);
    const masked = label.replace(WORD, (word) => (words.has(word.toLowerCase()) ? unknownWord(word) : word));
    return label === masked ? line : line.replace(label, () => masked);
  });
  return { ...text, text: lines.join('\n') };
}
