// When two keyword requests are one question, and how an answer kept for one is told to the other.
import { createHash } from 'node:crypto';
import type { KeptQuestion } from '../../business/keyword-answers.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import type { KeywordParsed, KeywordQuery, KeywordRow } from '../../sources/keywords/ask.ts';
import { foldKeyword } from '../../sources/keywords/folding.ts';

/** Changes whenever answers are laid out anew, so that older ones are not found any more. */
const LAYOUT = 1;

/** Magic keywords of the sandbox must trigger their outcome every time, so their results are never stored. */
export const isCacheable = ({ keywords, url }: KeywordQuery, mode: Mode): boolean =>
  mode === 'live' || ![...keywords, url ?? ''].some((text) => /\btest:/.test(text));

/** Order, case and repetition of keywords make no difference; whatever else the source is told does. */
export function requestHashOf(ask: KeywordQuery, mode: Mode): KeptQuestion {
  const { source, suggestions, place, language, searchPartners, url, month } = ask;
  const keywords = [...new Set(ask.keywords.map((keyword) => foldKeyword(source, keyword)))].sort();
  const parts = [
    LAYOUT,
    source,
    suggestions ? 'ideas' : 'volumes',
    keywords,
    [place.countryCode, place.criteriaId, place.canonicalName],
    language,
    // Only Google has partners; for the others the wish changes nothing.
    source === 'google' && searchPartners,
    url,
    month,
  ];
  return { mode, month, hash: createHash('sha256').update(JSON.stringify(parts)).digest() };
}

/** The kept answer in the order and spelling of this ask; null if it does not fit. */
export function retell(body: string, ask: KeywordQuery): KeywordParsed | null {
  const kept = JSON.parse(body) as KeywordParsed;
  if (ask.suggestions) return kept;
  const byFold = new Map(kept.results.map((row) => [foldKeyword(ask.source, row.keyword), row]));
  const results = ask.keywords.flatMap((keyword): KeywordRow[] => {
    const row = byFold.get(foldKeyword(ask.source, keyword));
    return row ? [{ ...row, keyword }] : [];
  });
  return results.length === ask.keywords.length ? { totalResults: results.length, results } : null;
}
