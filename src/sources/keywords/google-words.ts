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

const sameness = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Google merges close variants into one row; this finds the row of each spelling again. */
export function rowsBySpelling(results: readonly unknown[]): (spelling: string) => unknown {
  const exact = new Map<string, unknown>();
  const variants = new Map<string, unknown>();
  for (const row of results) {
    const text = textAt(row, 'text');
    if (text !== null) exact.set(sameness(text), row);
    for (const variant of listAt(row, 'closeVariants')) if (typeof variant === 'string') variants.set(sameness(variant), row);
  }
  return (spelling) => exact.get(sameness(spelling)) ?? variants.get(sameness(spelling)) ?? null;
}
