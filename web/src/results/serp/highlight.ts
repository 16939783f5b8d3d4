// Splits a snippet at the text that the engine printed in bold.

export interface TextPart {
  readonly text: string;
  readonly isBold: boolean;
}

const PHRASES_MAX = 50;
const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The parts joined are the text itself. Longer phrases win over shorter ones that they contain. */
export function splitBold(text: string, phrases: readonly string[]): readonly TextPart[] {
  const wanted = [...new Set(phrases)].filter((phrase) => phrase.trim() !== '').slice(0, PHRASES_MAX);
  if (wanted.length === 0) return text === '' ? [] : [{ text, isBold: false }];
  const pattern = new RegExp(
    `(${wanted
      .sort((a, b) => b.length - a.length)
      .map(escapePattern)
      .join('|')})`,
  );
  // `split` with a group returns the matches at odd indexes.
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isBold: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
