// Judges whether pages answer the question that was asked: engines that distrust a caller feed him unrelated results.
import type { SerpPage } from '../../sources/serp.ts';

export type Judgement = 'valid' | 'empty' | 'suspect';

/** Fewer results than this say too little to be called unrelated. */
const RESULTS_MIN = 5;
const OPERATOR = /^-?(?:site|inurl|intitle|filetype|ext|related|cache|before|after|when|lang|mime|date):/i;

export function judge(pages: readonly SerpPage[], keyword: string): Judgement {
  const organic = pages.flatMap((page) => page.organic);
  if (organic.length === 0) return pages[0]?.empty ? 'empty' : 'valid';
  if (isRepeated(pages)) return 'suspect';
  const terms = termsOf(keyword);
  if (terms.length === 0 || organic.length < RESULTS_MIN) return 'valid';
  const related = organic.filter((item) => {
    const text = plain(`${item.title} ${item.snippet ?? ''} ${safeDecode(item.url)} ${item.siteName ?? ''}`);
    return terms.some((term) => text.includes(term));
  });
  return related.length === 0 ? 'suspect' : 'valid';
}

/** A further page that only shows the first one again. */
function isRepeated(pages: readonly SerpPage[]): boolean {
  const [first, second] = pages;
  if (!first || !second || second.organic.length < RESULTS_MIN) return false;
  const known = new Set(first.organic.map(({ url }) => url));
  return second.organic.every(({ url }) => known.has(url));
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Parts of words are enough: languages inflect, and engines match other forms. */
function termsOf(keyword: string): string[] {
  const words = keyword
    .split(/\s+/)
    .filter((word) => !OPERATOR.test(word))
    .flatMap((word) => plain(word).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '');
  return words.flatMap((word) => {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)) return pairsOf(word);
    return word.length <= 2 ? [] : [word.length > 5 ? word.slice(0, Math.ceil(word.length * 0.7)) : word];
  });
}

/** Scripts without spaces: any two neighbouring characters count as a word. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => letters[index]! + letter);
}

function safeDecode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
