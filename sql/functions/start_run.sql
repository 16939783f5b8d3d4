-- Returns the slot of a manual run, or null when the project already has one in this minute.
-- The minute is never a whole hour, so that it cannot take the slot of the schedule. p_keywords null: all enabled keywords.
create or replace function start_run(p_account integer, p_project integer, p_keywords integer[], p_depth smallint) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  clock constant timestamptz := tracking_now();
  project projects;
  run integer;
begin
  select * into project from projects where account_id = p_account and id = p_project for no key update;
  run := calendar_slot(project, clock);
  if run % 60 = 0 then
    run := run + 1;
  end if;
  insert into project_slots (account_id, project_id, slot, kind, state, keyword_ids, depth, due_at, starts_at)
  values (p_account, p_project, run, 'manual', 'running', p_keywords, p_depth, clock, clock)
  on conflict (account_id, project_id, slot) do nothing returning slot into run;
  if run is not null then
    -- An earlier time stays: it shows how long the planner was interrupted.
    update projects set next_at = least(next_at, clock) where id = p_project;
  end if;
  return run;
end $$;
