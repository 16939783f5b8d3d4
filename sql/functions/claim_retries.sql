-- Returns failed checks of one project and slot that are due for another try, at most p_max, with the data of the account. It holds the
-- project as `claim_project` does.
-- Checks that cannot be tried again are pending once more, with their faulty object, and the recorder records the failure: a later slot has
-- begun, the project is not active, or the keyword is gone. A keyword with another check in progress, as of a manual run, waits for its end.
create or replace function claim_retries(p_max integer)
returns table (
  account_id integer, live boolean, project_id integer, slot integer, depth smallint, priority smallint, keyword_id integer, keyword text,
  variant_id integer, prices text, charge_multiplier double precision, max_results integer, archive boolean
)
language plpgsql as $$
#variable_conflict use_column
declare
  scan_max constant integer := 500;
  wait constant interval := interval '5 minutes';
  clock constant timestamptz := tracking_now();
  due record;
  project projects;
begin
  for due in
    select distinct d.project_id, d.slot
    from (select c.project_id, c.slot from checks c where c.state = 1 and c.look_at <= clock order by c.look_at limit scan_max) as d
  loop
    select * into project from projects p where p.id = due.project_id for no key update skip locked;
    if not found then
      -- Another planner holds the project, or it was removed.
      update checks set state = 2 where project_id = due.project_id and slot = due.slot and state = 1
        and not exists (select 1 from projects p where p.id = due.project_id);
      continue;
    end if;
    update checks c set state = 0, look_at = clock
    where c.project_id = project.id and c.slot = due.slot and c.state = 1 and c.look_at <= clock
      and (project.state <> 'active' or c.slot < project.last_slot or not exists (
        select 1 from tracked_keywords k
        where k.account_id = c.account_id and k.project_id = c.project_id and k.id = c.keyword_id and k.enabled));
    update checks c set look_at = clock + wait
    where c.project_id = project.id and c.slot = due.slot and c.state = 1 and c.look_at <= clock and exists (
      select 1 from checks o where o.project_id = c.project_id and o.keyword_id = c.keyword_id and o.state = 0 and o.slot <> c.slot);
    return query
      select c.account_id, project.live, c.project_id, c.slot, s.depth, project.priority, k.id, k.keyword, k.variant_id,
        a.prices::text, a.charge_multiplier, a.max_results, a.archive
      from checks c
      join project_slots s on s.account_id = c.account_id and s.project_id = c.project_id and s.slot = c.slot
      join tracked_keywords k on k.account_id = c.account_id and k.project_id = c.project_id and k.id = c.keyword_id
      join accounts a on a.id = c.account_id
      where c.project_id = project.id and c.slot = due.slot and c.state = 1 and c.look_at <= clock
      order by c.look_at limit p_max;
    exit when found;
  end loop;
end $$;
call pin_plans('claim_retries');
