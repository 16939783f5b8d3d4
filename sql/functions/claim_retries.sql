-- Returns failed checks of one project and slot that are due for another try, and holds the project as `claim_project` does.
create or replace function claim_retries(p_max integer)
returns table (account_id integer, project_id integer, slot integer, depth smallint, keyword_id integer, keyword text, variant_id integer)
language plpgsql as $$
#variable_conflict use_column
declare
  clock constant timestamptz := tracking_now();
  due record;
begin
  -- A project that another planner holds is not waited for.
  for due in
    select c.project_id, c.slot from checks c where c.state = 1 and c.look_at <= clock order by c.look_at limit 20
  loop
    perform 1 from projects p where p.id = due.project_id and p.state = 'active' for update skip locked;
    continue when not found;
    return query
      select c.account_id, c.project_id, c.slot, s.depth, k.id, k.keyword, k.variant_id
      from checks c
      join project_slots s on s.account_id = c.account_id and s.project_id = c.project_id and s.slot = c.slot
      join tracked_keywords k on k.account_id = c.account_id and k.project_id = c.project_id and k.id = c.keyword_id
      where c.project_id = due.project_id and c.slot = due.slot and c.state = 1 and c.look_at <= clock
      order by c.look_at limit p_max;
    return;
  end loop;
end $$;
