// What every keyword source is asked, and what it gives back.
import type { KeywordSource } from '../../contract/vocabulary.ts';
import { unreadable } from '../adapter.ts';

export interface KeywordQuery {
  readonly keywords: readonly string[];
  /** A site to draw suggestions from. */
  readonly url: string | null;
  readonly suggestions: boolean;
  readonly source: KeywordSource;
  readonly place: { readonly countryCode: string; readonly canonicalName: string; readonly criteriaId: number | null };
  /** ISO 639-1; null or unknown means no filter. */
  readonly language: string | null;
  readonly searchPartners: boolean;
  /** The month it is now, `2026-11`; the twelve months of a volume end before it. */
  readonly month: string;
  /** Names this try at this object, so that a source that is asked twice for it charges once. */
  readonly reference?: string;
}

export interface MonthlyVolume {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Null for a month that the source left out. */
  readonly searchVolume: number | null;
}

export interface KeywordRow {
  readonly keyword: string;
  readonly competition: number | null;
  readonly costPerClick: number | null;
  readonly searchVolume: number | null;
  readonly searchVolumeMobileRatio: number | null;
  /** Twelve months without a gap, oldest first; null where the source has no history. */
  readonly monthlySearchVolumes: readonly MonthlyVolume[] | null;
}

export interface KeywordParsed {
  readonly totalResults: number;
  readonly results: readonly KeywordRow[];
  /** The source left words out, perhaps for a reason that passes; such an answer is good, but not for a whole month. */
  readonly incomplete?: boolean;
}

/** A page that carried no rows, such as a token step. */
export const NOTHING_YET: KeywordParsed = { totalResults: 0, results: [] };

/** A word that the source says nothing about. */
export const unknownRow = (keyword: string): KeywordRow => ({
  keyword,
  competition: null,
  costPerClick: null,
  searchVolume: null,
  searchVolumeMobileRatio: null,
  monthlySearchVolumes: null,
});

/** Pages of one ask laid together. Suggestions of several seeds overlap; the first row of a word stays. */
export function addKeywords(pages: readonly KeywordParsed[], ask: KeywordQuery): KeywordParsed {
  const rows = pages.flatMap((page) => page.results);
  const incomplete = pages.some((page) => page.incomplete) ? { incomplete: true } : {};
  if (!ask.suggestions) return { ...inOrder(rows, ask), ...incomplete };
  const first = new Map<string, KeywordRow>();
  for (const row of rows) if (!first.has(row.keyword)) first.set(row.keyword, row);
  const results = [...first.values()];
  return { totalResults: Math.max(results.length, ...pages.map((page) => page.totalResults)), results, ...incomplete };
}

/** As many rows as keywords, in their order; sources that are asked in several calls bring them in another. */
function inOrder(rows: readonly KeywordRow[], ask: KeywordQuery): KeywordParsed {
  const byKeyword = new Map(rows.map((row) => [row.keyword, row]));
  const results = ask.keywords.map((keyword) => {
    const row = byKeyword.get(keyword);
    if (!row) throw unreadable('The keyword source did not answer for every keyword.');
    return row;
  });
  return { totalResults: results.length, results };
}
