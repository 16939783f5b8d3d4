// Judges whether pages answer the query. Engines serve unrelated results to suspected bots.
import type { OrganicItem } from '../../contract/items.ts';
import type { SerpPage } from '../../sources/serp.ts';
import { percentDecoded } from '../../sources/urls.ts';
import { isShortWord } from './language.ts';
import { ASCII, isLatin, plain } from './letters.ts';

export type Judgement = 'valid' | 'empty' | 'suspect';

/** Fewer results are not enough to call them unrelated. */
export const RESULTS_MIN = 5;
/** Minimum average share of the query's words in the results. Single chance hits stay below it. */
const RELATED_MIN = 0.1;
const OPERATOR = /^-?(?:site|inurl|intitle|filetype|ext|related|cache|before|after|when|lang|mime|date):/i;

/**
 * Limits for hostile pages: results are judged on the main thread. No usual page has more results, and no usual result has
 * longer texts.
 */
const [JUDGED_MAX, TITLE_MAX, SNIPPET_MAX, URL_MAX, USUAL_MAX] = [500, 500, 1500, 1000, 1500];
const cut = (text: string, lengthMax: number): string => (text.length > lengthMax ? text.slice(0, lengthMax) : text);

/** Returns the results whose texts are judged. */
export const judgedOf = (organic: readonly OrganicItem[]): readonly OrganicItem[] =>
  organic.length > JUDGED_MAX ? organic.slice(0, JUDGED_MAX) : organic;

/** `language` is the requested one, ISO 639-1. */
export function judge(pages: readonly SerpPage[], keyword: string, language: string): Judgement {
  const organic = judgedOf(pages.flatMap((page) => page.organic));
  if (organic.length === 0) return pages[0]?.empty ? 'empty' : 'valid';
  if (isForeign(organic, keyword, language)) return 'suspect';
  const query = queryTermsOf(keyword);
  const { all: terms, isChoice } = query;
  if (terms.length === 0 || organic.length < RESULTS_MIN) return 'valid';
  // An answer of an AI engine vouches for the pages it cites.
  const answers = pages.flatMap((page) => page.answers.map((answer) => answer.text ?? ''));
  if (answers.some((text) => shareOf(terms, plain(text)) > 0.5)) return 'valid';
  const shares = relatedShares(organic, query, 'all');
  const related = shares.reduce((sum, share) => sum + (isChoice && share > 0 ? 1 : share), 0);
  return related / shares.length < RELATED_MIN ? 'suspect' : 'valid';
}

/** Returns the share of the query's words in each result: of all words, or of the distinctive ones. */
export const relatedShares = (organic: readonly OrganicItem[], terms: QueryTerms, kind: 'all' | 'distinctive'): number[] =>
  textsOf(organic).map((known) => {
    if (known.terms !== terms) {
      known.terms = terms;
      known.has = terms.all.map((term) => hasTerm(term, known));
    }
    const { [kind]: wanted, isDistinctive } = terms;
    let found = 0;
    for (let index = 0; index < known.has.length; index++) {
      if (known.has[index] && (wanted === terms.all || isDistinctive[index])) found++;
    }
    return found / wanted.length;
  });

/** Returns how many titles have mostly letters of other scripts. */
export const countForeign = (organic: readonly OrganicItem[]): number =>
  textsOf(organic).filter((known) => {
    known.isForeign ??= !isLatin(cut(known.item?.title ?? '', TITLE_MAX));
    return known.isForeign;
  }).length;

interface PlainText {
  readonly item: OrganicItem | null;
  readonly text: string;
  /** Split only when a word is not found as it is. */
  words: string[] | null;
  isForeign: boolean | null;
  /** These terms were looked for last, and those of `has` were found. */
  terms: QueryTerms | null;
  has: readonly boolean[];
}
const plainText = (item: OrganicItem | null, text: string): PlainText => ({
  item,
  text,
  words: null,
  isForeign: null,
  terms: null,
  has: [],
});

/** Both the verdict and the quality read each text. A list is found by its first result, because a lookup for each result takes longer. */
const textsByFirst = new WeakMap<OrganicItem, PlainText[]>();

function textsOf(organic: readonly OrganicItem[]): readonly PlainText[] {
  const [first] = organic;
  if (first === undefined) return [];
  const known = textsByFirst.get(first) ?? [];
  if (known.length === 0) textsByFirst.set(first, known);
  for (let index = 0; index < organic.length; index++) {
    const item = organic[index]!;
    if (known[index]?.item === item) continue;
    known[index] = plainText(item, plain(textIn(item)));
  }
  return known.length === organic.length ? known : known.slice(0, organic.length);
}

function textIn({ title, snippet, url, siteName }: OrganicItem): string {
  const decoded = percentDecoded(url);
  const text = `${title} ${snippet ?? ''} ${decoded} ${siteName ?? ''}`;
  if (text.length <= USUAL_MAX) return text;
  return `${cut(title, TITLE_MAX)} ${cut(snippet ?? '', SNIPPET_MAX)} ${cut(decoded, URL_MAX)} ${cut(siteName ?? '', TITLE_MAX)}`;
}

/** Returns the share of the query's words in a text. */
export function shareOf(terms: readonly string[], text: string): number {
  const known = plainText(null, text);
  return terms.filter((term) => hasTerm(term, known)).length / terms.length;
}

/** Engines correct spelling, so near words count, too. So do the singular and words in parts: `e-mail`, `web site`. */
function hasTerm(term: string, known: PlainText): boolean {
  if (known.text.includes(term)) return true;
  if (term.length < OTHER_LENGTH_MIN) return false;
  known.words ??= wordsIn(known.text);
  const { words } = known;
  const singular = term.endsWith('s') ? term.slice(0, -1) : null;
  const first = term.charCodeAt(0);
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word.charCodeAt(0) === first && (word === singular || isNear(term, word) || isInParts(term, word, words[at + 1]))) return true;
  }
  return false;
}

function isInParts(term: string, word: string, next: string | undefined): boolean {
  if (next === undefined || word.length >= term.length || !term.startsWith(word)) return false;
  const rest = term.slice(word.length);
  // Words such as `a` stand before many others.
  return word.length === 1 ? next === rest : next.startsWith(rest);
}

const wordsIn = (text: string): string[] => text.split(ASCII.test(text) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u);

const NEAR_LENGTH_MIN = 5;
/** Shorter words have too many neighbours. */
const OTHER_LENGTH_MIN = 4;

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
function isForeign(organic: readonly OrganicItem[], keyword: string, language: string): boolean {
  if (organic.length < RESULTS_MIN || OTHER_SCRIPTS.has(language) || !isLatin(keyword)) return false;
  return countForeign(organic) / organic.length >= FOREIGN_MIN;
}

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
  /** For each of all words. */
  readonly isDistinctive: readonly boolean[];
  /** Any of the words is enough, as in `tea OR coffee`. */
  readonly isChoice: boolean;
}

export function queryTermsOf(keyword: string): QueryTerms {
  const known = termsByKeyword.get(keyword);
  if (known) return known;
  const all = termsOf(keyword);
  const isDistinctive = all.map((term) => !isShortWord(term));
  const distinctive = all.filter((_, index) => isDistinctive[index]);
  const hasShort = distinctive.length > 0 && distinctive.length < all.length;
  const terms = { all, distinctive: hasShort ? distinctive : all, isDistinctive, isChoice: /\s(?:OR|\|)\s/.test(keyword) };
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
