-- Returns the slot of a calendar time: whole minutes since 2000-01-01 00:00.
create or replace function slot_at(p_time timestamp) returns integer language sql immutable parallel safe as $$
  select floor(extract(epoch from p_time - timestamp '2000-01-01') / 60)::integer
$$;
