// Evidence of languages: what the page states, the scripts of the titles and the short words of the results.
import { languagesOf } from '../../../business/languages.ts';
import type { OrganicItem } from '../../../contract/items.ts';
import { countedWords, isAlike, SHARE_MIN, TIMES_MIN, WORDS_MIN } from '../language.ts';
import { isLatin } from '../letters.ts';
import { countForeign, judgedOf, OTHER_SCRIPTS } from '../verdict.ts';
import { OF_ONE_LANGUAGE } from './engine-facts.ts';
import type { Evidence, Penalise } from './evidence.ts';

const STATES_OTHER = 0.5;
const WORDS_OTHER = 0.75;
/** Share of titles in another script than the query and the language, from which it counts. */
const SCRIPT_MAX = 0.3;
const FOREIGN_COUNT_MIN = 3;
/** The short words of so many results tell their language. */
const READ_MAX = 10;
const SCRIPT_OTHER = 0.65;

/** Engines of one country have one language, and custom parameters may select any. */
export function judgeLanguage(organic: readonly OrganicItem[], { pages, query, engine }: Evidence, penalise: Penalise): void {
  if (engine.traits.region === 'none' || OF_ONE_LANGUAGE.has(engine.name) || query.urlParameters.length > 0) return;
  const spoken = [query.language, ...languagesOf(query.region.countryCode)];
  const isSpoken = (language: string): boolean => spoken.some((one) => isAlike(language, one));
  const statesOther = pages.some(({ language }) => language && !isSpoken(language));
  if (statesOther) {
    penalise('language', STATES_OTHER);
    return;
  }
  if (!OTHER_SCRIPTS.has(query.language) && isLatin(query.keyword)) {
    const judged = judgedOf(organic);
    const foreign = countForeign(judged);
    if (foreign >= FOREIGN_COUNT_MIN && foreign / judged.length > SCRIPT_MAX) {
      penalise('language', SCRIPT_OTHER);
      return;
    }
  }
  // A page that states the right language may rightly have results in others, for a query in another language.
  if (pages.some(({ language }) => language)) return;
  const counts = countedWords(organic.slice(0, READ_MAX).map(({ title, snippet }) => `${title} ${snippet ?? ''}`));
  let [most, count, wanted, total] = ['', 0, 0, 0];
  for (const [language, own] of counts) {
    total += own;
    if (own > count) [most, count] = [language, own];
    if (isSpoken(language)) wanted = Math.max(wanted, own);
  }
  // English results are usual in every language.
  const isOther = most !== 'en' && most !== '' && !isSpoken(most);
  if (isOther && count >= WORDS_MIN && count >= total * SHARE_MIN && count >= wanted * TIMES_MIN) penalise('language', WORDS_OTHER);
}
