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
  /** Result pages that were looked at. */
  readonly looked: number;
  /** Older ones are left. */
  readonly next: string | null;
}

const identityOf = ({ keyword, engine, region, device }: RankSeries): string => JSON.stringify([keyword, engine, region, device]);

/** An answer and the one that goes on further back, as one. */
export function joined(newer: RanksAnswer | null, older: RanksAnswer): RanksAnswer {
  if (!newer) return older;
  const series = new Map(newer.series.map((one) => [identityOf(one), one]));
  for (const one of older.series) {
    const known = series.get(identityOf(one));
    series.set(identityOf(one), known ? { ...known, points: [...one.points, ...known.points] } : one);
  }
  const looked = newer.looked + older.looked;
  const pages = new Map<string, number>();
  for (const answer of [newer, older])
    for (const { type, share } of answer.features) pages.set(type, (pages.get(type) ?? 0) + share * answer.looked);
  return {
    domain: older.domain,
    series: [...series.values()],
    features: [...pages].map(([type, count]) => ({ type, share: looked > 0 ? count / looked : 0 })),
    looked,
    next: older.next,
  };
}

export const nameOf = ({ keyword, engine, region, device }: RankSeries): string =>
  [keyword, engine, region.split(',')[0], device === 'mobile' ? 'mobile' : ''].filter(Boolean).join(' · ');

export const isFound = ({ points }: RankSeries): boolean => points.some(({ position }) => position !== null);

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
