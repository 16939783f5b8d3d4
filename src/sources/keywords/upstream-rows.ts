// Parses `data` of a finished keyword object of our own contract.

import { foldKeyword } from './folding.ts';
import { newestTwelve } from './months.ts';
import type { KeywordParsed, KeywordQuery, KeywordRow } from './query.ts';
import { unknownFormat } from './response.ts';
import { isObject, type Json, listAt, numberAt, textAt } from './untrusted-json.ts';

/** Returns a row for each keyword of the query that one of `keywords` stands for, or every row for suggestions. */
export function readRows(data: Json | null, keywords: readonly string[], query: KeywordQuery): KeywordParsed {
  if (data === null || !Array.isArray(data.results)) throw unknownFormat();
  const rows = data.results.map(rowOf);
  if (query.suggestions) return { totalResults: numberAt(data, 'totalResults') ?? rows.length, results: rows };
  const fold = (keyword: string) => foldKeyword(query.source, keyword);
  const byFold = new Map(rows.map((row) => [fold(row.keyword), row]));
  const requested = new Set(keywords.map(fold));
  const results = query.keywords.flatMap((keyword): KeywordRow[] => {
    if (!requested.has(fold(keyword))) return [];
    const row = byFold.get(fold(keyword));
    // The contract guarantees one row per keyword.
    if (!row) throw unknownFormat();
    return [{ ...row, keyword }];
  });
  return { totalResults: results.length, results };
}

function rowOf(value: unknown): KeywordRow {
  const keyword = textAt(value, 'keyword');
  if (!isObject(value) || keyword === null) throw unknownFormat();
  const months = listAt(value, 'monthlySearchVolumes').map((entry) => {
    const [year, month] = [numberAt(entry, 'year'), numberAt(entry, 'month')];
    if (year === null || month === null) throw unknownFormat();
    return { year, month, searchVolume: numberAt(entry, 'searchVolume') };
  });
  return {
    keyword,
    competition: numberAt(value, 'competition'),
    costPerClick: numberAt(value, 'costPerClick'),
    searchVolume: numberAt(value, 'searchVolume'),
    searchVolumeMobileRatio: numberAt(value, 'searchVolumeMobileRatio'),
    monthlySearchVolumes: newestTwelve(months),
  };
}
