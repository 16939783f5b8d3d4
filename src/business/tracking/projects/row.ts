// Rows of `projects`, as statements read them and as the modules pass them on.
import { toDateTime } from '../../../contract/dates.ts';
import type { CATCH_UPS, Forecast, Project, ProjectState, Schedule, ScheduleKind } from '../../../contract/tracking.ts';
import { PRIORITIES } from '../../../contract/vocabulary.ts';
import type { Db } from '../../../platform/db.ts';
import type { ProjectRow, ProjectSettings } from '../types.ts';

/** Columns of the alias `p`. `next_slot` is the start of the next slot, which is not always when the planner must look again. */
export const PROJECT_COLUMNS = `p.id, p.account_id, p.live, p.public_id, p.name, p.settings, p.max_results, p.deep_results, p.deep_weekday, p.priority,
  p.retries_max, p.top_count, p.every, p.every_hours, p.weekdays, p.monthdays, p.local_time::text as local_time, p.time_zone,
  p.window_minutes, p.catch_up, p.state, p.state_since, p.revision, p.created_at`;
export const NEXT_SLOT = `case when p.state <> 'paused' then next_slot_at(p) end as next_slot`;

export interface StoredProject {
  readonly id: number;
  readonly account_id: number;
  readonly live: boolean;
  readonly public_id: string;
  readonly name: string;
  readonly settings: string;
  readonly max_results: number;
  readonly deep_results: number;
  readonly deep_weekday: number;
  readonly priority: number;
  readonly retries_max: number;
  readonly top_count: number;
  readonly every: ScheduleKind;
  readonly every_hours: number;
  readonly weekdays: number[];
  readonly monthdays: number[];
  readonly local_time: string;
  readonly time_zone: string;
  readonly window_minutes: number;
  readonly catch_up: (typeof CATCH_UPS)[number];
  readonly state: ProjectState;
  readonly state_since: Date;
  readonly revision: number;
  readonly created_at: Date;
}

/** Columns that `rowOf` needs. */
type RowColumns = Pick<
  StoredProject,
  | 'id'
  | 'account_id'
  | 'live'
  | 'public_id'
  | 'name'
  | 'settings'
  | 'max_results'
  | 'retries_max'
  | 'top_count'
  | 'every'
  | 'time_zone'
  | 'revision'
>;

const READ = {
  name: 'tracking_project_row',
  text: `select id, account_id, live, public_id, name, settings, max_results, retries_max, top_count, every, time_zone, revision
    from projects where id = $1`,
};

/** A project with its next slot and the number of its keywords. */
export interface ListedProject extends StoredProject {
  readonly next_slot: Date | null;
  readonly keywords: number;
  readonly enabled_keywords: number;
}

export function rowOf(row: RowColumns): ProjectRow {
  return {
    accountId: row.account_id,
    mode: row.live ? 'live' : 'test',
    id: row.id,
    publicId: row.public_id,
    name: row.name,
    settings: JSON.parse(row.settings) as ProjectSettings,
    maxResults: row.max_results,
    topCount: row.top_count,
    retriesMax: row.retries_max,
    isHourly: row.every === 'hours',
    timeZone: row.time_zone,
    revision: row.revision,
  };
}

/** Reads a project without its account, for tasks of the worker. Returns null when it was removed. */
export async function readProjectRow(db: Pick<Db, 'query'>, id: number): Promise<ProjectRow | null> {
  const [row] = await db.query<RowColumns>(READ, [id]);
  return row ? rowOf(row) : null;
}

/** Columns of `projects` that the scheduler reads. */
export type ScheduleColumns = Pick<
  StoredProject,
  | 'every'
  | 'every_hours'
  | 'weekdays'
  | 'monthdays'
  | 'local_time'
  | 'time_zone'
  | 'window_minutes'
  | 'catch_up'
  | 'deep_results'
  | 'deep_weekday'
>;

/** Returns the schedule without fields that it does not use. */
export function scheduleOf(row: ScheduleColumns): Schedule {
  const { every } = row;
  return {
    every,
    ...(every === 'hours' ? { hours: row.every_hours } : {}),
    ...(every === 'weekdays' ? { weekdays: row.weekdays } : {}),
    ...(every === 'monthdays' ? { monthdays: row.monthdays } : {}),
    at: row.local_time.slice(0, 5),
    timeZone: row.time_zone,
    windowMinutes: row.window_minutes,
    catchUp: row.catch_up,
    ...(row.deep_results > 0 ? { deep: { weekday: row.deep_weekday, maxResults: row.deep_results } } : {}),
  };
}

export function projectOf(row: ListedProject, forecast: Forecast): Project {
  const { domains, competitors, brandTerms, curve, defaults, notes } = JSON.parse(row.settings) as ProjectSettings;
  return {
    id: row.public_id,
    name: row.name,
    domains: domains.map(({ given }) => given),
    competitors: competitors.flatMap((each) => (each ? [{ domain: each.host, name: each.name }] : [])),
    brandTerms: [...brandTerms],
    defaults: {
      searchEngine: 'google',
      devices: ['desktop'],
      ...defaults,
      maxResults: row.max_results,
      priority: PRIORITIES[row.priority]!,
    },
    schedule: scheduleOf(row),
    top: row.top_count,
    retries: row.retries_max,
    ...(curve ? { curve: { ...curve, shares: [...curve.shares] } } : {}),
    notes,
    state: row.state,
    stateSince: toDateTime(row.state_since),
    keywords: row.keywords,
    enabledKeywords: row.enabled_keywords,
    nextAt: toDateTime(row.next_slot),
    createdAt: toDateTime(row.created_at),
    forecast,
  };
}
