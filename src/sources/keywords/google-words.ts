// How Google Ads spells keywords: what it refuses, and which of ours an answer row speaks about.
import { listAt, textAt } from './reading.ts';

const WORDS_MAX = 10;
const CHARACTERS_MAX = 80;

/** The keyword as Google Ads accepts it; one mark it dislikes would make it refuse the whole request. Null if nothing can be asked. */
export function toGoogleSpelling(keyword: string): string | null {
  const spelling = keyword
    .normalize('NFC')
    .replace(/[!@%^*()={};~`<>?\\|,\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (spelling === '' || !/[\p{L}\p{N}]/u.test(spelling)) return null;
  return [...spelling].length > CHARACTERS_MAX || spelling.split(' ').length > WORDS_MAX ? null : spelling;
}

export const sameness = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Google also drops or replaces hyphens, dots and accents of its own accord; what is left of both spellings is then the same. */
const bareness = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Google merges close variants into one row; this finds the row of each spelling again. */
export function rowsBySpelling(results: readonly unknown[]): (spelling: string) => unknown {
  const [exact, variants, bare] = [new Map<string, unknown>(), new Map<string, unknown>(), new Map<string, unknown>()];
  for (const row of results) {
    const names = listAt(row, 'closeVariants').filter((variant) => typeof variant === 'string');
    const text = textAt(row, 'text');
    if (text !== null) exact.set(sameness(text), row);
    for (const name of names) variants.set(sameness(name), row);
    for (const name of text === null ? names : [text, ...names]) if (!bare.has(bareness(name))) bare.set(bareness(name), row);
  }
  return (spelling) => exact.get(sameness(spelling)) ?? variants.get(sameness(spelling)) ?? bare.get(bareness(spelling)) ?? null;
}
