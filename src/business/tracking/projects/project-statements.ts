// Statements on projects.
import type { Statement } from '../../../platform/db.ts';
import { NEXT_SLOT, PROJECT_COLUMNS } from './row.ts';

const COUNTS = `(select count(*)::integer from tracked_keywords k where k.account_id = p.account_id and k.project_id = p.id) as keywords,
  (select count(*)::integer from tracked_keywords k where k.account_id = p.account_id and k.project_id = p.id and k.enabled) as enabled_keywords`;

export const ROW: Statement = {
  name: 'tracking_project_read',
  text: `select ${PROJECT_COLUMNS} from projects p where p.account_id = $1 and p.live = $2 and p.public_id = $3`,
};
export const FIND: Statement = {
  name: 'tracking_project_find',
  text: `select ${PROJECT_COLUMNS}, ${NEXT_SLOT}, ${COUNTS} from projects p where p.account_id = $1 and p.live = $2 and p.public_id = $3`,
};
export const LIST: Statement = {
  name: 'tracking_project_list',
  text: `select ${PROJECT_COLUMNS}, ${NEXT_SLOT}, ${COUNTS} from projects p where p.account_id = $1 and p.live = $2 order by p.id`,
};
export const LOCK: Statement = {
  name: 'tracking_project_lock',
  text: `select ${PROJECT_COLUMNS} from projects p where p.account_id = $1 and p.id = $2 for no key update`,
};
/** Also keeps out rows that refer to the project. Every transaction locks the project before its rows. */
export const LOCK_REMOVED: Statement = {
  name: 'tracking_project_lock_removed',
  text: 'select 1 from projects where account_id = $1 and id = $2 for update',
};
/** Until the end of the transaction. $1 is the kind of lock, $2 the account. */
export const LOCK_ACCOUNT: Statement = { name: 'tracking_projects_lock', text: 'select pg_advisory_xact_lock($1, $2)' };
/** Returns the number of projects before this one. */
export const INSERT: Statement = {
  name: 'tracking_project_insert',
  text: `insert into projects (account_id, live, key_id, name, settings, max_results, priority, retries_max, top_count,
      every, every_hours, weekdays, monthdays, local_time, time_zone, window_minutes, catch_up, deep_results, deep_weekday, state_since, created_at, last_slot)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, tracking_now(), tracking_now(), 0)
    returning id, public_id, (select count(*)::integer from projects where account_id = $1 and live = $2) as count`,
};
export const UPDATE: Statement = {
  name: 'tracking_project_update',
  text: `update projects set name = $2, settings = $3, max_results = $4, priority = $5, retries_max = $6, top_count = $7,
      every = $8, every_hours = $9, weekdays = $10, monthdays = $11, local_time = $12, time_zone = $13, window_minutes = $14, catch_up = $15,
      deep_results = $16, deep_weekday = $17, state = $18, state_since = case when state = $18 then state_since else tracking_now() end,
      resume_at = case when state = $18 then resume_at end, key_id = coalesce($19, key_id), revision = revision + 1
    where id = $1`,
};
/**
 * A project begins with the first slot after now. By day, `last_slot` is today, or yesterday when the time of the schedule is still ahead
 * today. By hours it is the current hour.
 */
export const FIRST: Statement = {
  name: 'tracking_project_first',
  text: `update projects p set last_slot = greatest(p.last_slot, case
      when p.every = 'hours' then slot_at(date_trunc('hour', tracking_now() at time zone 'UTC'))
      else slot_at((tracking_now() at time zone p.time_zone)::date::timestamp)
        - case when ((tracking_now() at time zone p.time_zone)::date + p.local_time) at time zone p.time_zone > tracking_now() then 1440 else 0 end
      end)
    where p.id = $1`,
};
/** The planner goes on at once with slots that it has begun. */
export const NEXT: Statement = {
  name: 'tracking_project_next',
  text: `update projects p set next_at = case
      when exists (
        select 1 from project_slots s where s.account_id = p.account_id and s.project_id = p.id and s.state = 'running') then tracking_now()
      when p.state <> 'paused' then next_slot_at(p) end
    where p.id = $1`,
};
/** Manual runs go on: their user asked for them. */
export const PAUSE: Statement = {
  name: 'tracking_project_pause',
  text: `update project_slots set state = 'paused', reason = 'paused'
    where account_id = $1 and project_id = $2 and state = 'running' and kind in ('schedule', 'catchUp')`,
};
/** Before its rows are removed, so that the planner places nothing in between. */
export const STOP: Statement = {
  name: 'tracking_project_stop',
  text: `update projects set state = 'paused', next_at = null where account_id = $1 and id = $2`,
};
const BATCH = 5000;
/** Tables with many rows are emptied in batches, because one statement for all might take longer than a statement may. */
export const DELETE_ROWS: readonly Statement[] = [
  'tracked_keywords',
  'keyword_states',
  'project_pages',
  'slot_figures',
  'tracking_alerts',
].map((table) => ({
  name: `tracking_project_empty_${table}`,
  text: `with gone as (
        delete from ${table} where ctid = any (array(select ctid from ${table} where account_id = $1 and project_id = $2 limit ${BATCH})) returning 1
      ) select 1 as more from gone having count(*) = ${BATCH}`,
}));
export const REMOVE: Statement = {
  name: 'tracking_project_remove',
  text: 'delete from projects where account_id = $1 and id = $2 returning id',
};
