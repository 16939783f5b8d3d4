// The outcome of a due slot for each keyword, as tests and chaos judge it. The product has no such function: it reads slots, checks and points.

/**
 * Creates `slot_outcomes(account, project, slot)`, which returns open, done, faulty, missed or paused for each keyword, with the reason.
 * A null outcome is an error: the cursor has passed the keyword, and it has neither a check nor a point. Keywords that were added after the
 * slot are not due.
 */
export const SLOT_OUTCOMES = `create or replace function slot_outcomes(p_account integer, p_project integer, p_slot integer)
returns table (keyword_id integer, outcome text, reason text)
language sql stable as $$
  select k.id,
    case
      when r.code in (1, 2, 31, 32) then 'done'
      when r.code between 10 and 19 then 'faulty'
      when r.code = 20 then 'missed'
      when r.code > 20 then 'paused'
      when c.state < 2 then 'open'
      when k.spread < s.cursor then null
      when s.state = 'running' then 'open'
      else s.state
    end,
    case when r.code is null and c.state is null and k.spread >= s.cursor then s.reason end
  from project_slots s
  join tracked_keywords k on k.account_id = s.account_id and k.project_id = s.project_id and k.enabled and k.since_slot < s.slot
    and (s.keyword_ids is null or k.id = any (s.keyword_ids))
  left join lateral (
    select x.state from checks x where x.account_id = s.account_id and x.project_id = s.project_id and x.slot = s.slot and x.keyword_id = k.id offset 0
  ) as c on true
  left join lateral (
    select x.code from rank_points x where x.account_id = s.account_id and x.project_id = s.project_id and x.slot = s.slot and x.keyword_id = k.id offset 0
  ) as r on true
  where s.account_id = p_account and s.project_id = p_project and s.slot = p_slot
    and not (s.state = 'done' and k.spread >= s.cursor and c.state is null and r.code is null)
$$;`;
