// Creates, changes, reads and removes projects.
import { setImmediate as nextTick } from 'node:timers/promises';
import { errors } from '../../../contract/errors.ts';
import type { Account } from '../../../contract/order.ts';
import type { NewProject, Project, ProjectChange } from '../../../contract/tracking.ts';
import type { ForecastRequest } from '../../../contract/tracking-keywords.ts';
import { PRIORITIES } from '../../../contract/vocabulary.ts';
import type { Db, Statement } from '../../../platform/db.ts';
import { retryDeadlocks } from '../../../platform/deadlock.ts';
import type { Projects } from '../interfaces.ts';
import type { Owner, ProjectSettings } from '../types.ts';
import { addCounts, type Forecasts, termsOf } from './forecasts.ts';
import {
  DELETE_ROWS,
  FIND,
  FIRST,
  INSERT,
  LIST,
  LOCK,
  LOCK_ACCOUNT,
  LOCK_REMOVED,
  NEXT,
  PAUSE,
  REMOVE,
  ROW,
  STOP,
  UPDATE,
} from './project-statements.ts';
import { type ListedProject, projectOf, rowOf, type ScheduleColumns, type StoredProject, scheduleOf } from './row.ts';
import { type OtherColumns, type ReadDomain, readColumns, readSchedule, readSettings } from './settings.ts';
import type { ExpandKeywords } from './variants.ts';

export interface ProjectParts {
  readonly expand: ExpandKeywords;
  readonly readDomain: ReadDomain;
  readonly zones: { isZone(name: string): Promise<boolean> };
  readonly forecasts: Forecasts;
  /** Projects of one account and mode. */
  readonly projectsMax: number;
}

/** The first key of an advisory lock. The second is the account. */
const CREATE_LOCK = 7283016;

const scheduleValues = (schedule: ScheduleColumns): unknown[] => [
  schedule.every,
  schedule.every_hours,
  schedule.weekdays,
  schedule.monthdays,
  schedule.local_time,
  schedule.time_zone,
  schedule.window_minutes,
  schedule.catch_up,
  schedule.deep_results,
  schedule.deep_weekday,
];
/** The part of a schedule that decides when its slots are due, to be compared. */
function timesOf(columns: ScheduleColumns): string {
  const { windowMinutes: _, catchUp: __, deep: ___, ...times } = scheduleOf(columns);
  return JSON.stringify(times);
}
const otherValues = (columns: OtherColumns, settings: ProjectSettings): unknown[] => [
  columns.name,
  JSON.stringify(settings),
  columns.max_results,
  columns.priority,
  columns.retries_max,
  columns.top_count,
];
/** Projects between two pauses for other requests. A forecast looks at up to a year of hours. */
const SLICE = 10;
const isLive = ({ mode }: Pick<Owner, 'mode'>): boolean => mode === 'live';

