// Reads what the alert rules judge: recent time series, and a few tables.
import { SERIES, type SeriesName } from '../../contract/series.ts';
import type { Priority } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import { type FailingCallback, failingHostsOf, selectFailing } from '../callbacks/failing-hosts.ts';
import { pairOf, sumsOf } from '../cross-checks/means.ts';
import type { Budgets } from '../provider-budgets.ts';
import { readRows } from '../series/read.ts';
import type { SeriesRow } from '../series/row.ts';
import { readSums } from '../series/sums.ts';
import { type AlertInputs, HOLD_MINUTES, type QualityCounts, type Yield } from './rules.ts';

export interface InputSettings {
  readonly budgets: Budgets;
  /** Whether a backup is expected although there was none yet. Null: never, because the database is not ours to back up. */
  readonly expectsBackup: boolean | null;
  /** Without it, canaries are off, and their last states mean nothing. */
  readonly hasCanaries?: boolean;
}

const HOUR_SECONDS = 3600;
const YIELD_RECENT_SECONDS = HOUR_SECONDS;
const YIELD_USUAL_SECONDS = 7 * 86_400;
/** Levels of processes that ended must not keep an alert open. */
const LEVEL_SECONDS = 180;
const FAILING_MAX = 2000;

const NOW = { name: 'alert_now', text: 'select extract(epoch from now())::double precision as now' };
/** One host may fail for many objects. Some of them are enough to find it. */
const FAILING = { name: 'alert_failing_callbacks', text: `select callback, reason from (${selectFailing('$1')}) as f where live` };
const BACKUP = {
  name: 'alert_backup',
  text: `select extract(epoch from now() - max(at))::double precision / 3600 as backup,
      (select extract(epoch from now() - min(applied_at))::double precision / 3600 from migrations) as installed from backups`,
};
const CASES = {
  name: 'alert_cases',
  text: "select engine, count(*)::integer as count from cases where state = 'open' group by engine order by engine",
};
const SPENT = {
  name: 'alert_provider_days',
  text: `select provider, calls::double precision as calls, tokens::double precision as tokens, spent from provider_days
    where day = (now() at time zone 'UTC')::date`,
};

const CANARIES = {
  name: 'alert_canaries',
  text: 'select engine, source, reason from canary_sources where failing_since is not null order by engine, source',
};

interface SpentRow {
  readonly provider: string;
  readonly calls: number;
  readonly tokens: number;
  readonly spent: number;
}

export async function readAlertInputs(db: Pick<Db, 'query'>, settings: InputSettings): Promise<AlertInputs> {
  const now = (await db.query<{ now: number }>(NOW))[0]!.now;
  const recent = { since: now - YIELD_RECENT_SECONDS };
  // Without the last hour: a fall must not lower what it is compared with.
  const usual = { since: now - YIELD_USUAL_SECONDS, until: Math.floor(recent.since / HOUR_SECONDS) * HOUR_SECONDS };
  const [engines, queue, database, disks, parsed, parsedBefore, compared, comparedBefore, judged, judgedBefore] = [
    await readRows(db, 'engines', now - HOLD_MINUTES * 60),
    await readRows(db, 'queue', now - LEVEL_SECONDS),
    await readRows(db, 'database', now - LEVEL_SECONDS),
    await readRows(db, 'disk', now - LEVEL_SECONDS),
    await readSums(db, 'parsing', recent),
    await readSums(db, 'parsing', usual),
    await readSums(db, 'agreement', recent),
    await readSums(db, 'agreement', usual),
    await readSums(db, 'quality', recent),
    await readSums(db, 'quality', usual),
  ];
  const failing = await db.query<FailingCallback>(FAILING, [FAILING_MAX]);
  const [backup] = await db.query<{ backup: number | null; installed: number | null }>(BACKUP);
  const spent = await db.query<SpentRow>(SPENT);
  const canaries = settings.hasCanaries ? await db.query<AlertInputs['canaries'][number]>(CANARIES) : [];
  const cases = await db.query<{ engine: string; count: number }>(CASES);
  return {
    now,
    engines: engines.flatMap((row) => {
      const [mode, engine = ''] = row.key.split('/');
      return mode === 'live' ? [{ engine, at: row.at, runs: countIn('engines', row, 'runs'), ok: countIn('engines', row, 'ok') }] : [];
    }),
    queue: newestOf(queue).flatMap((row) => {
      const [mode, priority] = row.key.split('/');
      return mode === 'live' ? [{ priority: priority as Priority, oldestSeconds: levelIn('queue', row, 'oldestSeconds') }] : [];
    }),
    hosts: failingHostsOf(failing),
    mismatchedAccounts: Math.max(0, ...newestOf(database).map((row) => levelIn('database', row, 'mismatchedAccounts'))),
    disks: newestOf(disks).map((row) => ({ node: row.key, usedShare: levelIn('disk', row, 'usedShare') })),
    backupHours: backupHoursOf(backup!, settings.expectsBackup),
    yields: yieldsOf(parsed, parsedBefore),
    agreements: agreementsOf(compared, comparedBefore),
    qualities: qualitiesOf(judged, judgedBefore),
    budgets: budgetsOf(spent, settings.budgets),
    canaries,
    cases,
  };
}

