// Reads one time series: rows of minutes or hours become lines with one value per step.
import { toDateTime } from '../../contract/dates.ts';
import { SERIES, SERIES_RANGES, type SeriesName, type SeriesRange, type SeriesResponse, type SeriesShape } from '../../contract/series.ts';
import type { Db } from '../../platform/db.ts';
import { quantile } from './latency.ts';

export interface SeriesRow {
  /** Seconds since 1970. */
  readonly at: number;
  readonly key: string;
  readonly counts: readonly number[];
  readonly levels: readonly (number | null)[];
}

export type ReadSeries = (name: SeriesName, range: SeriesRange) => Promise<SeriesResponse>;

/** Arrays arrive as JSON text: the driver returns elements of the type bigint as text. */
const columns =
  'extract(epoch from at)::double precision as at, key, array_to_json(counts)::text as counts, array_to_json(levels)::text as levels';
const MINUTES = {
  name: 'series_minutes',
  text: `select ${columns} from series_minutes where name = $1 and at >= to_timestamp($2) order by at`,
};
/** Hours that are not rolled up yet come from their minutes. */
const HOURS = {
  name: 'series_hours',
  text: `select ${columns} from series_hours where name = $1 and at >= to_timestamp($2)
    union all select ${columns} from series_minutes where name = $1 and at >= (select upto from series_rolled_up) order by 1`,
};

interface StoredRow {
  readonly at: number;
  readonly key: string;
  readonly counts: string;
  readonly levels: string;
}

/** Returns the rows of the series since a time, in seconds since 1970. */
export async function readRows(
  db: Pick<Db, 'query'>,
  name: SeriesName,
  since: number,
  unit: 'minutes' | 'hours' = 'minutes',
): Promise<SeriesRow[]> {
  const rows = await db.query<StoredRow>(unit === 'minutes' ? MINUTES : HOURS, [name, since]);
  return rows.map(({ at, key, counts, levels }) => ({
    at,
    key,
    counts: JSON.parse(counts) as number[],
    levels: JSON.parse(levels) as (number | null)[],
  }));
}

export function createReadSeries(db: Pick<Db, 'query'>): ReadSeries {
  return async (name, range) => {
    const { seconds, stepSeconds } = SERIES_RANGES[range];
    const now = Date.now() / 1000;
    const since = Math.floor((now - seconds) / stepSeconds + 1) * stepSeconds;
    const rows = await readRows(db, name, since, range === '7d' ? 'hours' : 'minutes');
    return { name, range, ...linesOf(name, rows, since, stepSeconds, now) };
  };
}

/** Returns one line per key. Steps without rows are null, because nothing was measured then. */
export function linesOf(
  name: SeriesName,
  rows: readonly SeriesRow[],
  since: number,
  stepSeconds: number,
  now: number,
): Pick<SeriesResponse, 'stepSeconds' | 'times' | 'lines'> {
  const steps = Math.floor((now - since) / stepSeconds) + 1;
  const byKey = new Map<string, (SeriesRow | null)[]>();
  for (const row of rows) {
    const step = Math.floor((row.at - since) / stepSeconds);
    if (step < 0 || step >= steps) continue;
    const cells = byKey.get(row.key) ?? new Array<SeriesRow | null>(steps).fill(null);
    byKey.set(row.key, cells);
    const before = cells[step];
    cells[step] = before ? merged(before, row) : row;
  }
  return {
    stepSeconds,
    times: Array.from({ length: steps }, (_, step) => toDateTime(new Date((since + step * stepSeconds) * 1000))),
    lines: [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, cells]) => ({ key, values: valuesOf(name, cells) })),
  };
}

function merged(a: SeriesRow, b: SeriesRow): SeriesRow {
  const longest = (one: readonly unknown[], other: readonly unknown[]): number[] => [...Array(Math.max(one.length, other.length)).keys()];
  return {
    ...a,
    counts: longest(a.counts, b.counts).map((index) => (a.counts[index] ?? 0) + (b.counts[index] ?? 0)),
    levels: longest(a.levels, b.levels).map((index) => {
      const [one = null, other = null] = [a.levels[index], b.levels[index]];
      return one === null || other === null ? (one ?? other) : Math.max(one, other);
    }),
  };
}

function valuesOf(name: SeriesName, cells: readonly (SeriesRow | null)[]): Record<string, (number | null)[]> {
  const { counts, latency, levels }: SeriesShape = SERIES[name];
  const from = (read: (row: SeriesRow) => number | null): (number | null)[] => cells.map((row) => (row ? read(row) : null));
  const quantiles = (share: number) => from((row) => quantile(row.counts.slice(counts.length), share));
  return {
    ...Object.fromEntries(counts.map((counter, index) => [counter, from((row) => row.counts[index] ?? 0)])),
    ...Object.fromEntries(levels.map((level, index) => [level, from((row) => row.levels[index] ?? null)])),
    ...(latency ? { p50Ms: quantiles(0.5), p95Ms: quantiles(0.95), p99Ms: quantiles(0.99) } : {}),
  };
}
