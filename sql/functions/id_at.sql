-- Returns the first eight characters of the ids of that second. The time is truncated.
create or replace function id_at(p_at timestamptz) returns text language sql immutable as $$
  select lpad(to_hex(floor(extract(epoch from p_at))::bigint), 8, '0')
$$;
