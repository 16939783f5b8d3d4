// What every keyword source is asked, and what it gives back.

export interface KeywordAsk {
  readonly keywords: readonly string[];
  /** A site to draw suggestions from. */
  readonly url: string | null;
  readonly suggestions: boolean;
  readonly source: 'google' | 'baidu';
  readonly place: { readonly countryCode: string; readonly canonicalName: string; readonly criteriaId: number | null };
  /** ISO 639-1; null or unknown means no filter. */
  readonly language: string | null;
  readonly searchPartners: boolean;
  /** The month it is now, `2026-11`; the twelve months of a volume end before it. */
  readonly month: string;
}

export interface MonthlyVolume {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly searchVolume: number;
}

export interface KeywordRow {
  readonly keyword: string;
  readonly competition: number | null;
  readonly costPerClick: number | null;
  readonly searchVolume: number | null;
  readonly searchVolumeMobileRatio: number | null;
  /** Oldest month first. */
  readonly monthlySearchVolumes: readonly MonthlyVolume[] | null;
}

export interface KeywordFound {
  readonly totalResults: number;
  readonly results: readonly KeywordRow[];
}

/** A page that carried no rows, such as a token step. */
export const NOTHING_YET: KeywordFound = { totalResults: 0, results: [] };

/** Pages of one ask laid together. Suggestions of several seeds overlap; the first row of a word stays. */
export function addKeywords(before: KeywordFound, page: KeywordFound, ask: KeywordAsk): KeywordFound {
  if (!ask.suggestions) return { totalResults: before.totalResults + page.totalResults, results: [...before.results, ...page.results] };
  const known = new Set(before.results.map((row) => row.keyword));
  const results = [...before.results, ...page.results.filter((row) => !known.has(row.keyword))];
  return { totalResults: Math.max(before.totalResults, page.totalResults, results.length), results };
}
