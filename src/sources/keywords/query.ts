// The query for every keyword source, and its parsed result.
import type { KeywordSource } from '../../contract/vocabulary.ts';
import { unreadable } from '../adapter.ts';

export interface KeywordQuery {
  readonly keywords: readonly string[];
  /** A site to derive suggestions from. */
  readonly url: string | null;
  readonly suggestions: boolean;
  readonly source: KeywordSource;
  readonly region: { readonly countryCode: string; readonly canonicalName: string; readonly criteriaId: number | null };
  /** ISO 639-1. Null or an unknown language means no filter. */
  readonly language: string | null;
  readonly searchPartners: boolean;
  /** The current month, `2026-11`. The twelve months of a volume end before it. */
  readonly month: string;
  /** Identifies this attempt at this object, so that a repeated request is charged once. */
  readonly reference?: string;
}

export interface MonthlyVolume {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Null for a month that the source omitted. */
  readonly searchVolume: number | null;
}

export interface KeywordRow {
  readonly keyword: string;
  readonly competition: number | null;
  readonly costPerClick: number | null;
  readonly searchVolume: number | null;
  readonly searchVolumeMobileRatio: number | null;
  /** Twelve months without a gap, oldest first, or null when the source has no history. */
  readonly monthlySearchVolumes: readonly MonthlyVolume[] | null;
}

export interface KeywordParsed {
  readonly totalResults: number;
  readonly results: readonly KeywordRow[];
  /** The source omitted keywords, perhaps temporarily. Such a result is valid, but is not stored for a whole month. */
  readonly incomplete?: boolean;
}

/** A page without rows, such as a token response. */
export const NO_ROWS: KeywordParsed = { totalResults: 0, results: [] };

/** The row of a keyword without data from the source. */
export const unknownRow = (keyword: string): KeywordRow => ({
  keyword,
  competition: null,
  costPerClick: null,
  searchVolume: null,
  searchVolumeMobileRatio: null,
  monthlySearchVolumes: null,
});

/** Merges the pages of one query. Suggestions of several seeds overlap: the first row of a keyword stays. */
export function addKeywords(pages: readonly KeywordParsed[], query: KeywordQuery): KeywordParsed {
  const rows = pages.flatMap((page) => page.results);
  const incomplete = pages.some((page) => page.incomplete) ? { incomplete: true } : {};
  if (!query.suggestions) return { ...inOrder(rows, query), ...incomplete };
  const first = new Map<string, KeywordRow>();
  for (const row of rows) if (!first.has(row.keyword)) first.set(row.keyword, row);
  const results = [...first.values()];
  return { totalResults: Math.max(results.length, ...pages.map((page) => page.totalResults)), results, ...incomplete };
}

/** Returns one row per keyword, in the order of the query. Sources with several calls return them in another order. */
function inOrder(rows: readonly KeywordRow[], query: KeywordQuery): KeywordParsed {
  const byKeyword = new Map(rows.map((row) => [row.keyword, row]));
  const results = query.keywords.map((keyword) => {
    const row = byKeyword.get(keyword);
    if (!row) throw unreadable('The keyword source did not return every keyword.');
    return row;
  });
  return { totalResults: results.length, results };
}
