// Reads cross-checks for the admin API: limits, used budgets, means per pair of sources and the newest differences.
import { type CrossCheckDifference, type CrossCheckList, DIFFERENCES_MAX } from '../../contract/cross-checks.ts';
import { toDateTime } from '../../contract/dates.ts';
import { ENGINES } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { readSums } from '../series/sums.ts';
import type { CrossCheckLimits } from './limits.ts';
import { meansOf, pairOf, sumsOf } from './means.ts';

export type ReadCrossChecks = () => Promise<CrossCheckList>;

const USED = {
  name: 'cross_check_days',
  text: `select engine, calls::integer from cross_check_days where day = (now() at time zone 'UTC')::date`,
};
const DIFFERENCES = {
  name: 'cross_check_differences',
  text: `select object_id, engine, source_a, source_b, agreement, hosts_a, hosts_b, at from (
      select d.*, row_number() over (partition by engine, source_a, source_b order by at desc, object_id desc) as nth
      from cross_check_differences d
    ) as numbered where nth <= $1 order by at desc, object_id desc limit $2`,
};
const DIFFERENCES_IN_ALL = 500;
const DAY_SECONDS = 86_400;
const WEEK_SECONDS = 7 * DAY_SECONDS;

interface DifferenceRow {
  readonly object_id: string;
  readonly engine: string;
  readonly source_a: string;
  readonly source_b: string;
  readonly agreement: number;
  readonly hosts_a: string[];
  readonly hosts_b: string[];
  readonly at: Date;
}

/** `readSources` returns the configured sources by engine. */
export function createReadCrossChecks(
  db: Pick<Db, 'query'>,
  limits: CrossCheckLimits,
  readSources: () => Promise<ReadonlyMap<string, readonly string[]>>,
): ReadCrossChecks {
  return async () => {
    const now = Date.now() / 1000;
    const [used, day, week, differences] = await Promise.all([
      db.query<{ engine: string; calls: number }>(USED),
      readSums(db, 'agreement', { since: now - DAY_SECONDS }),
      readSums(db, 'agreement', { since: now - WEEK_SECONDS }),
      db.query<DifferenceRow>(DIFFERENCES, [DIFFERENCES_MAX, DIFFERENCES_IN_ALL]),
    ]);
    const engines = ENGINES.filter((engine) => limits[engine] !== undefined);
    const sources = engines.length > 0 ? await readSources() : new Map<string, readonly string[]>();
    const [ofDay, ofWeek] = [sumsOf(day), sumsOf(week)];
    return {
      engines: engines.map((engine) => ({
        engine,
        ...limits[engine]!,
        callsToday: used.find((row) => row.engine === engine)?.calls ?? 0,
        sources: [...(sources.get(engine) ?? [])],
      })),
      pairs: [...new Set([...ofWeek.keys(), ...ofDay.keys()])].sort().flatMap((key) => {
        const pair = pairOf(key);
        return pair === null ? [] : [{ ...pair, lastDay: meansOf(ofDay.get(key)), week: meansOf(ofWeek.get(key)) }];
      }),
      differences: differences.map(shownDifference),
    };
  };
}

const shownDifference = (row: DifferenceRow): CrossCheckDifference => ({
  objectId: row.object_id,
  engine: row.engine,
  at: toDateTime(row.at),
  agreement: row.agreement,
  sources: [
    { source: row.source_a, hosts: row.hosts_a },
    { source: row.source_b, hosts: row.hosts_b },
  ],
});
