-- Returns the day, in UTC, on which the object or lot was created.
create or replace function id_day(p_id text) returns date language sql immutable as $$
  select (to_timestamp(('x' || left(p_id, 8))::bit(32)::bigint) at time zone 'UTC')::date
$$;
