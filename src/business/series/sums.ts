// Sums time series in the database: per step, or over a whole period. Levels become their highest value.
import { SERIES, type SeriesName, type SeriesShape } from '../../contract/series.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { BUCKETS } from './latency.ts';
import type { SeriesRow } from './row.ts';

type Reading = Pick<Db, 'query'>;

/** Without a mode or without keys, all of them. */
export interface SeriesFilter {
  readonly mode?: Mode | undefined;
  readonly keys?: readonly string[] | undefined;
}

const HOUR_SECONDS = 3600;
const COLUMNS = 'key, at, counts, levels';
/** $4 is a mode, $5 a list of keys. */
const IN_MODE = `($4::text is null or key = $4 or starts_with(key, $4 || '/'))`;
const CHOSEN = `${IN_MODE} and ($5::text[] is null or key = any($5))`;

/** Rows of the series $1 since $2. $3 is the length of a step, or the first full hour of a sum. */
const MINUTES = `select ${COLUMNS} from series_minutes where name = $1 and at >= to_timestamp($2) and ${CHOSEN}`;
/** Hours that are not rolled up yet come from their minutes. */
const HOURS = `select ${COLUMNS} from series_hours where name = $1 and at >= to_timestamp($2) and ${CHOSEN}
  union all select ${COLUMNS} from series_minutes
    where name = $1 and at >= greatest(to_timestamp($2), (select upto from series_rolled_up)) and ${CHOSEN}`;
/** Full hours, with the minutes before and after them: a day of minutes has sixty times as many rows. */
const BEFORE = `at < coalesce(to_timestamp($5), 'infinity')`;
const WHOLE = `select ${COLUMNS} from series_minutes
    where name = $1 and at >= to_timestamp($2) and at < to_timestamp($3) and ${BEFORE} and ${IN_MODE}
  union all select ${COLUMNS} from series_hours where name = $1 and at >= to_timestamp($3) and ${BEFORE} and ${IN_MODE}
  union all select ${COLUMNS} from series_minutes
    where name = $1 and at >= greatest(to_timestamp($3), (select upto from series_rolled_up)) and ${BEFORE} and ${IN_MODE}`;

const SOURCES = { minutes: MINUTES, hours: HOURS } as const;

/** Arrays arrive as JSON text: the driver returns elements of the type bigint as text. */
function columnsOf(name: SeriesName): string {
  const { counts, latency, levels }: SeriesShape = SERIES[name];
  const each = (count: number, write: (n: number) => string): string =>
    count === 0 ? `'[]'` : `json_build_array(${Array.from({ length: count }, (_, index) => write(index + 1)).join(', ')})::text`;
  const sums = each(counts.length + (latency ? BUCKETS : 0), (n) => `coalesce(sum(counts[${n}]), 0)::double precision`);
  return `key, ${sums} as counts, ${each(levels.length, (n) => `max(levels[${n}])`)} as levels`;
}

interface StoredRow {
  readonly at: number;
  readonly key: string;
  readonly counts: string;
  readonly levels: string;
}

const rowOf = ({ at, key, counts, levels }: StoredRow): SeriesRow => ({
  at,
  key,
  counts: JSON.parse(counts) as number[],
  levels: JSON.parse(levels) as (number | null)[],
});

/** Returns one row per key and step. `since` is the start of the first step, in seconds since 1970. */
export async function readSteps(
  db: Reading,
  name: SeriesName,
  { since, stepSeconds, unit }: { readonly since: number; readonly stepSeconds: number; readonly unit: keyof typeof SOURCES },
  { mode, keys }: SeriesFilter,
): Promise<SeriesRow[]> {
  const step = 'date_bin(make_interval(secs => $3), at, to_timestamp($2))';
  const text = `select ${columnsOf(name)}, extract(epoch from ${step})::double precision as at
    from (${SOURCES[unit]}) as stored group by key, ${step} order by 4`;
  const rows = await db.query<StoredRow>({ name: `series_steps_${name}_${unit}`, text }, [name, since, stepSeconds, mode, keys]);
  return rows.map(rowOf);
}

export interface SumPeriod {
  /** Seconds since 1970. */
  readonly since: number;
  /** The end, which is the start of an hour. Without it, all values until now. */
  readonly until?: number;
}

/** Returns one row per key, with its values of a period. Keys are in no order. */
export async function readSums(db: Reading, name: SeriesName, { since, until }: SumPeriod, mode?: Mode): Promise<SeriesRow[]> {
  const text = `select ${columnsOf(name)}, $2::double precision as at from (${WHOLE}) as stored group by key`;
  const firstHour = Math.ceil(since / HOUR_SECONDS) * HOUR_SECONDS;
  return (await db.query<StoredRow>({ name: `series_sums_${name}`, text }, [name, since, firstHour, mode, until ?? null])).map(rowOf);
}
