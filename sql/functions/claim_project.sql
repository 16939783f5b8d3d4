-- Returns one project that is due, with the slot to place next and the data of its account, or no row. The caller's transaction holds the
-- project until it has placed the checks, so several planners never work on one project.
-- Slots that became due get their row here: the newest runs, earlier ones are missed; all are paused while the service has stopped the
-- project. `slot` is null when there is nothing to place now.
create or replace function claim_project() returns setof claimed_project
language plpgsql as $$
#variable_conflict use_column
declare
  -- A planner that comes later than this was interrupted.
  late constant interval := interval '5 minutes';
  clock constant timestamptz := tracking_now();
  project projects;
  running project_slots;
  newest record;
  full_window constant bigint := 2147483648;
  reach bigint;
begin
  select * into project from projects where next_at <= clock order by next_at limit 1 for update skip locked;
  if not found then
    return;
  end if;

  select d.slot, d.due_at into newest from due_slots(project, clock, 100000) as d order by d.slot desc limit 1;
  if found then
    -- The window of the slot before is over.
    update project_slots set state = 'missed', reason = case when project.next_at < clock - late then 'downtime' else 'nextSlot' end
    where account_id = project.account_id and project_id = project.id and state = 'running' and kind in ('schedule', 'catchUp');
    insert into project_slots (account_id, project_id, slot, kind, state, reason, depth, due_at, starts_at)
    select project.account_id, project.id, d.slot,
      case when d.due_at < clock - late then 'catchUp' else 'schedule' end,
      case when project.state <> 'active' then 'paused'
        when d.slot < newest.slot or (project.catch_up = 'skip' and d.due_at < clock - late) then 'missed' else 'running' end,
      case when project.state <> 'active' then project.state
        when d.slot < newest.slot or (project.catch_up = 'skip' and d.due_at < clock - late) then 'downtime' end,
      case when project.deep_results > 0 and extract(isodow from slot_time(d.slot)) = project.deep_weekday
        then project.deep_results else project.max_results end,
      d.due_at, case when d.due_at < clock - late then clock else d.due_at end
    from due_slots(project, clock, 100000) as d
    on conflict (account_id, project_id, slot) do nothing;
    project.last_slot := newest.slot;
    update projects set last_slot = newest.slot where id = project.id;
  end if;

  select * into running from project_slots
  where account_id = project.account_id and project_id = project.id and state = 'running'
  -- Manual runs first, generated history last and from the newest day on.
  order by array_position(array['manual', 'schedule', 'catchUp', 'backfill'], kind), slot desc limit 1 for update;
  if not found then
    update projects set next_at = next_slot_at(project) where id = project.id;
  elsif running.kind in ('schedule', 'catchUp') and project.window_minutes > 0 then
    -- The project was due at `next_at`. A planner that comes later than usual was interrupted, unless the slot began just now.
    if project.next_at < clock - late and running.starts_at < clock then
      running.starts_at := running.starts_at + (clock - greatest(project.next_at, running.starts_at));
      update project_slots set starts_at = running.starts_at
      where account_id = project.account_id and project_id = project.id and slot = running.slot;
    end if;
    reach := least(full_window, greatest(0, floor(extract(epoch from clock - running.starts_at) / (project.window_minutes * 60) * full_window)))::bigint;
  else
    reach := full_window;
  end if;
  return query
    select project.account_id, project.live, project.id, project.key_id, running.slot, running.kind, running.depth, running.cursor, reach,
      project.priority, project.window_minutes, running.starts_at, running.keyword_ids,
      a.prices::text, a.charge_multiplier, a.max_results, a.archive, k.scopes
    from accounts a left join keys k on k.id = project.key_id where a.id = project.account_id;
end $$;
