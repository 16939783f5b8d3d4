// Judges whether pages answer the query. Engines serve unrelated results to suspected bots.
import type { OrganicItem } from '../../contract/items.ts';
import type { SerpPage } from '../../sources/serp.ts';
import { isShortWord } from './language.ts';

export type Judgement = 'valid' | 'empty' | 'suspect';

/** Fewer results are not enough to call them unrelated. */
export const RESULTS_MIN = 5;
/** Minimum average share of the query's words in the results. Single chance hits stay below it. */
const RELATED_MIN = 0.1;
const OPERATOR = /^-?(?:site|inurl|intitle|filetype|ext|related|cache|before|after|when|lang|mime|date):/i;

/** `language` is the requested one, ISO 639-1. */
export function judge(pages: readonly SerpPage[], keyword: string, language: string): Judgement {
  const organic = pages.flatMap((page) => page.organic);
  if (organic.length === 0) return pages[0]?.empty ? 'empty' : 'valid';
  if (isForeign(organic, keyword, language)) return 'suspect';
  const { all: terms, isChoice } = queryTermsOf(keyword);
  if (terms.length === 0 || organic.length < RESULTS_MIN) return 'valid';
  // An answer of an AI engine vouches for the pages it cites.
  const answers = pages.flatMap((page) => page.answers.map((answer) => answer.text ?? ''));
  if (answers.some((text) => shareOf(terms, plain(text)) > 0.5)) return 'valid';
  const shares = relatedShares(organic, terms);
  const related = shares.reduce((sum, share) => sum + (isChoice && share > 0 ? 1 : share), 0);
  return related / shares.length < RELATED_MIN ? 'suspect' : 'valid';
}

/** Returns the share of the query's words in each result. */
export const relatedShares = (organic: readonly OrganicItem[], terms: readonly string[]): number[] =>
  organic.map((item) => {
    const known = plainTextOf(item);
    if (known.terms !== terms) {
      known.terms = terms;
      known.share = shareIn(terms, known);
    }
    return known.share;
  });

/** Both the verdict and the quality read each text. */
const plainTexts = new WeakMap<OrganicItem, PlainText>();

interface PlainText {
  readonly text: string;
  /** Split only when a word is not found as it is. */
  words: string[] | null;
  /** The share of these terms was computed last. */
  terms?: readonly string[];
  share: number;
}

function plainTextOf(item: OrganicItem): PlainText {
  let text = plainTexts.get(item);
  if (text === undefined) {
    text = { text: plain(`${item.title} ${item.snippet ?? ''} ${safeDecode(item.url)} ${item.siteName ?? ''}`), words: null, share: 0 };
    plainTexts.set(item, text);
  }
  return text;
}

/** Returns the share of the query's words in a text. Engines correct spelling, so near words count, too. */
export const shareOf = (terms: readonly string[], text: string): number => shareIn(terms, { text, words: null, share: 0 });

function shareIn(terms: readonly string[], known: PlainText): number {
  const { text } = known;
  let found = 0;
  for (const term of terms) {
    if (text.includes(term)) found++;
    else if (term.length >= NEAR_LENGTH_MIN) {
      known.words ??= wordsIn(text);
      if (known.words.some((word) => isNear(term, word))) found++;
    }
  }
  return found / terms.length;
}

/** Patterns without Unicode classes are several times as fast, and most texts need no others. */
const ASCII = /^[\0-\x7f]*$/;
const wordsIn = (text: string): string[] => text.split(ASCII.test(text) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u);

const NEAR_LENGTH_MIN = 5;

/** Returns whether the words differ in one letter: changed, missing, additional or swapped with the next. */
function isNear(term: string, word: string): boolean {
  if (term.length < NEAR_LENGTH_MIN || word.length < term.length - 1 || term[0] !== word[0]) return false;
  let at = 0;
  while (at < term.length && term[at] === word[at]) at++;
  const continues = (termFrom: number, wordFrom: number) => word.startsWith(term.slice(at + termFrom), at + wordFrom);
  const swapped = term[at] === word[at + 1] && term[at + 1] === word[at];
  return continues(1, 1) || continues(1, 0) || continues(0, 1) || (swapped && continues(2, 2));
}

