// Collects counters and levels of this process and adds them to the time series in one statement at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { SERIES, type SeriesName, type SeriesShape } from '../../contract/series.ts';
import type { Db } from '../../platform/db.ts';
import { BUCKETS, bucketOf } from './latency.ts';

type Counter<Name extends SeriesName> = (typeof SERIES)[Name]['counts'][number];
type Level<Name extends SeriesName> = (typeof SERIES)[Name]['levels'][number];

export interface SeriesRecorder {
  /** Adds to counters. `ms` adds one value to the latency histogram of the series. */
  count<Name extends SeriesName>(name: Name, key: string, counts: { readonly [counter in Counter<Name>]?: number }, ms?: number): void;
  /** Sets levels. Of several values within a minute, the highest is stored. */
  level<Name extends SeriesName>(name: Name, key: string, levels: { readonly [level in Level<Name>]?: number }): void;
  /** Writes what was collected since the last call. */
  write(): Promise<void>;
  /** Writes the rest and stops. */
  stop(): Promise<void>;
}

export interface RecorderParts {
  /** Statements use the monitoring connection, so they never wait behind requests and jobs. */
  readonly db: Pick<Db, 'queryMonitoring'>;
  /** Called before every write, to set levels that are only measured then. */
  readonly onWrite?: (recorder: SeriesRecorder) => void | Promise<void>;
  readonly onError: (error: unknown) => void;
  /** 0 writes only when `write` is called. */
  readonly intervalMs?: number;
}

/** Three writes a minute, so that an alert can be sent within one. */
const INTERVAL_MS = 20_000;
/** Keys per series and write. Further ones are counted together. */
const KEYS_MAX = 500;
const FURTHER = 'other';
/** An unavailable database must not delay the end of a process. */
const STOP_MS_MAX = 2000;

const RECORD = { name: 'record_series', text: 'select record_series($1)' };

interface Row {
  readonly name: SeriesName;
  readonly key: string;
  readonly counts: number[];
  readonly levels: (number | null)[];
}

export function createSeriesRecorder(parts: RecorderParts): SeriesRecorder {
  let rows = new Map<string, Row>();
  let keys = new Map<SeriesName, number>();
  let isFailing = false;

  const rowOf = (name: SeriesName, given: string): Row => {
    const known = rows.get(`${name} ${given}`);
    if (known) return known;
    const used = keys.get(name) ?? 0;
    const key = used < KEYS_MAX ? given : FURTHER;
    const { counts, latency, levels }: SeriesShape = SERIES[name];
    const empty: Row = {
      name,
      key,
      counts: new Array<number>(counts.length + (latency ? BUCKETS : 0)).fill(0),
      levels: new Array<number | null>(levels.length).fill(null),
    };
    const row = rows.get(`${name} ${key}`) ?? empty;
    rows.set(`${name} ${key}`, row);
    keys.set(name, used + 1);
    return row;
  };

  const recorder: SeriesRecorder = {
    count: (name, key, counts, ms) => {
      const row = rowOf(name, key);
      const names: readonly string[] = SERIES[name].counts;
      for (const [counter, value] of Object.entries(counts)) row.counts[names.indexOf(counter)]! += value as number;
      if (ms !== undefined && SERIES[name].latency) row.counts[names.length + bucketOf(ms)]! += 1;
    },
    level: (name, key, levels) => {
      const row = rowOf(name, key);
      const names: readonly string[] = SERIES[name].levels;
      for (const [level, value] of Object.entries(levels)) {
        const index = names.indexOf(level);
        row.levels[index] = Math.max(row.levels[index] ?? Number.NEGATIVE_INFINITY, value as number);
      }
    },
    write: async () => {
      try {
        await parts.onWrite?.(recorder);
        const written = [...rows.values()];
        // Values that arrive from now on belong to the next write. Those of a failed write are lost: a retry could count twice.
        rows = new Map();
        keys = new Map();
        if (written.length > 0) await parts.db.queryMonitoring(RECORD, [JSON.stringify(written)]);
        isFailing = false;
      } catch (error) {
        if (!isFailing) parts.onError(error);
        isFailing = true;
      }
    },
    stop: async () => {
      clearInterval(timer);
      const finish = async (): Promise<void> => {
        await current;
        await recorder.write();
      };
      await Promise.race([finish(), sleep(STOP_MS_MAX, undefined, { ref: false })]);
    },
  };

  let current: Promise<void> = Promise.resolve();
  const intervalMs = parts.intervalMs ?? INTERVAL_MS;
  const timer =
    intervalMs === 0
      ? undefined
      : setInterval(() => {
          current = recorder.write();
        }, intervalMs);
  timer?.unref();
  return recorder;
}
