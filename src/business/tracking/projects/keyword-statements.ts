// Statements that change tracked keywords.
import type { Statement } from '../../../platform/db.ts';
import { PROJECT_COLUMNS } from './row.ts';

/** Holds the project against the planner, which would begin a slot meanwhile, and against other changes of its keywords. */
export const LOCKED: Statement = {
  name: 'tracking_keywords_lock',
  text: `select ${PROJECT_COLUMNS}, p.last_slot from projects p where p.account_id = $1 and p.id = $2 for no key update`,
};
/** A statement of its own: one that waits for the lock still sees the rows from before it waited. */
export const COUNT: Statement = {
  name: 'tracking_keywords_of_project',
  text: 'select count(*)::integer as total from tracked_keywords where account_id = $1 and project_id = $2',
};
export const COUNT_ALL: Statement = { name: 'tracking_keywords_count', text: 'select count(*)::integer as total from tracked_keywords' };
/** Until the end of the transaction. */
export const LOCK_COUNT: Statement = { name: 'tracking_keywords_count_lock', text: 'select pg_advisory_xact_lock($1)' };
export const EXISTING: Statement = {
  name: 'tracking_keywords_existing',
  text: `select x.n, k.id from json_to_recordset($3) as x (n integer, variant_id integer, keyword text)
    join tracked_keywords k on k.account_id = $1 and k.project_id = $2 and k.variant_id = x.variant_id and lower(k.keyword) = lower(x.keyword)`,
};
/** A volume that the customer sends counts as one of this month. */
export const INSERT: Statement = {
  name: 'tracking_keywords_insert',
  text: `insert into tracked_keywords (account_id, project_id, variant_id, since_slot, enabled, starred, keyword, tags, target_url, note, volume, volume_month)
    select $1, $2, x.variant_id, $4, x.enabled, x.starred, x.keyword, x.tags, x.target_url, x.note, x.volume,
      case when x.volume is not null then date_trunc('month', tracking_now())::date end
    from json_to_recordset($3) as x (variant_id integer, enabled boolean, starred boolean, keyword text, tags text[], target_url text, note text, volume integer)
    on conflict (account_id, project_id, variant_id, lower(keyword)) do nothing returning id, variant_id, keyword`,
};
/**
 * $4 are tags to add, $5 folded tags to remove. A keyword that is enabled again joins the next slot ($14 is the last one), because the
 * current window may have passed it.
 */
export const CHANGE: Statement = {
  name: 'tracking_keywords_change',
  text: `update tracked_keywords k set
      tags = array(
        select (array_agg(u.tag order by u.n))[1] from unnest(k.tags || $4::text[]) with ordinality as u (tag, n)
        where lower(u.tag) <> all ($5::text[]) group by lower(u.tag) order by min(u.n)),
      since_slot = case when $6 and not k.enabled then greatest(k.since_slot, $14) else k.since_slot end,
      enabled = coalesce($6, k.enabled), starred = coalesce($7, k.starred),
      target_url = case when $8 then $9 else k.target_url end,
      volume = case when $10 then $11 else k.volume end,
      volume_month = case when $10 then case when $11::integer is not null then date_trunc('month', tracking_now())::date end else k.volume_month end,
      note = case when $12 then $13 else k.note end
    where k.account_id = $1 and k.project_id = $2 and k.id = any ($3::integer[]) returning cardinality(k.tags) as tags`,
};
/** In the order of `record_points()`. */
export const LOCK_STATES: Statement = {
  name: 'tracking_keywords_lock_states',
  text: `select 1 from keyword_states where account_id = $1 and project_id = $2 and keyword_id = any ($3::integer[])
    order by keyword_id for update`,
};
/** Their points stay until their month is packed or dropped. */
export const REMOVE: Statement = {
  name: 'tracking_keywords_remove',
  text: `with gone as (
      delete from tracked_keywords where account_id = $1 and project_id = $2 and id = any ($3::integer[]) returning id
    ), states as (
      delete from keyword_states where account_id = $1 and project_id = $2 and keyword_id = any ($3::integer[])
    ), packed as (
      delete from packed_points where account_id = $1 and project_id = $2 and keyword_id = any ($3::integer[])
    ) select count(*)::integer as removed from gone`,
};
