-- Returns the slot of a time in the project's calendar: UTC for schedules by hours, otherwise its time zone.
create or replace function calendar_slot(p_project projects, p_at timestamptz) returns integer language sql stable as $$
  select slot_at(p_at at time zone case when p_project.every = 'hours' then 'UTC' else p_project.time_zone end)
$$;
