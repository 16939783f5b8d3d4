// Own pages with the keywords that they rank for.
import type { Curve, StoredPoint } from '../types.ts';
import { shareOf } from './curve.ts';
import { hasAiAnswer } from './sums.ts';

export interface RankingPoint {
  readonly point: Pick<StoredPoint, 'position' | 'features'>;
  readonly url: string;
  readonly volume: number | null;
}

export interface RankingPage {
  readonly url: string;
  readonly keywords: number;
  /** Average position. */
  readonly average: number;
  /** Estimated visits per month; null when no volume is known. */
  readonly visits: number | null;
}

/** Most visits first, then most keywords. Points that did not find the domain are left out. */
export function pagesOf(ranking: readonly RankingPoint[], curve: Curve): RankingPage[] {
  const pages = new Map<string, { keywords: number; positions: number; visits: number | null }>();
  for (const { point, url, volume } of ranking) {
    if (point.position === 0) continue;
    const page = pages.get(url) ?? { keywords: 0, positions: 0, visits: null };
    page.keywords++;
    page.positions += point.position;
    if (volume !== null) page.visits = (page.visits ?? 0) + volume * shareOf(curve, point.position, hasAiAnswer(point));
    pages.set(url, page);
  }
  return [...pages]
    .map(([url, { keywords, positions, visits }]) => ({
      url,
      keywords,
      average: Math.round((positions / keywords) * 100) / 100,
      visits: visits === null ? null : Math.round(visits * 10) / 10,
    }))
    .sort((a, b) => (b.visits ?? 0) - (a.visits ?? 0) || b.keywords - a.keywords || a.average - b.average || (a.url < b.url ? -1 : 1));
}
