// Reads one time series: rows of minutes or hours become lines with one value per step.
import { toDateTime } from '../../contract/dates.ts';
import { SERIES, SERIES_RANGES, type SeriesName, type SeriesQuery, type SeriesResponse, type SeriesShape } from '../../contract/series.ts';
import type { Db } from '../../platform/db.ts';
import { quantile } from './latency.ts';
import type { SeriesRow } from './row.ts';
import { readSteps, readSums } from './sums.ts';

export type ReadSeries = (query: SeriesQuery) => Promise<SeriesResponse>;

/** Arrays arrive as JSON text: the driver returns elements of the type bigint as text. */
const MINUTES = {
  name: 'series_minutes',
  text: `select extract(epoch from at)::double precision as at, key, array_to_json(counts)::text as counts, array_to_json(levels)::text as levels
    from series_minutes where name = $1 and at >= to_timestamp($2) order by at`,
};

interface StoredRow {
  readonly at: number;
  readonly key: string;
  readonly counts: string;
  readonly levels: string;
}

/** Returns the stored minutes of the series since a time, in seconds since 1970. */
export async function readRows(db: Pick<Db, 'query'>, name: SeriesName, since: number): Promise<SeriesRow[]> {
  const rows = await db.query<StoredRow>(MINUTES, [name, since]);
  return rows.map(({ at, key, counts, levels }) => ({
    at,
    key,
    counts: JSON.parse(counts) as number[],
    levels: JSON.parse(levels) as (number | null)[],
  }));
}

export function createReadSeries(db: Pick<Db, 'query'>): ReadSeries {
  return async ({ name, range = '1h', mode, lines, total = false }) => {
    const { seconds, stepSeconds } = SERIES_RANGES[range];
    const now = Date.now() / 1000;
    const since = Math.floor((now - seconds) / stepSeconds + 1) * stepSeconds;
    const sums = total || lines !== undefined ? await readSums(db, name, { since }, mode) : [];
    const keys = lines === undefined ? undefined : busiestOf(sums, lines);
    if (total) {
      const chosen = keys === undefined ? sums : sums.filter(({ key }) => keys.includes(key));
      return { name, range, ...linesOf(name, chosen, since, seconds, now) };
    }
    const rows = await readSteps(db, name, { since, stepSeconds, unit: range === '7d' ? 'hours' : 'minutes' }, { mode, keys });
    return { name, range, ...linesOf(name, rows, since, stepSeconds, now) };
  };
}

/** Returns the keys with the highest totals of the first value of a series. */
function busiestOf(sums: readonly SeriesRow[], linesMax: number): string[] {
  const first = ({ counts, levels }: SeriesRow): number => counts[0] ?? levels[0] ?? 0;
  return [...sums]
    .sort((a, b) => first(b) - first(a) || (a.key < b.key ? -1 : 1))
    .slice(0, linesMax)
    .map(({ key }) => key);
}

/** Returns one line per key. There is at most one row per key and step. Steps without a row are null, because nothing was measured then. */
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
    cells[step] = row;
  }
  return {
    stepSeconds,
    times: Array.from({ length: steps }, (_, step) => toDateTime(new Date((since + step * stepSeconds) * 1000))),
    lines: [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, cells]) => ({ key, values: valuesOf(name, cells) })),
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
