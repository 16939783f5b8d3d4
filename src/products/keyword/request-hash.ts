// Hash of a keyword query, and conversion of a stored result to an equal query.
import { createHash } from 'node:crypto';
import type { StoredQuery } from '../../business/keyword-results.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import { foldKeyword } from '../../sources/keywords/folding.ts';
import type { KeywordParsed, KeywordQuery, KeywordRow } from '../../sources/keywords/query.ts';

/** Change it when the format of stored results changes, so that older ones are not found. */
const LAYOUT = 1;

/** Magic keywords of the sandbox must trigger their outcome every time, so their results are never stored. */
export const isCacheable = ({ keywords, url }: KeywordQuery, mode: Mode): boolean =>
  mode === 'live' || ![...keywords, url ?? ''].some((text) => /\btest:/.test(text));

/** Ignores order, case and repetition of keywords. Everything else that the source receives counts. */
export function requestHashOf(query: KeywordQuery, mode: Mode): StoredQuery {
  const { source, suggestions, region, language, searchPartners, url, month } = query;
  const keywords = [...new Set(query.keywords.map((keyword) => foldKeyword(source, keyword)))].sort();
  const parts = [
    LAYOUT,
    source,
    suggestions ? 'ideas' : 'volumes',
    keywords,
    [region.countryCode, region.criteriaId, region.canonicalName],
    language,
    // Only Google has search partners. Other sources ignore the field.
    source === 'google' && searchPartners,
    url,
    month,
  ];
  return { mode, month, hash: createHash('sha256').update(JSON.stringify(parts)).digest() };
}

/** Returns the stored result in the order and spelling of this query, or null if it does not fit. */
export function resultFor(body: string, query: KeywordQuery): KeywordParsed | null {
  const stored = JSON.parse(body) as KeywordParsed;
  if (query.suggestions) return stored;
  const byFold = new Map(stored.results.map((row) => [foldKeyword(query.source, row.keyword), row]));
  const results = query.keywords.flatMap((keyword): KeywordRow[] => {
    const row = byFold.get(foldKeyword(query.source, keyword));
    return row ? [{ ...row, keyword }] : [];
  });
  return results.length === query.keywords.length ? { totalResults: results.length, results } : null;
}
