-- Returns the time of the first slot after p_project.last_slot, or null for a manual project.
-- The longest pause of a schedule is 31 days; a slot of an earlier time is due now.
create or replace function next_slot_at(p_project projects) returns timestamptz language sql stable as $$
  select d.due_at from due_slots(p_project, greatest(tracking_now(), slot_time(p_project.last_slot) at time zone 'UTC') + interval '33 days', 1) as d
$$;
