// Hash of a keyword query, and conversion of a stored result to an equal query.
import { createHash } from 'node:crypto';
import type { KeptQuestion } from '../../business/keyword-answers.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import type { KeywordParsed, KeywordQuery, KeywordRow } from '../../sources/keywords/ask.ts';
import { foldKeyword } from '../../sources/keywords/folding.ts';

/** Change it when the format of stored results changes, so that older ones are not found. */
const LAYOUT = 1;

/** Magic keywords of the sandbox must trigger their outcome every time, so their results are never stored. */
export const isCacheable = ({ keywords, url }: KeywordQuery, mode: Mode): boolean =>
  mode === 'live' || ![...keywords, url ?? ''].some((text) => /\btest:/.test(text));

/** Ignores order, case and repetition of keywords. Everything else that the source receives counts. */
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
    // Only Google has search partners. Other sources ignore the field.
    source === 'google' && searchPartners,
    url,
    month,
  ];
  return { mode, month, hash: createHash('sha256').update(JSON.stringify(parts)).digest() };
}

/** Returns the stored result in the order and spelling of this query, or null if it does not fit. */
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
