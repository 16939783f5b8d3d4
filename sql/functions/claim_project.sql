-- Returns one project that is due, with the slot to place next and the data of its account, or no row. The caller's transaction holds the
-- project until it has placed the checks, so several planners never work on one project. The lock leaves the key alone, so points and alerts
-- of the project are recorded meanwhile.
-- Slots that became due get their row here: the newest runs, earlier ones are missed; all are paused while the service has stopped the
-- project. A project that its owner paused has no due slots, but its manual runs are placed. `slot` is null when there is nothing to place.
create or replace function claim_project() returns setof claimed_project
language plpgsql as $$
#variable_conflict use_column
declare
  -- A planner that comes later than this was interrupted.
  late constant interval := interval '5 minutes';
  -- Generated history is made outside this transaction. Another planner does not begin with it before this time.
  backfill_lease constant interval := interval '1 minute';
  full_window constant bigint := 2147483648;
  clock constant timestamptz := tracking_now();
  project projects;
  running project_slots;
  newest record;
  is_ending boolean;
  reach bigint := full_window;
begin
  select * into project from projects where next_at <= clock order by next_at limit 1 for no key update skip locked;
  if not found then
    return;
  end if;

  -- A window may be as long as the time between two slots. Its last checks are placed before the next slot begins, or the same
  -- keywords would be left out every time.
  is_ending := project.state = 'active' and project.next_at >= clock - late and exists (
    select 1 from project_slots s
    where s.account_id = project.account_id and s.project_id = project.id and s.state = 'running' and s.kind in ('schedule', 'catchUp')
      and s.starts_at + make_interval(mins => project.window_minutes) <= clock);
  select d.slot, d.due_at < clock - late as is_late into newest
  from due_slots(project, clock, 100000) as d where project.state <> 'paused' and not is_ending order by d.slot desc limit 1;
  if found then
    -- The window of the slot before is over.
    update project_slots set state = 'missed', reason = case when project.next_at < clock - late then 'downtime' else 'nextSlot' end
    where account_id = project.account_id and project_id = project.id and state = 'running' and kind in ('schedule', 'catchUp');
    insert into project_slots (account_id, project_id, slot, kind, state, reason, depth, due_at, starts_at)
    select project.account_id, project.id, d.slot,
      case when d.slot = newest.slot and newest.is_late and project.catch_up = 'latest' then 'catchUp' else 'schedule' end,
      case when project.state <> 'active' then 'paused'
        when d.slot < newest.slot or (newest.is_late and project.catch_up = 'skip') then 'missed' else 'running' end,
      case when project.state <> 'active' then project.state
        when d.slot < newest.slot or (newest.is_late and project.catch_up = 'skip') then 'downtime' end,
      case when project.deep_results > 0 and extract(isodow from slot_time(d.slot)) = project.deep_weekday
        then project.deep_results else project.max_results end,
      d.due_at, case when newest.is_late then clock else d.due_at end
    from due_slots(project, clock, 100000) as d
    -- Points that were imported for this day have made its row. They do not replace its checks.
    on conflict (account_id, project_id, slot) do update
    set kind = excluded.kind, state = excluded.state, reason = excluded.reason, depth = excluded.depth, due_at = excluded.due_at,
      starts_at = excluded.starts_at, cursor = 0, rolled_up_at = null
    where project_slots.kind = 'backfill';
    project.last_slot := newest.slot;
    update projects set last_slot = newest.slot where id = project.id;
  end if;

  select * into running from project_slots
  where account_id = project.account_id and project_id = project.id and state = 'running'
  -- Manual runs first, generated history last and from the newest day on.
  order by array_position(array['manual', 'schedule', 'catchUp', 'backfill'], kind), slot desc limit 1 for update;
  if not found then
    update projects set next_at = case when project.state <> 'paused' then next_slot_at(project) end where id = project.id;
  elsif running.kind = 'backfill' then
    update projects set next_at = clock + backfill_lease where id = project.id;
  elsif running.kind <> 'manual' and project.window_minutes > 0 then
    -- The project was due at `next_at`. The window moves by the length of an interruption, so that no burst follows.
    if project.next_at < clock - late and running.starts_at < clock then
      running.starts_at := running.starts_at + (clock - greatest(project.next_at, running.starts_at));
      update project_slots set starts_at = running.starts_at
      where account_id = project.account_id and project_id = project.id and slot = running.slot;
    end if;
    reach := least(full_window, floor(extract(epoch from clock - running.starts_at) / (project.window_minutes * 60) * full_window));
    -- A changed window never moves the cursor back.
    reach := greatest(reach, running.cursor);
  end if;
  return query
    select project.account_id, project.live, project.id, project.key_id, running.slot, running.kind, running.depth, running.cursor, reach,
      project.priority, project.window_minutes, running.starts_at, running.keyword_ids,
      a.prices::text, a.charge_multiplier, a.max_results, a.archive, k.scopes
    from accounts a left join keys k on k.id = project.key_id where a.id = project.account_id;
end $$;
call pin_plans('claim_project');
