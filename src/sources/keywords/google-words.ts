// Google Ads' spelling of keywords, and the match between result rows and our keywords.
import { listAt, textAt } from './untrusted-json.ts';

const WORDS_MAX = 10;
const CHARACTERS_MAX = 80;

/**
 * Returns the keyword as Google Ads accepts it, or null if nothing is left. One bad character would fail the whole
 * request.
 */
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

/** Google also drops or replaces hyphens, dots and accents. Both spellings have the same remainder. */
const bareness = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Google merges close variants into one row. Returns a function that finds the row of each spelling. */
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
