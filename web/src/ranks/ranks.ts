// Positions of one domain as the API returns them, and the data that the page derives.
import { dateOf } from '../format.ts';
import { labelOf } from '../labels.ts';

export interface RankPoint {
  readonly at: string;
  readonly id: string;
  /** Null: the domain is not among the checked results. */
  readonly position: number | null;
  readonly url?: string | null;
  readonly depth?: number;
}
export interface RankSeries {
  readonly keyword: string;
  readonly engine: string;
  readonly region: string;
  readonly device?: string;
  readonly points: readonly RankPoint[];
}
export interface RanksResponse {
  readonly domain: string;
  readonly series: readonly RankSeries[];
  readonly features: readonly { readonly type: string; readonly share: number }[];
  /** Number of result pages checked. */
  readonly looked: number;
  /** Cursor of older result pages, or null. */
  readonly next: string | null;
}

const identityOf = ({ keyword, engine, region, device }: RankSeries): string => JSON.stringify([keyword, engine, region, device]);

/** Merges a response with the one for older result pages. */
export function mergeRanks(newer: RanksResponse | null, older: RanksResponse): RanksResponse {
  if (!newer) return older;
  const series = new Map(newer.series.map((one) => [identityOf(one), one]));
  for (const one of older.series) {
    const known = series.get(identityOf(one));
    series.set(identityOf(one), known ? { ...known, points: [...one.points, ...known.points] } : one);
  }
  const looked = newer.looked + older.looked;
  const pages = new Map<string, number>();
  for (const { features, looked: count } of [newer, older])
    for (const { type, share } of features) pages.set(type, (pages.get(type) ?? 0) + share * count);
  return {
    domain: older.domain,
    series: [...series.values()],
    features: [...pages].map(([type, count]) => ({ type, share: looked > 0 ? count / looked : 0 })),
    looked,
    next: older.next,
  };
}

export const nameOf = ({ keyword, engine, region, device }: RankSeries): string =>
  [keyword, labelOf(engine), region.split(',')[0], device === 'mobile' ? 'Mobile' : ''].filter(Boolean).join(' · ');

export const isFound = ({ points }: RankSeries): boolean => points.some(({ position }) => position !== null);

export interface PositionChange {
  readonly series: RankSeries;
  readonly now: number | null;
  readonly before: number | null;
  readonly best: number | null;
  /** Positive when the position improved. Null when the first or last position is unknown. */
  readonly moved: number | null;
}

const sortedPoints = ({ points }: RankSeries): RankPoint[] => [...points].sort((a, b) => dateOf(a.at).getTime() - dateOf(b.at).getTime());

export function positionChangeOf(series: RankSeries): PositionChange {
  const points = sortedPoints(series);
  const positions = points.map(({ position }) => position).filter((position) => position !== null);
  const [now, before] = [points.at(-1)?.position ?? null, points.length > 1 ? (points[0]?.position ?? null) : null];
  return {
    series,
    now,
    before,
    best: positions.length > 0 ? Math.min(...positions) : null,
    moved: now !== null && before !== null ? before - now : null,
  };
}

/** Returns all series on one time axis, for the chart. */
export function linesOf(all: readonly RankSeries[]): { times: number[]; lines: { name: string; values: (number | null)[] }[] } {
  const seconds = (point: RankPoint) => Math.round(dateOf(point.at).getTime() / 1000);
  const times = [...new Set(all.flatMap(({ points }) => points.map(seconds)))].sort((a, b) => a - b);
  const lines = all.map((series) => {
    const byTime = new Map(series.points.map((point) => [seconds(point), point.position]));
    // Undefined: no request at that time, so the line continues. Null: not ranking, so the line has a gap.
    return { name: nameOf(series), values: times.map((time) => byTime.get(time) as number | null) };
  });
  return { times, lines };
}
