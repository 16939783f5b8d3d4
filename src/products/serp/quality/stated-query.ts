// Compares the query in the search box of a page with the query that was sent.
import { isLatin, plain } from '../letters.ts';
import { shareOf, termsOf } from '../verdict.ts';

/** Search boxes cut long queries. */
const CUT_LENGTH_MIN = 20;
/** Below this share of common words the box states a clearly different query. */
const OTHER_MAX = 0.34;
const SAME_MIN = 0.8;

export type StatedQuery = 'same' | 'similar' | 'other';

/** The letters and digits of a text, without case, width, accents, quotes and operators. */
const lettersOf = (text: string): string => plain(text.normalize('NFKC')).replace(/[^\p{L}\p{N}]+/gu, '');

/** Engines correct spelling, transliterate and drop operators. Only a query with few common words in both directions is `other`. */
export function compareQueries(asked: string, stated: string): StatedQuery {
  if (asked === stated) return 'same';
  const [one, two] = [lettersOf(asked), lettersOf(stated)];
  if (one === two || one === '' || two === '') return 'same';
  const [shorter, longer] = one.length < two.length ? [one, two] : [two, one];
  if (shorter.length >= CUT_LENGTH_MIN && longer.startsWith(shorter)) return 'same';
  const [askedTerms, statedTerms] = [termsOf(asked.normalize('NFKC')), termsOf(stated.normalize('NFKC'))];
  if (askedTerms.length === 0 || statedTerms.length === 0) return isClose(one, two) ? 'same' : 'similar';
  const there = shareOf(askedTerms, plain(stated.normalize('NFKC')));
  const back = shareOf(statedTerms, plain(asked.normalize('NFKC')));
  if (Math.min(there, back) >= SAME_MIN) return 'same';
  if (Math.max(there, back) > OTHER_MAX) return 'similar';
  // The letters of a transliterated query, or of one typed on another keyboard, cannot be compared.
  if (isLatin(one) !== isLatin(two)) return 'similar';
  // A correction may join, split or replace words, but it keeps most letters.
  return isClose(one, two) || isShortTypo(one, two) ? 'similar' : 'other';
}

/** Two swapped letters leave a short word hardly a pair, such as in `teh`. */
const SHORT_MAX = 4;
const isShortTypo = (one: string, two: string): boolean =>
  Math.max(one.length, two.length) <= SHORT_MAX && [...one].filter((letter) => two.includes(letter)).length > one.length / 2;

/** Returns whether most pairs of neighbouring letters are in both texts. */
function isClose(one: string, two: string): boolean {
  const [first, second] = [pairsIn(one), pairsIn(two)];
  const common = [...first].filter((pair) => second.has(pair)).length;
  return common * 2 >= Math.min(first.size, second.size);
}

function pairsIn(text: string): Set<string> {
  const letters = [...text];
  return new Set(letters.length < 2 ? letters : letters.slice(1).map((letter, index) => letters[index]! + letter));
}
