// Detects pages in another language than requested.
import type { Page } from '../../sources/adapter.ts';
import { statedLanguage } from '../../sources/page/language.ts';
import type { SerpPage } from '../../sources/serp.ts';

/** Short words that are frequent in one language and rare in others. */
const SHORT_WORDS: Readonly<Record<string, string>> = {
  en: 'the and for with you your this that are from what how best about which more have they their when',
  de: 'und der die das mit für von den ist auf nicht ein eine dem wie sie oder bei wird auch sich',
  fr: 'les des une pour dans est avec vous sur plus votre qui par nous aux ou ce cette sont pas',
  es: 'los las una para con por del más que tu como este esta sobre son sus desde también todo muy',
  it: 'gli una per con che della sono più come alla nel delle anche questo dei dalla tutti su degli non',
  pt: 'uma para com não mais por dos das você como que seu sua ao também são pelo nos em os',
  nl: 'het een van voor met zijn niet je ook bij aan wat hoe onze naar deze uit worden of en',
  pl: 'nie jest dla się oraz jak czy które przez lub jego ponad można tym od są także bez po na',
  sv: 'och för att med som är det av på din ett inte den eller från till vi hos kan om',
  da: 'og til for med er det af på din ikke som den hos eller fra kan vi dine har blandt',
  no: 'og til for med er det av på din ikke som den hos eller fra kan vi dine har blant',
  fi: 'ja on ei se että kun tai sekä joka myös niin ovat kuin mutta voit meidän tämä kaikki sen myös',
  cs: 'se na je že pro jak jsou nebo ale také které podle více než jako není pouze jsme při byl',
  sk: 'sa na je že pre ako sú alebo ale tiež ktoré podľa viac než nie len sme pri bol aj',
  hu: 'az és hogy nem egy van meg is vagy mint csak már ezt volt amely minden után több legjobb magyar',
  ro: 'și pentru cu din este sunt mai care nu pe sau prin după fost toate despre la acest într ale',
  tr: 've bir için ile bu olarak daha olan en çok var ne gibi sonra veya her kadar ise tüm nasıl',
  id: 'dan yang untuk dengan di dari ini adalah pada atau itu dapat juga anda tidak akan ke lebih oleh kami',
  vi: 'và của là cho các được với một không những có trong khi này để như từ người nhất tại',
};
const WORDS = new Map(Object.entries(SHORT_WORDS).map(([language, words]) => [language, new Set(words.split(' '))]));
/** The languages of each short word. */
const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, words] of WORDS) for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
/** Returns whether the word is frequent in one of these languages. */
export const isShortWord = (word: string): boolean => LANGUAGES_OF.has(word);
/** Similar languages, which are never treated as wrong for each other. */
const ALIKE: Readonly<Record<string, string>> = {
  da: 'no',
  no: 'da',
  cs: 'sk',
  sk: 'cs',
  es: 'gl',
  gl: 'es',
  pt: 'gl',
};

/** Codes that mean the language of another code. */
const OTHER_CODES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', ji: 'yi', in: 'id', mo: 'ro' };
const codeOf = (language: string): string => OTHER_CODES[language] ?? language;

/** Returns whether a page in one language is right for the other. */
export const isAlike = (one: string, other: string): boolean =>
  one === other || codeOf(one) === codeOf(other) || ALIKE[codeOf(one)] === codeOf(other);

/** Minimum number of short words for a decision. */
export const WORDS_MIN = 12;
/** The page's language needs this share of all short words, and this multiple of those of the requested language. */
export const SHARE_MIN = 0.6;
export const TIMES_MIN = 5;

/** Letters of the languages above, and some signs of other scripts. */
const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0xc0 && code <= 0x1fff);
const LENGTH_MAX = Math.max(...[...LANGUAGES_OF.keys()].map((word) => word.length));

/** Counts the short words of each language in these texts. Long words are passed over without being copied. */
export function countedWords(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (word: string): void => {
    for (const language of LANGUAGES_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  };
  for (const text of texts) {
    const lower = text.toLowerCase();
    let from = 0;
    for (let at = 0; at <= lower.length; at++) {
      if (at < lower.length && isLetter(lower.charCodeAt(at))) continue;
      if (at > from && at - from <= LENGTH_MAX) count(lower.slice(from, at));
      from = at + 1;
    }
  }
  return counts;
}

/**
 * A page is wrong if it states another language that the region does not speak, and its results are in that language.
 * Results alone are no proof: a German request for English words correctly gets English results.
 */
export function isWrongLanguage(
  pages: readonly Pick<Page, 'body' | 'bytes' | 'language'>[],
  found: readonly SerpPage[],
  requested: string,
  regionLanguages: readonly string[],
): boolean {
  const stated = pages[0] ? statedLanguage(pages[0]) : null;
  if (stated === null || [requested, ...regionLanguages].some((language) => isAlike(stated, language))) return false;
  if (!WORDS.has(stated) || !WORDS.has(requested)) return false;
  const counts = countedWords(found.flatMap(({ organic }) => organic.map(({ title, snippet }) => `${title} ${snippet ?? ''}`)));
  const [there, wanted] = [counts.get(stated) ?? 0, counts.get(requested) ?? 0];
  const most = Math.max(...counts.values(), 1);
  return there >= WORDS_MIN && there >= most * SHARE_MIN && there >= wanted * TIMES_MIN;
}