export function createProjects(db: Db, { expand, readDomain, zones, forecasts, projectsMax }: ProjectParts): Omit<Projects, 'demo'> {
  const checkZone = async ({ time_zone: zone }: ScheduleColumns): Promise<void> => {
    if (!(await zones.isZone(zone)))
      throw errors.badParameter('schedule.timeZone', 'is not known', 'Send an IANA name such as Europe/Berlin.');
  };
  /** Defaults are checked as a keyword that uses them would be. Without a region, keywords must name theirs. */
  const checkDefaults = async (account: Account, settings: ProjectSettings, depths: readonly number[]): Promise<void> => {
    const { defaults } = settings;
    for (const maxResults of depths) {
      if (maxResults > account.maxResults)
        throw errors.badParameter('defaults.maxResults', `is above the maximum of ${account.maxResults} for this account’s plan`);
      if (defaults.region !== undefined) await expand(account, defaults, maxResults, [{ keyword: 'keyword' }], () => 'defaults.');
    }
  };
  const withForecasts = async (account: Account, rows: readonly ListedProject[], projectId: number | null): Promise<Project[]> => {
    const [balance, counts] = await Promise.all([forecasts.balanceOf(account), forecasts.counts(account, projectId)]);
    const shown: Project[] = [];
    for (const row of rows) {
      shown.push(projectOf(row, forecasts.of(account, termsOf(row), counts.get(row.id) ?? new Map(), balance)));
      if (shown.length % SLICE === 0) await nextTick();
    }
    return shown;
  };
  const find = async ({ id: accountId, mode }: Account, id: string): Promise<ListedProject | null> => {
    const [row] = await db.query<ListedProject>(FIND, [accountId, mode === 'live', id]);
    return row ?? null;
  };
  const get = async (account: Account, id: string): Promise<Project | null> => {
    const row = await find(account, id);
    return row && (await withForecasts(account, [row], row.id))[0]!;
  };

  return {
    create: async (account, fields: NewProject) => {
      const [schedule, columns, settings] = [readSchedule(fields.schedule), readColumns(fields), readSettings(fields, readDomain)];
      await checkZone(schedule);
      await checkDefaults(account, settings, [columns.max_results, ...(schedule.deep_results > 0 ? [schedule.deep_results] : [])]);
      const id = await db.transaction(async (query) => {
        // Two requests at once would both see a free place.
        await query(LOCK_ACCOUNT, [CREATE_LOCK, account.id]);
        const owner = [account.id, isLive(account), account.keyId];
        const [made] = await query<{ id: number; public_id: string; count: number }>(INSERT, [
          ...owner,
          ...otherValues(columns, settings),
          ...scheduleValues(schedule),
        ]);
        if (made!.count >= projectsMax)
          throw errors.badParameter('name', `cannot be added: the account has ${projectsMax} projects`, 'Remove a project first.');
        await query(FIRST, [made!.id]);
        await query(NEXT, [made!.id]);
        return made!.public_id;
      });
      return (await get(account, id))!;
    },
    change: async (account, id, fields: ProjectChange) => {
      const given = fields.schedule && readSchedule(fields.schedule);
      if (given) await checkZone(given);
      const known = await find(account, id);
      if (!known) return null;
      const changed = await db.transaction(async (query) => {
        const [earlier] = await query<StoredProject>(LOCK, [account.id, known.id]);
        if (!earlier) return false;
        const settings = readSettings(fields, readDomain, JSON.parse(earlier.settings) as ProjectSettings);
        const columns = readColumns(fields, earlier);
        const schedule = given ?? earlier;
        if (fields.defaults || given)
          await checkDefaults(account, settings, [columns.max_results, ...(schedule.deep_results > 0 ? [schedule.deep_results] : [])]);
        const state = fields.state ?? earlier.state;
        const isResumed = state === 'active' && earlier.state !== 'active';
        // Checks are charged through the key that set the schedule, or that resumed the project.
        const keyId = given || isResumed ? account.keyId : null;
        await query(UPDATE, [earlier.id, ...otherValues(columns, settings), ...scheduleValues(schedule), state, keyId]);
        if (state === 'paused' && earlier.state !== 'paused') await query(PAUSE, [account.id, earlier.id]);
        // A day that was checked is not repeated, and no slot before the change counts as missed. Without other times, a slot
        // that is due at this moment stays due.
        if (isResumed || (given && timesOf(given) !== timesOf(earlier))) await query(FIRST, [earlier.id]);
        if (given || fields.state) await query(NEXT, [earlier.id]);
        return true;
      });
      return changed ? get(account, id) : null;
    },
    remove: async (account, id) => {
      const known = await find(account, id);
      if (!known) return false;
      // The clean-up deletes old rows of all projects in another order, and locks none.
      const run = (statement: Statement) =>
        retryDeadlocks(() =>
          db.transaction(async (query) => {
            await query(LOCK_REMOVED, [account.id, known.id]);
            return query(statement, [account.id, known.id]);
          }),
        );
      await run(STOP);
      for (const statement of DELETE_ROWS) {
        let hasMore = true;
        while (hasMore) hasMore = (await run(statement)).length > 0;
      }
      return (await run(REMOVE)).length > 0;
    },
    list: async (account) => {
      const rows = await db.query<ListedProject>(LIST, [account.id, isLive(account)]);
      return withForecasts(account, rows, null);
    },
    get,
    row: async (owner, id) => {
      const [row] = await db.query<StoredProject>(ROW, [owner.accountId, isLive(owner), id]);
      return row ? rowOf(row) : null;
    },
    forecast: async (account, { defaults = {}, schedule, keywords, times = 1 }: ForecastRequest) => {
      const columns = readSchedule(schedule);
      await checkZone(columns);
      const maxResults = defaults.maxResults ?? 10;
      const expanded = await expand(account, defaults, maxResults, keywords);
      const enabled = expanded.filter(({ fields }) => fields.enabled ?? true).map(({ variant }) => variant.engine);
      const counts = new Map([...addCounts(new Map(), enabled)].map(([engine, count]) => [engine, count * times]));
      const priority = PRIORITIES.indexOf(defaults.priority ?? 'LOW');
      const terms = { schedule: scheduleOf(columns), maxResults, priority };
      return forecasts.of(account, terms, counts, await forecasts.balanceOf(account));
    },
  };
}
