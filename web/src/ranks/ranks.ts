// Ranks of one domain as the API tells them, and what the page makes of them.
import { dateOf } from '../format.ts';

export interface RankPoint {
  readonly at: string;
  readonly id: string;
  /** Null: not among the results that were looked at. */
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
export interface RanksAnswer {
  readonly domain: string;
  readonly series: readonly RankSeries[];
  readonly features: readonly { readonly type: string; readonly share: number }[];
}

export const nameOf = ({ keyword, engine, region, device }: RankSeries): string =>
  [keyword, engine, region.split(',')[0], device === 'mobile' ? 'mobile' : ''].filter(Boolean).join(' · ');

export interface Movement {
  readonly series: RankSeries;
  readonly now: number | null;
  readonly before: number | null;
  readonly best: number | null;
  /** Upwards is positive. Null when one end is unknown. */
  readonly moved: number | null;
}

const inOrder = ({ points }: RankSeries): RankPoint[] => [...points].sort((a, b) => dateOf(a.at).getTime() - dateOf(b.at).getTime());

export function movementOf(series: RankSeries): Movement {
  const points = inOrder(series);
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

/** All series on one axis of times, as a chart wants them. */
export function linesOf(all: readonly RankSeries[]): { times: number[]; lines: { name: string; values: (number | null)[] }[] } {
  const seconds = (point: RankPoint) => Math.round(dateOf(point.at).getTime() / 1000);
  const times = [...new Set(all.flatMap(({ points }) => points.map(seconds)))].sort((a, b) => a - b);
  const lines = all.map((series) => {
    const byTime = new Map(series.points.map((point) => [seconds(point), point.position]));
    // A time at which this series was not asked is no gap in it: undefined lets the line run on.
    return { name: nameOf(series), values: times.map((time) => byTime.get(time) as number | null) };
  });
  return { times, lines };
}