/** Languages with other scripts. For all others, a page full of another script is wrong. */
export const OTHER_SCRIPTS = new Set(
  'am ar be bg bn bo dv dz el fa gu he hi hy ii ja ka kk km kn ko ky lo mk ml mn mr my ne or pa ps ru sa sd si sr ta te tg th ti ug uk ur uz yi zh'.split(
    ' ',
  ),
);
const FOREIGN_MIN = 0.8;

/** Engines also serve another country's page to suspected bots: Latin query, nearly all titles in another script. */
function isForeign(organic: readonly { readonly title: string }[], keyword: string, language: string): boolean {
  if (organic.length < RESULTS_MIN || OTHER_SCRIPTS.has(language) || !isLatin(keyword)) return false;
  const foreign = organic.filter(({ title }) => !isLatin(title));
  return foreign.length / organic.length >= FOREIGN_MIN;
}

/** Letters that are Latin: `Script=Latin` alone has some numbers and signs, too. */
const LATIN_LETTERS = /[^\P{L}\P{Script=Latin}]/gu;

/** Returns whether most letters are Latin. True for a text without letters. */
export function isLatin(text: string): boolean {
  if (ASCII.test(text)) return true;
  const letters = text.match(/\p{L}/gu) ?? [];
  return (text.match(LATIN_LETTERS) ?? []).length * 2 >= letters.length;
}

export const plain = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Engines ignore the words behind the 32nd. */
const WORDS_MAX = 32;
/** A text without spaces has more terms than words. */
const TERMS_MAX = 64;
/** Words that results must not contain. */
const EXCLUDED = /(?:^|\s)-(?:"[^"]*"|\S+)/g;

/** Parts of words are enough, because languages inflect and engines match other forms. */
export function termsOf(keyword: string): string[] {
  const wanted = keyword.replace(EXCLUDED, ' ').trim();
  const words = wanted
    .split(/\s+/)
    .filter((word) => !OPERATOR.test(word) && word !== 'OR')
    .slice(0, WORDS_MAX)
    .flatMap((word) => plain(word).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '');
  const terms = words.flatMap((word) => {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)) return pairsOf(word);
    return word.length <= 2 ? [] : [word.length > 5 ? word.slice(0, Math.ceil(word.length * 0.7)) : word];
  });
  return terms.slice(0, TERMS_MAX);
}

/** The query is read once for the verdict and once for the quality, and results remember the share of its terms. */
const KEYWORDS_MAX = 200;
const termsByKeyword = new Map<string, QueryTerms>();

export interface QueryTerms {
  readonly all: readonly string[];
  /** Without words such as "the", which unrelated results have, too. All words when nothing else is left. */
  readonly distinctive: readonly string[];
  /** Any of the words is enough, as in `tea OR coffee`. */
  readonly isChoice: boolean;
}

export function queryTermsOf(keyword: string): QueryTerms {
  const known = termsByKeyword.get(keyword);
  if (known) return known;
  const all = termsOf(keyword);
  const distinctive = all.filter((term) => !isShortWord(term));
  const hasShort = distinctive.length > 0 && distinctive.length < all.length;
  const terms = { all, distinctive: hasShort ? distinctive : all, isChoice: /\s(?:OR|\|)\s/.test(keyword) };
  for (const oldest of termsByKeyword.keys()) {
    if (termsByKeyword.size < KEYWORDS_MAX) break;
    termsByKeyword.delete(oldest);
  }
  termsByKeyword.set(keyword, terms);
  return terms;
}

/** In scripts without spaces, any two adjacent characters count as a word. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => letters[index]! + letter);
}

function safeDecode(url: string): string {
  if (!url.includes('%')) return url;
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