const countIn = <Name extends SeriesName>(name: Name, row: SeriesRow, counter: (typeof SERIES)[Name]['counts'][number]): number =>
  row.counts[(SERIES[name].counts as readonly string[]).indexOf(counter)] ?? 0;
const levelIn = <Name extends SeriesName>(name: Name, row: SeriesRow, level: (typeof SERIES)[Name]['levels'][number]): number =>
  row.levels[(SERIES[name].levels as readonly string[]).indexOf(level)] ?? 0;

/** Returns the newest row of each key. Rows are sorted by time. */
function newestOf(rows: readonly SeriesRow[]): SeriesRow[] {
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

function backupHoursOf(
  { backup, installed }: { readonly backup: number | null; readonly installed: number | null },
  expectsBackup: boolean | null,
): number | null {
  if (expectsBackup === null) return null;
  return backup ?? (expectsBackup ? installed : null);
}

function yieldsOf(recent: readonly SeriesRow[], before: readonly SeriesRow[]): AlertInputs['yields'] {
  const live = (rows: readonly SeriesRow[]) => rows.filter(({ key }) => key.startsWith('live/'));
  const total = (rows: readonly SeriesRow[], key: string): Yield => {
    const own = rows.filter((row) => row.key === key);
    const sum = (counter: 'pages' | 'found' | 'requested') => own.reduce((all, row) => all + countIn('parsing', row, counter), 0);
    return { pages: sum('pages'), found: sum('found'), requested: sum('requested') };
  };
  const keys = [...new Set(live(recent).map(({ key }) => key))];
  return keys.map((key) => ({ engine: key.slice('live/'.length), recent: total(recent, key), usual: total(before, key) }));
}

function agreementsOf(recent: readonly SeriesRow[], before: readonly SeriesRow[]): AlertInputs['agreements'] {
  const week = sumsOf(before);
  return [...sumsOf(recent)].flatMap(([key, { pairs, agreementThousandths }]) => {
    const pair = pairOf(key);
    if (pair === null) return [];
    const usual = week.get(key);
    return [
      {
        ...pair,
        recent: { pairs, agreement: agreementThousandths / 1000 },
        usual: {
          pairs: usual?.pairs ?? 0,
          agreement: (usual?.agreementThousandths ?? 0) / 1000,
        },
      },
    ];
  });
}

/** The sources of an engine are summed. */
function qualitiesOf(recent: readonly SeriesRow[], before: readonly SeriesRow[]): AlertInputs['qualities'] {
  const engineIn = (row: SeriesRow): string => row.key.split('/')[1] ?? '';
  const live = (rows: readonly SeriesRow[]) => rows.filter(({ key }) => key.startsWith('live/'));
  const total = (rows: readonly SeriesRow[], engine: string): QualityCounts => {
    const own = live(rows).filter((row) => engineIn(row) === engine);
    const sum = (counter: 'pages' | 'low') => own.reduce((all, row) => all + countIn('quality', row, counter), 0);
    return { pages: sum('pages'), low: sum('low') };
  };
  const engines = [...new Set(live(recent).map(engineIn))];
  return engines.map((engine) => ({ engine, recent: total(recent, engine), usual: total(before, engine) }));
}

function budgetsOf(spent: readonly SpentRow[], budgets: Budgets): AlertInputs['budgets'] {
  const share = (used: number, limit: number | undefined): number => (limit === undefined || limit <= 0 ? 0 : used / limit);
  return spent.flatMap((row) => {
    const budget = Object.hasOwn(budgets, row.provider) ? budgets[row.provider] : undefined;
    if (!budget) return [];
    const shares = [share(row.calls, budget.calls), share(row.tokens, budget.tokens), share(row.spent, budget.spend)];
    return [{ provider: row.provider, usedShare: Math.max(...shares) }];
  });
}
