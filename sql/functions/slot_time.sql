-- Returns the calendar time of a slot.
create or replace function slot_time(p_slot integer) returns timestamp language sql immutable parallel safe as $$
  select timestamp '2000-01-01' + make_interval(mins => p_slot)
$$;
